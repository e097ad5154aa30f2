# SPDX-License-Identifier: MIT
# suite.mk - headers and a program that uses everything, in every language and compiler, without a warning.

compile.run := $(PYTHON) tests/compile/compile.py
compile.packages := g++ clang arm-none-eabi-gcc:gcc-arm-none-eabi

# clang warns of line markers since version 16.
compile-preprocessed.run := $(PYTHON) tests/compile/compile.py gcc clang-19
compile-preprocessed.packages := clang-19

compile-options.run := $(PYTHON) tests/compile/options.py

compile-weight.run := $(PYTHON) tests/compile/weight.py
compile-weight.packages := gcc sdcc valgrind

compile-links.run := $(PYTHON) tests/compile/links.py
compile-links.packages := g++ clang lld arm-none-eabi-gcc:gcc-arm-none-eabi avr-gcc:gcc-avr \
    riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf sdcc
