# SPDX-License-Identifier: MIT
# suite.mk - for how many instructions interrupts are off.

suites += window
window.run := $(PYTHON) tests/window/window.py
window.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm

slow_suites += window-all
window-all.run := $(PYTHON) tests/window/window.py --all

.PHONY: window
window: ## Counts the instructions with interrupts off and renews the tables of tests/window/README.md.
	@$(PYTHON) tests/window/window.py --write
