# SPDX-License-Identifier: MIT
# suite.mk - the tests of the tests' own tools.

suites += tools-cpu-time tools-tap tools-table tools-table-kept tools-mutate tools-boards tools-need
tools-cpu-time.run := $(PYTHON) tests/tools/cpu_time_test.py
tools-tap.run := $(PYTHON) tests/tools/tap_test.py
tools-mutate.run := $(PYTHON) -B tests/tools/mutate_test.py
tools-table.run = $(PYTHON) tests/tools/table.py --check boards/README.md $(boards.all) -- $(suites)
tools-table-kept.run := $(PYTHON) tests/tools/table_test.py
tools-boards.run := $(PYTHON) tests/tools/boards_test.py
tools-need.run := $(PYTHON) -B tests/tools/need_test.py

.PHONY: boards-results
boards-results: ## Writes into boards/README.md how many tests passed on each board; boards that were not run keep their figures.
	@$(PYTHON) tests/tools/table.py --keep boards/README.md $(boards.all) -- $(suites) | sh boards/tools/fill.sh boards/README.md results

.PHONY: mutants
mutants: ## Breaks the core in every small way and lists what no test notices: takes long (MUTATE=file for one, MUTATE="--every 9" for a sample).
	@sh boards/tools/need.sh gcc python3
	@$(PYTHON) -B tests/tools/mutate.py $(MUTATE)
