# SPDX-License-Identifier: MIT
# suite.mk - counts what every operation costs on every CPU, beside what people write instead.

suites += bench
bench.run := $(PYTHON) tests/bench/bench.py $(call full,--all --then $(PYTHON) tests/bench/flat.py)
bench.seconds := $(if $(FULL),3600,600)

.PHONY: bench
bench: ## Counts every operation on every CPU and renews the tables of tests/bench.
	@$(PYTHON) tests/bench/bench.py --all --write

.PHONY: bench-flat
bench-flat: ## Counts acquire, release and a walk at every capacity and renews the table of tests/bench.
	@$(PYTHON) tests/bench/flat.py --write

suites += bench-peers
bench-peers.run := env BENCH_BUILD=build/bench-peers $(PYTHON) -B tests/bench/peers_test.py

.PHONY: peers
peers: ## Counts your pool, or those of other projects, from sources that you bring: make peers PEERS_DIR=folder
	@$(PYTHON) tests/bench/peers.py $(PEERS_DIR)
