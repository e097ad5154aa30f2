# SPDX-License-Identifier: MIT
# suite.mk - the tests of the tests' own tools.

suites += tools-tap
tools-tap.run := $(PYTHON) tests/tools/tap_test.py

.PHONY: mutants
mutants: ## Breaks the core in every small way and lists what no test notices: takes long (MUTATE=file for one).
	@sh boards/tools/need.sh gcc python3
	@$(PYTHON) -B tests/tools/mutate.py $(MUTATE)
