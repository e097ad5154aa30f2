# SPDX-License-Identifier: MIT
# suite.mk - which test shows what hutch promises.

suites += requirements
requirements.run = $(PYTHON) -B tests/requirements/requirements.py $(suites) $(slow_suites)

.PHONY: requirements
requirements: ## Renews tests/requirements/README.md: which test shows what hutch promises.
	@$(requirements.run) --write
