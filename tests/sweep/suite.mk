# SPDX-License-Identifier: MIT
# suite.mk - interrupts at every instruction of every operation, on emulated CPUs.

.PHONY: sweep
sweep: ## Lands an interrupt at every instruction of every operation, on every CPU (ONLY=m3 for some rows).
	@$(or $(PYTHON),python3) tests/sweep/sweep.py --only '$(ONLY)' $(if $(ONLY),,--landings 1000000)
