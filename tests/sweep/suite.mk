# SPDX-License-Identifier: MIT
# suite.mk - interrupts at every instruction of every operation, on emulated CPUs.

sweep-few.run := $(PYTHON) tests/sweep/sweep.py --few --landings 70000
sweep-few.packages := $(cortexm.packages) $(riscv.packages) $(atmega32u4.packages)

sweep.run := $(PYTHON) tests/sweep/sweep.py $(if $(FULL),,--quick) --landings 1000000
sweep.seconds := $(if $(FULL),2400,1200)
sweep.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm

step.run := $(PYTHON) tests/sweep/sweep.py --stepped --landings 300000
step.seconds := 1200
step.packages := gcc

.PHONY: sweep step
step: ## The same on this machine, through its own instructions, with nested interrupts (ONLY=free for some rows).
	@$(PYTHON) tests/sweep/sweep.py --stepped --only $(call quoted,$(ONLY))

sweep: ## Test: an interrupt at every instruction: ONLY=m3
	@$(PYTHON) tests/sweep/sweep.py --only $(call quoted,$(ONLY)) $(if $(ONLY),,--landings 1000000)

# The tool for functions of others: Cortex-M3 in `make test`, then every CPU.
sweep.yours := $(PYTHON) tests/sweep/yours/yours_test.py
sweep.elsewhere := m0 m4 m33 rv32 avr arm7 arm7-arm x86
sweep-yours-m3.run := $(sweep.yours) m3
sweep-yours-m3.packages := $(sweep-few.packages)
sweep-yours.run := $(sweep.yours) $(sweep.elsewhere)
sweep-yours.packages := $(sweep.packages) $(riscv.packages) $(atmega32u4.packages) $(gba.packages) gdb-multiarch
