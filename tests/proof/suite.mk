# SPDX-License-Identifier: MIT
# suite.mk - the protocols of lock-free pools and of waiting, in every order of their steps; the core, proved on its own text.

suites += proof
proof.run := $(PYTHON) tests/proof/proof.py
proof.packages := spin

slow_suites += proof-full
proof-full.run := $(PYTHON) tests/proof/proof.py --full
proof-full.packages := spin
proof-full.seconds := 3600

# Debian's modules, which another python3 in front does not see.
prove.python := $(if $(wildcard /usr/bin/python3),/usr/bin/python3 -B,$(PYTHON))
prove.modules := gcc /usr/lib/python3/dist-packages/z3:python3-z3 /usr/lib/python3/dist-packages/pycparser:python3-pycparser

suites += prove
prove.run := $(prove.python) tests/proof/prove.py
prove.packages := $(prove.modules)

slow_suites += prove-full
prove-full.run := $(prove.python) tests/proof/prove.py --full
prove-full.packages := $(prove.modules)
prove-full.seconds := 7200

.PHONY: proof proof-full prove prove-full
proof: ## Goes through every order of steps of two protocols, and of wrong ones, which must be found.
	@sh boards/tools/need.sh spin
	@$(proof.run)

proof-full: ## The same with more processes for the protocols as they are: some minutes, 2.3 GB of memory.
	@sh boards/tools/need.sh spin
	@$(proof-full.run)

prove: ## Proves acquire, release, refs, walks and the rest of the core on their own text, for every capacity.
	@sh boards/tools/need.sh $(prove.modules)
	@$(prove.run)

prove-full: ## The same for every width of words, refs, int and addresses, every stride and each option.
	@sh boards/tools/need.sh $(prove.modules)
	@$(prove-full.run)
