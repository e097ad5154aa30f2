# SPDX-License-Identifier: MIT
# suite.mk - MISRA C:2012 by cppcheck's addon: each place that breaks a rule has a reason.

suites += misra
misra.run := $(PYTHON) -B tests/misra/misra.py
misra.packages := cppcheck arm-none-eabi-gcc:gcc-arm-none-eabi riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf avr-gcc:gcc-avr

.PHONY: misra misra-table
misra: ## Which rules of MISRA C:2012 hutch breaks, by cppcheck, and why; two minutes of CPU time.
	@sh boards/tools/need.sh $(misra.packages)
	@$(misra.run)

misra-table: ## Runs the same, and renews the table of tests/misra/README.md.
	@sh boards/tools/need.sh $(misra.packages)
	@$(misra.run) --write
