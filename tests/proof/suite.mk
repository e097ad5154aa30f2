# SPDX-License-Identifier: MIT
# suite.mk - the protocols of lock-free pools and of waiting, in every order of their steps; the core, proved on its own text.

suites += proof
proof.run := $(PYTHON) tests/proof/proof.py
proof.packages := spin

suites += proof-replay
proof-replay.run := $(PYTHON) tests/proof/replay.py
proof-replay.packages := spin

slow_suites += proof-full
proof-full.run := $(PYTHON) tests/proof/proof.py --full
proof-full.packages := spin
proof-full.seconds := 3600

# Debian's modules, which another python3 in front does not see.
prove.python := $(if $(wildcard /usr/bin/python3),/usr/bin/python3 -B,$(PYTHON))
prove.modules := gcc /usr/lib/python3/dist-packages/z3:python3-z3 /usr/lib/python3/dist-packages/pycparser:python3-pycparser

# $(1) suite, $(2) script, $(3) the suite's list, $(4) an argument, $(5) seconds of CPU time
define prove_suite
$(3) += $(1)
$(1).run := $(prove.python) tests/proof/$(2) $(4)
$(1).packages := $(prove.modules)
$(1).seconds := $(5)
endef
$(eval $(call prove_suite,prove,prove.py,suites,,2400))
$(eval $(call prove_suite,prove-seeds,seeds.py,suites,,1200))
$(eval $(call prove_suite,prove-agree,agree.py,suites,,1200))
$(eval $(call prove_suite,prove-full,prove.py,slow_suites,--full,14400))
$(eval $(call prove_suite,prove-seeds-full,seeds.py,slow_suites,--full,14400))
$(eval $(call prove_suite,prove-agree-full,agree.py,slow_suites,--full,3600))

slow_suites += prove-eva
prove-eva.run := $(PYTHON) tests/proof/eva.py
prove-eva.packages := gcc frama-c:frama-c-base

prove-hooks.cpus := avr-gcc:gcc-avr /usr/lib/avr/include/avr/io.h:avr-libc $(runners.simavr.packages) arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm
suites += prove-hooks
prove-hooks.run := $(PYTHON) tests/proof/hooks_run.py
prove-hooks.needs := build/runners/simavr
prove-hooks.packages := $(prove-hooks.cpus)
slow_suites += prove-hooks-full
prove-hooks-full.run := $(PYTHON) tests/proof/hooks_run.py --full
prove-hooks-full.needs := build/runners/simavr
prove-hooks-full.packages := $(prove-hooks.cpus)

.PHONY: proof proof-full prove prove-full
proof: ## Goes through every order of steps of three protocols, and of wrong ones, which must be found; binds them to the text.
	@sh boards/tools/need.sh spin
	@$(proof.run)
	@$(proof-replay.run)

proof-full: ## The same with more processes for the protocols as they are: some minutes, 2.3 GB of memory.
	@sh boards/tools/need.sh spin
	@$(proof-full.run)

prove: ## Proves acquire, release, refs, walks and the rest of the core on their own text, for every capacity; some minutes.
	@sh boards/tools/need.sh $(prove.modules)
	@$(prove.run)
	@$(prove-seeds.run)
	@$(prove-agree.run)

prove-full: ## The same for every width of words, refs, int and addresses, every stride, each option, each small error.
	@sh boards/tools/need.sh $(prove.modules)
	@$(prove-full.run)
	@$(prove-seeds-full.run)
	@$(prove-agree-full.run)
