# SPDX-License-Identifier: MIT
# suite.mk - counts what every operation costs on every CPU, beside what people write instead.

suites += bench
bench.run := $(PYTHON) tests/bench/bench.py $(call full,--all --then $(PYTHON) tests/bench/flat.py)
bench.seconds := $(if $(FULL),3600,600)

.PHONY: bench
bench: ## Renew: the instructions of each call, and their tables
	@$(PYTHON) tests/bench/bench.py --all --write

.PHONY: bench-flat
bench-flat: ## Counts acquire, release and a walk at every capacity and renews the table of tests/bench.
	@$(PYTHON) tests/bench/flat.py --write

suites += bench-peers
bench-peers.run := env BENCH_BUILD=build/bench-peers $(PYTHON) -B tests/bench/peers_test.py

.PHONY: peers
peers: ## Use: counts your pool, or those of others: PEERS_DIR=
	@$(PYTHON) tests/bench/peers.py $(PEERS_DIR)
