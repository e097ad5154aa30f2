# SPDX-License-Identifier: MIT
# suite.mk - the most that each public function takes, and the most of that with interrupts off.

bounds.run := $(PYTHON) -B tests/bounds/bounds.py $(call full,--all)
bounds.seconds := $(if $(FULL),1800,600)
bounds.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm

bounds-gameboy.run := $(PYTHON) -B tests/bounds/gameboy.py
bounds-gameboy.packages := sdcc $(runners.mgba.packages)

.PHONY: bounds
bounds: ## Renew: the most that each function takes
	@$(PYTHON) -B tests/bounds/bounds.py --write
