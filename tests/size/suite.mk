# SPDX-License-Identifier: MIT
# suite.mk - measures what a pool costs, and keeps it within the budget; and with plain SDCC, within its limits.

size.packages := gcc arm-none-eabi-gcc:gcc-arm-none-eabi python3

suites += size
size.run := $(PYTHON) -B tests/size/size.py

suites += size-sdcc
size-sdcc.run := $(PYTHON) -B tests/size/sdcc.py
size-sdcc.packages := sdcc $(runners.mgba.packages)
size-sdcc.needs := build/tests/cycles

build/tests/cycles: tests/size/cycles.c boards/runners/mgba_core.c boards/runners/mgba_core.h
	@mkdir -p $(@D)
	$(quiet)$(CC) $(runners.flags) $(filter %.c,$^) -lmgba -o $@

suites += size-small
size-small.run := $(PYTHON) -B tests/size/small.py
size-small.packages := avr-gcc:gcc-avr arm-none-eabi-gcc:gcc-arm-none-eabi riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf

suites += size-generic
size-generic.run := $(PYTHON) -B tests/size/generic.py
size-generic.packages := arm-none-eabi-gcc:gcc-arm-none-eabi riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf

linked.packages := avr-gcc:gcc-avr arm-none-eabi-gcc:gcc-arm-none-eabi riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf sdcc
suites += size-linked
size-linked.run := $(PYTHON) -B tests/size/linked.py $(call full,--all)
size-linked.seconds := $(if $(FULL),3600,600)
size-linked.packages := $(linked.packages)

.PHONY: size size-budget size-linked
size: ## Measures code and RAM of a pool and of each extra; fails above tests/size/budget.txt.
	@sh boards/tools/need.sh $(size.packages)
	@$(size.run)

size-budget: ## Takes what is measured now as the budget.
	@sh boards/tools/need.sh $(size.packages)
	@$(PYTHON) -B tests/size/size.py --budget

size-linked: ## Links programs of three and twenty pools and renews the tables of tests/size: takes minutes.
	@sh boards/tools/need.sh $(linked.packages)
	@$(PYTHON) -B tests/size/linked.py --all --write

suites += shape
shape.run := $(PYTHON) tests/size/shape/shape.py
shape.packages := arm-none-eabi-gcc:gcc-arm-none-eabi riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf clang
