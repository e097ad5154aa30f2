# SPDX-License-Identifier: MIT
# suite.mk - what can be said about the project without running it on anything.

check.packages := gcc arm-none-eabi-gcc:gcc-arm-none-eabi clang-format clang-tidy cppcheck python3

check-rules.run := $(PYTHON) -B tests/check/rules_test.py $(call full,--then $(PYTHON) -B tests/check/selftest.py)
check-rules.seconds := 1200
check-rules.packages := $(check.packages)
check.run = $(PYTHON) -B tests/check/check.py $(if $(CHECK),$(call quoted,$(CHECK)))
check-compilers.run := $(PYTHON) -B tests/check/check.py --compilers
check-compilers.packages := $(check.packages)
check-compilers.seconds := 1200
check.seconds := 1200
# The errors of the folders' seeds.txt, and what their suites need: of two folders, which takes some minutes, of SEEDS, or of all.
check-seeds.folders := $(or $(SEEDS),$(if $(FULL),,alone systems))
check-seeds.run := $(PYTHON) -B tests/tools/seeds.py $(check-seeds.folders)
check-seeds.seconds := $(if $(SEEDS)$(FULL),7200,1200)
check-seeds.packages = $(foreach suite,$(shell sed -n 's/^suite \([^ ]*\).*/\1/p' $(patsubst %,tests/%/seeds.txt,$(if $(SEEDS)$(FULL),*,alone systems)) | sort -u),$($(suite).packages))

.PHONY: check check-compilers tables numbers
check: ## Test: style, text, tables, links; CHECK='some; words'
	@sh boards/tools/need.sh $(check.packages)
	@$(check.run)

check-compilers: ## Every port's library, warnings, gcc's analyzer, clang-tidy, measured figures: minutes.
	@sh boards/tools/need.sh $(check.packages)
	@$(check-compilers.run)

tables: boards-table ## Renew: tables that need no compiler
	@$(PYTHON) -B tests/check/generated.py --tables

numbers: ## Renew: measured figures and tables in the documents
	@sh boards/tools/need.sh $(check.packages)
	@$(PYTHON) -B tests/check/generated.py

misra.run := $(PYTHON) -B tests/check/misra/misra.py
misra.packages := cppcheck arm-none-eabi-gcc:gcc-arm-none-eabi riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf avr-gcc:gcc-avr

.PHONY: misra misra-table
misra: ## Which rules of MISRA C:2012 hutch breaks, by cppcheck, and why; two minutes of CPU time.
	@sh boards/tools/need.sh $(misra.packages)
	@$(misra.run)

misra-table: ## Runs the same, and renews the table of tests/check/misra/README.md.
	@sh boards/tools/need.sh $(misra.packages)
	@$(misra.run) --write
