# SPDX-License-Identifier: MIT
# suite.mk - what can be said about the project without running it on anything.

check.packages := gcc arm-none-eabi-gcc:gcc-arm-none-eabi clang-format clang-tidy cppcheck pkg-config:pkgconf python3

suites += check
slow_suites += check-self
check.run := $(PYTHON) -B tests/check/check.py
check-self.run := $(PYTHON) -B tests/check/selftest.py
check.seconds := 1200
check-self.seconds := 1200
check-self.packages := $(check.packages)

.PHONY: check check-self numbers
check: ## Format, warnings, analyzers, doc comments, figures, README's example, links, install; CHECK=word for some.
	@sh boards/tools/need.sh $(check.packages)
	@$(check.run) $(CHECK)

check-self: ## Shows that each of those checks can fail.
	@sh boards/tools/need.sh $(check.packages)
	@$(check-self.run)

numbers: ## Writes measured figures and generated tables into the documents.
	@sh boards/tools/need.sh $(check.packages)
	@$(PYTHON) -B tests/check/numbers.py
