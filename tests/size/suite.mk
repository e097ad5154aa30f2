# SPDX-License-Identifier: MIT
# suite.mk - what linked programs cost; and with plain SDCC, within its limits. The rows of rows.txt are checked by `make check`.

size-sdcc.run := $(PYTHON) -B tests/size/sdcc.py
size-sdcc.packages := sdcc $(runners.mgba.packages)

size-generic.run := $(PYTHON) -B tests/size/generic.py
size-generic.packages := avr-gcc:gcc-avr arm-none-eabi-gcc:gcc-arm-none-eabi riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf

linked.packages := avr-gcc:gcc-avr arm-none-eabi-gcc:gcc-arm-none-eabi riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf sdcc
size-linked.run := $(PYTHON) -B tests/size/linked.py $(call full,--all)
size-linked.seconds := $(if $(FULL),3600,600)
size-linked.packages := $(linked.packages)

.PHONY: size-linked
size-linked: ## Links programs of three and twenty pools and renews the tables of tests/size: takes minutes.
	@sh boards/tools/need.sh $(linked.packages)
	@$(PYTHON) -B tests/size/linked.py --all --write

shape.run := $(PYTHON) tests/size/shape/shape.py
shape.packages := arm-none-eabi-gcc:gcc-arm-none-eabi riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf clang
