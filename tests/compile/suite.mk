# SPDX-License-Identifier: MIT
# suite.mk - headers and a program that uses everything, in every language and compiler, without a warning.

suites += compile
compile.run := $(PYTHON) tests/compile/compile.py
compile.packages := g++ clang arm-none-eabi-gcc:gcc-arm-none-eabi

suites += compile-options
compile-options.run := $(PYTHON) tests/compile/options.py
