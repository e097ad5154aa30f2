# SPDX-License-Identifier: MIT
# suite.mk - the core, proved on its own text; waiting, in every order of its steps.

proof.run := $(PYTHON) -B tests/proof/waiting.py $(call full,--full)
proof.seconds := $(if $(FULL),3600,600)

# Debian's modules, which another python3 in front does not see.
prove.python := $(if $(wildcard /usr/bin/python3),/usr/bin/python3 -B,$(PYTHON))
prove.modules := gcc /usr/lib/python3/dist-packages/z3:python3-z3 /usr/lib/python3/dist-packages/pycparser:python3-pycparser

# $(1) suite, $(2) script, $(3) seconds of CPU time
define prove_suite
$(1).run := $(prove.python) tests/proof/$(2) $(call full,--full)
$(1).packages := $(prove.modules)
$(1).seconds := $(if $(FULL),14400,$(3))
endef
$(eval $(call prove_suite,prove,prove.py,2400))
$(eval $(call prove_suite,prove-seeds,seeds.py,1200))
$(eval $(call prove_suite,prove-agree,agree.py,1200))

prove-hooks.packages := avr-gcc:gcc-avr /usr/lib/avr/include/avr/io.h:avr-libc $(runners.simavr.packages) arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm
prove-hooks.run := $(PYTHON) tests/proof/hooks_run.py $(call full,--full)
prove-hooks.needs := build/runners/simavr

.PHONY: proof prove
proof: ## Test: every order of steps of waiting; FULL=1
	@$(proof.run)

prove: ## Test: the core, proved for every capacity; FULL=1
	@sh boards/tools/need.sh $(prove.modules)
	@$(prove.run)
	@$(prove-seeds.run)
	@$(prove-agree.run)
