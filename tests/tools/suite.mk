# SPDX-License-Identifier: MIT
# suite.mk - the tests of the tests' own tools.

suites += tools-tap
tools-tap.run := $(PYTHON) tests/tools/tap_test.py
