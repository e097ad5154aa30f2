# SPDX-License-Identifier: MIT
# suite.mk - the most that each public function takes, and the most of that with interrupts off.

suites += bounds
bounds.run := $(PYTHON) -B tests/bounds/bounds.py
bounds.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm

suites += bounds-gameboy
bounds-gameboy.run := $(PYTHON) -B tests/bounds/gameboy.py
bounds-gameboy.packages := sdcc $(runners.mgba.packages)

slow_suites += bounds-all
bounds-all.run := $(PYTHON) -B tests/bounds/bounds.py --all
bounds-all.seconds := 1800

.PHONY: bounds
bounds: ## Counts the most that each public function takes, on six CPUs, by Arm's tables also in cycles, and renews the tables of tests/bounds.
	@$(PYTHON) -B tests/bounds/bounds.py --write
