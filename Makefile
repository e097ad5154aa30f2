# SPDX-License-Identifier: MIT
# Makefile - the list of what can be done; the targets live in the folders that they are about.

.PHONY: help clean
help: ## Prints this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

clean: ## Removes everything that was built.
	@rm -rf build

include boards/boards.mk
include src/lib.mk
include src/dist.mk
include src/site/site.mk
include tests/tests.mk
