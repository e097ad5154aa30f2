# SPDX-License-Identifier: MIT
# suite.mk - counts what every operation costs on every CPU, beside what people write instead.

bench.run := $(PYTHON) tests/bench/bench.py $(call full,--all)
bench.seconds := $(if $(FULL),3600,600)

.PHONY: bench
bench: ## Renew: the instructions of each call, and their tables
	@$(PYTHON) tests/bench/bench.py --all --write

bench-peers.run := env BENCH_BUILD=build/bench-peers $(PYTHON) -B tests/bench/peers_test.py

.PHONY: peers
peers: ## Use: counts your pool, or those of others: PEERS_DIR=
	@$(PYTHON) tests/bench/peers.py $(PEERS_DIR)
