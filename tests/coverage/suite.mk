# SPDX-License-Identifier: MIT
# suite.mk - line, branch and MC/DC coverage of the library by its tests.

coverage.run := $(PYTHON) -B tests/coverage/coverage.py
coverage.packages := clang-19 llvm-profdata-19:llvm-19 /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.profile-x86_64.a:libclang-rt-19-dev \
    gcovr

.PHONY: coverage coverage-table
coverage: ## Test: branches that no test takes: build/coverage
	@sh boards/tools/need.sh $(coverage.packages)
	@$(coverage.run)
	$(call say,written,build/coverage)

coverage-table: ## Runs the same, and renews the table of tests/README.md.
	@sh boards/tools/need.sh $(coverage.packages)
	@$(coverage.run) --write
