# SPDX-License-Identifier: MIT
# suite.mk - the recipes: each is built and run as it stands, also as a debug build.

suites += recipes
recipes.packages := g++ avr-gcc:gcc-avr /usr/lib/avr/include/stdio.h:avr-libc
recipes.run := $(PYTHON) tests/recipes/recipes.py
