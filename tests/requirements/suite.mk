# SPDX-License-Identifier: MIT
# suite.mk - which test shows what hutch promises.

requirements.check = $(PYTHON) -B tests/requirements/requirements.py $(suites)
requirements.run = $(requirements.check) --then $(PYTHON) -B tests/requirements/shown_test.py

.PHONY: requirements promises
promises: ## Renew: build/promises.md: results beside each promise
	@$(PYTHON) -B tests/requirements/shown.py $(suites)

requirements: ## Renew: build/requirements.md: promises and their tests
	@$(requirements.check) --write
