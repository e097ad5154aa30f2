# SPDX-License-Identifier: MIT
# Makefile - the list of what can be done; the targets live in the folders that they are about.

# `target: ## Group: what it makes` is a line of that group; without a group only help-all prints it.
help.groups := Play Use Test Renew

.PHONY: help help-all clean
help:
	@awk -F ':.*## ' '{ for (i = split("$(help.groups)", groups, " "); i > 0; i--) \
	    if (/^[a-z-]+:.*## / && sub("^" groups[i] ": ", "", $$2)) of[i] = of[i] sprintf("  make %-13s %s\n", $$1, $$2) } \
	    END { for (i = 1; i in of; i++) printf "%s\n%s", groups[i], of[i] }' $(MAKEFILE_LIST)

help-all: ## Renew: prints these and all others
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

clean: ## Renew: removes everything that was built
	@rm -rf build

ifneq ($(filter-out help uninstall,$(MAKECMDGOALS)),)
ifneq ($(shell test -d build && test -w build || test -w . || echo no),)
$(error Nothing can be written here, and what is built goes into build/: copy the tree to a folder of yours, and call make there)
endif
endif

# A target that is not there. A file that is missing has another reason than a word that was mistyped.
help.targets = help $(shell awk -F ':.*## ' '/^[a-z-]+:.*## / { print $$1 }' $(MAKEFILE_LIST))
.DEFAULT:
	@$(if $(filter $@,$(MAKECMDGOALS)),near=$$($(PYTHON) boards/tools/nearest.py '$@' $(help.targets)); \
	    echo "make: there is no target '$@'$${near:+; did you mean 'make $$near'?} (\`make help\` lists them)",\
	    echo "make: '$@' is needed and not there, and no rule makes it") >&2; exit 2
# These are written by compilers: that one is not there yet is no error.
%.d: ;

# All cores, and one job more since some wait for an emulator; `-j1`, or another number, is obeyed. Several targets follow
# one another.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
ifneq ($(word 2,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
endif

include boards/boards.mk
include src/lib.mk
include src/dist.mk
include src/site/site.mk
include tests/tests.mk
