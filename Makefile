# SPDX-License-Identifier: MIT
# Makefile - the list of what can be done; the targets live in the folders that they are about.

.PHONY: help clean
help: ## Prints this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

clean: ## Removes everything that was built.
	@rm -rf build

ifneq ($(filter-out help uninstall,$(MAKECMDGOALS)),)
ifneq ($(shell test -d build && test -w build || test -w . || echo no),)
$(error Nothing can be written here, and what is built goes into build/: copy the tree to a folder of yours, and call make there)
endif
endif

# A target that is not there. A file that is missing has another reason than a word that was mistyped.
help.targets = $(shell awk -F ':.*## ' '/^[a-z-]+:.*## / { print $$1 }' $(MAKEFILE_LIST))
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
