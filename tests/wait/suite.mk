# SPDX-License-Identifier: MIT
# suite.mk - waiting for room in a pool, with threads.

suites += wait
wait.run := $(PYTHON) tests/wait/wait.py
wait.packages := clang
