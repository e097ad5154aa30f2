# SPDX-License-Identifier: MIT
# suite.mk - is every port right? In the disassembly and on the emulators, without a kernel and with one.

conformance.run := $(PYTHON) tests/ports/conformance/conformance.py --then $(PYTHON) tests/ports/conformance/self_test.py
conformance.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm

.PHONY: conformance
conformance: ## Use: checks a port: PORT=riscv, or all
	@$(PYTHON) tests/ports/conformance/conformance.py $(PORT)

# What people put on their boards, on an emulator first.
# $(1) board
define silicon_suite
silicon-$(1).needs := $(silicon.programs:%=build/$(1)/%.elf) $(filter build/$(1)/%,$(silicon.files))
silicon-$(1).run := $(PYTHON) tests/ports/silicon.py $(1) $($(1).run)
silicon-$(1).packages = $$($(1).packages)
endef
$(foreach board,$(silicon.boards),$(eval $(call silicon_suite,$(board))))

rtos.run := $(PYTHON) tests/ports/rtos/rtos.py $(call quoted,$(RTOS)) $(call quoted,$(RTOS_DIR)) $(call quoted,$(RTOS_LIB)) $(call quoted,$(CPU)) $(call quoted,$(RTOS_CONF)) $(call quoted,$(RTOS_FLAGS)) $(call quoted,$(OPT))

.PHONY: rtos rtos-cost
rtos: ## Use: tasks and an interrupt: RTOS=freertos RTOS_DIR= RTOS_LIB=
	@$(rtos.run)

rtos-cost: ## Measures what waiting costs under a kernel: as make rtos, with OPT=-O2 or -Os, as the archive is compiled; then make tables
	@$(PYTHON) tests/ports/rtos/cost.py $(call quoted,$(RTOS)) $(call quoted,$(RTOS_DIR)) $(call quoted,$(RTOS_LIB)) $(call quoted,$(RTOS_CONF)) $(call quoted,$(OPT))
