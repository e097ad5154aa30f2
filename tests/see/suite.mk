# SPDX-License-Identifier: MIT
# suite.mk - the tools that show pools, src/tools: lines of hutch_snapshot over time, the debugger, the map.

suites += see-lines
see-lines.run := $(PYTHON) tests/see/lines_test.py

suites += see-cost
see-cost.run := $(PYTHON) tests/see/cost.py
see-cost.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm

.PHONY: snapshot-cost
snapshot-cost: ## Counts what hutch_snapshot costs; writes src/tools/README.md.
	@$(PYTHON) tests/see/cost.py --write
