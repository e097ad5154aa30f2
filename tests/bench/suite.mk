# SPDX-License-Identifier: MIT
# suite.mk - counts what every operation costs on every CPU, beside what people write instead.

suites += bench
bench.run := $(PYTHON) tests/bench/bench.py

slow_suites += bench-all
bench-all.run := $(PYTHON) tests/bench/bench.py --all
bench-all.seconds := 1800

.PHONY: bench
bench: ## Counts every operation on every CPU and renews the tables and charts of tests/bench.
	@$(PYTHON) tests/bench/bench.py --all --write
