# SPDX-License-Identifier: MIT
# suite.mk - the recipes: each is built and run as it stands, also as a debug build.

suites += recipes
recipes.run := $(PYTHON) tests/recipes/recipes.py
