# SPDX-License-Identifier: MIT
# suite.mk - two cores, emulated: in parallel, and interleaved at exact instructions.

suites += cores
cores.run := $(PYTHON) tests/cores/cores.py
cores.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf \
    qemu-system-riscv32:qemu-system-misc
