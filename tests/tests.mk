# SPDX-License-Identifier: MIT
# tests.mk - runs the suites, three at a time since some wait for emulators, and ends with one line of counts.
#
# A suite is a name and a command that prints TAP. A folder here enters its own in its suite.mk:
#
#   suites += sweep-m3                  `make test` runs it; slow_suites: only `make check-all` does
#   sweep-m3.run := python3 sweep.py    the command
#   sweep-m3.needs := build/sweep.elf   what make must have built before
#   sweep-m3.packages := qemu-system-arm   as for boards/tools/need.sh
#   sweep-m3.seconds := 300             of CPU time, all its processes together, when 600 are too few or too many

TEST_JOBS ?= 3
test.packages := gcc python3
test.warnings := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align \
    -Wstrict-prototypes -Wmissing-prototypes -Werror
library.files := $(wildcard include/hutch/*.h src/*.c port/*/*.h port/*/*.c)

suites :=
slow_suites :=
include tests/unit/part/parts.mk $(wildcard tests/*/suite.mk)

# $(1) suite
define suite_rules
build/results/$(1).tap: $($(1).needs) tests.always
	@$(PYTHON) tests/tools/tap.py run $(1) $(or $($(1).seconds),600) $($(1).run)
endef

$(foreach suite,$(suites) $(slow_suites),$(eval $(call suite_rules,$(suite))))

# $(1) what was typed after test-: the error, which names what was probably meant
suite_words = $(sort $(suites) $(slow_suites) $(foreach suite,$(suites) $(slow_suites),$(firstword $(subst -, ,$(suite)))))
suite_meant = $(shell $(PYTHON) boards/tools/nearest.py '$(1)' $(suite_words))
no_suite = $(error There is no suite '$(1)'$(foreach near,$(call suite_meant,$(1)),; did you mean 'make test-$(near)'?); the folders are: $(sort $(foreach path,$(wildcard tests/*/suite.mk),$(word 2,$(subst /, ,$(path))))))

# $(1) suites; $(2) whether a table of boards is wanted
define run_suites
	@sh boards/tools/need.sh $(sort $(test.packages) $(foreach suite,$(1),$($(suite).packages)))
	@mkdir -p build/results
	@rm -f $(1:%=build/results/%.tap)
	+@$(MAKE) --no-print-directory -k -j$(TEST_JOBS) $(1:%=build/results/%.tap) || true
	$(if $(2),@$(PYTHON) tests/tools/table.py $(boards.all) -- $(1))
	@$(PYTHON) tests/tools/tap.py tally $(1)
endef

.PHONY: test check-all tests.always
test: ## Runs all tests that are quick; `make test-unit` those of one folder of tests/.
	$(call run_suites,$(suites),table)

check-all: ## Runs all tests, the long ones too.
	$(call run_suites,$(suites) $(slow_suites),table)

test-%: tests.always
	$(if $(filter $* $*-%,$(suites) $(slow_suites)),,$(call no_suite,$*))
	$(call run_suites,$(filter $* $*-%,$(suites)) $(if $(filter $* $*-%,$(suites)),,$(filter $* $*-%,$(slow_suites))))
