# SPDX-License-Identifier: MIT
# suite.mk - the machine code on Cortex-M and others: its length, and what must not be there.

suites += shape
shape.run := $(PYTHON) tests/shape/shape.py
shape.packages := arm-none-eabi-gcc:gcc-arm-none-eabi riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf clang
