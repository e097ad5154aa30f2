# SPDX-License-Identifier: MIT
# suite.mk - branch and MC/DC coverage of the debug layer by its own tests.

slow_suites += coverage
coverage.run := $(PYTHON) -B tests/coverage/coverage.py
coverage.packages := clang-19 llvm-profdata-19:llvm-19 /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.profile-x86_64.a:libclang-rt-19-dev

.PHONY: coverage
coverage: ## Which branches and conditions of the debug layer its tests have seen: all, but for tests/coverage/excused.txt.
	@sh boards/tools/need.sh $(coverage.packages)
	@$(coverage.run)
