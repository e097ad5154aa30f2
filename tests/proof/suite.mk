# SPDX-License-Identifier: MIT
# suite.mk - the lock-free protocol in every order of its steps.

suites += proof
proof.run := $(PYTHON) tests/proof/proof.py
proof.packages := spin

slow_suites += proof-full
proof-full.run := $(PYTHON) tests/proof/proof.py --full
proof-full.packages := spin
proof-full.seconds := 3600

.PHONY: proof proof-full
proof: ## Goes through every order of steps of the lock-free protocol, and of four wrong ones, which must be found.
	@sh boards/tools/need.sh spin
	@$(proof.run)

proof-full: ## The same with three processes for the protocol as it is: some minutes, 2.3 GB of memory.
	@sh boards/tools/need.sh spin
	@$(proof-full.run)
