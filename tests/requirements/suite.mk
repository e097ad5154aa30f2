# SPDX-License-Identifier: MIT
# suite.mk - which test shows what hutch promises.

suites += requirements
requirements.check = $(PYTHON) -B tests/requirements/requirements.py $(suites)
requirements.run = $(requirements.check) --then $(PYTHON) -B tests/requirements/shown_test.py

.PHONY: requirements promises
promises: ## Writes build/promises.md: what the last results of the suites show of each promise, and of which commit.
	@$(PYTHON) -B tests/requirements/shown.py $(suites)

requirements: ## Writes build/requirements.md: what hutch promises, and which test shows it.
	@$(requirements.check) --write
