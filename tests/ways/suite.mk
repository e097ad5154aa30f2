# SPDX-License-Identifier: MIT
# suite.mk - other people's projects: each builds hutch in its own way, from a clean copy outside of this tree.

suites += ways-ports
ways-ports.run := $(PYTHON) tests/ways/ports.py
ways-ports.packages := clang arm-none-eabi-gcc:gcc-arm-none-eabi avr-gcc:gcc-avr sdcc \
    riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf powerpc-linux-gnu-gcc:gcc-powerpc-linux-gnu /usr/lib/avr/include/stdlib.h:avr-libc
