# SPDX-License-Identifier: MIT
# suite.mk - is every port right? In the disassembly, on the emulators, and is the check itself?

suites += conformance
slow_suites += conformance-self
conformance-self.run := $(PYTHON) tests/conformance/self_test.py
conformance.run := $(PYTHON) tests/conformance/conformance.py
conformance.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm

.PHONY: conformance
conformance: ## Checks a port: make conformance PORT=riscv, or all that say how.
	@$(PYTHON) tests/conformance/conformance.py $(PORT)
