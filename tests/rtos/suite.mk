# SPDX-License-Identifier: MIT
# suite.mk - a firmware with a real kernel, which comes from elsewhere: README.md says how.

suites += rtos
rtos.run := $(PYTHON) tests/rtos/rtos.py '$(RTOS)' '$(RTOS_DIR)' '$(RTOS_LIB)' '$(CPU)' '$(RTOS_CONF)' '$(RTOS_FLAGS)' '$(OPT)'

.PHONY: rtos rtos-cost
rtos: ## Runs tasks and an interrupt under a real kernel: RTOS=freertos RTOS_DIR=folder RTOS_LIB=archive
	@$(rtos.run)

rtos-cost: ## Measures what waiting costs under a kernel: as make rtos, with OPT=-O2 or -Os, as the archive is compiled; then make tables
	@$(PYTHON) tests/rtos/cost.py '$(RTOS)' '$(RTOS_DIR)' '$(RTOS_LIB)' '$(RTOS_CONF)' '$(OPT)'
