# SPDX-License-Identifier: MIT
# suite.mk - the recipes: each is built and run as it stands, also as a debug build.

recipes.packages := g++ avr-gcc:gcc-avr arm-none-eabi-gcc:gcc-arm-none-eabi /usr/lib/avr/include/stdio.h:avr-libc \
    /usr/include/cjson/cJSON.h:libcjson-dev
recipes.run := $(PYTHON) tests/recipes/recipes.py

# testing/: hutch in the tests of its users, under seven frameworks.
recipes-testing.packages := g++ addr2line:binutils /usr/include/cmocka.h:libcmocka-dev /usr/include/check.h:check \
    /usr/include/gtest/gtest.h:libgtest-dev /usr/include/CppUTest/Utest.h:libcpputest-dev
recipes-testing.run := $(PYTHON) tests/recipes/testing/testing.py

recipes-fuzz.packages := gcc g++ clang /usr/share/doc/libclang-rt-dev:libclang-rt-dev
recipes-fuzz.run := $(PYTHON) tests/recipes/testing/fuzz/fuzz_test.py
