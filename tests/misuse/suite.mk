# SPDX-License-Identifier: MIT
# suite.mk - programs that must not compile, and the sentence that the compiler must say.

suites += misuse
misuse.run := $(PYTHON) tests/misuse/misuse.py --quick
misuse.packages := g++ clang avr-gcc:gcc-avr sdcc

slow_suites += misuse-every
misuse-every.run := $(PYTHON) tests/misuse/misuse.py
misuse-every.packages := $(misuse.packages)
