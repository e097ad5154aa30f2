# SPDX-License-Identifier: MIT
# suite.mk - the protocols of lock-free pools and of waiting, in every order of their steps.

suites += proof
proof.run := $(PYTHON) tests/proof/proof.py
proof.packages := spin

slow_suites += proof-full
proof-full.run := $(PYTHON) tests/proof/proof.py --full
proof-full.packages := spin
proof-full.seconds := 3600

.PHONY: proof proof-full
proof: ## Goes through every order of steps of two protocols, and of wrong ones, which must be found.
	@sh boards/tools/need.sh spin
	@$(proof.run)

proof-full: ## The same with more processes for the protocols as they are: some minutes, 2.3 GB of memory.
	@sh boards/tools/need.sh spin
	@$(proof-full.run)
