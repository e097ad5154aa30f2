# SPDX-License-Identifier: MIT
# suite.mk - programs that must not compile, and the sentence that the compiler must say.

misuse.run := $(PYTHON) tests/misuse/misuse.py $(if $(FULL),,--quick)
misuse.packages := g++ clang avr-gcc:gcc-avr sdcc
