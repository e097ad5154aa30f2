# SPDX-License-Identifier: MIT
# suite.mk - the tests of the tests' own tools.

tools.run = $(PYTHON) tests/tools/tap_test.py --then $(PYTHON) tests/tools/boards_test.py --then $(PYTHON) -B tests/tools/need_test.py

.PHONY: mutants
mutants.packages = gcc clang python3 $(foreach suite,coverage cores unit-atmega32u4,$($(suite).packages))
mutants: ## Test: errors of the core that no test notices: MUTATE=
	@sh boards/tools/need.sh $(mutants.packages)
	@$(PYTHON) -B tests/tools/detection.py mutants $(MUTATE)

.PHONY: matrix
matrix: ## Which of SUITES notices which of ERRORS errors of the core, drawn by SEED: build/matrix.csv, which each run continues, and what is in it.
	@$(PYTHON) -B tests/tools/detection.py $(if $(SUITES),$(or $(ERRORS),10) $(or $(SEED),1) $(SUITES))
