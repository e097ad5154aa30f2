# SPDX-License-Identifier: MIT
# suite.mk - every memory order of the lock-free kind, weakened alone.

suites += orders
orders.run := $(PYTHON) tests/orders/orders.py
orders.packages := gcc
