# SPDX-License-Identifier: MIT
# tests.mk - runs the suites, some at a time, and ends with one line of counts.
#
# A suite is a name and a command that prints TAP. A folder here enters its own in its suite.mk, and `make test-ci` runs it:
#
#   sweep-m3.run := python3 sweep.py    the command; more of them by --then
#   sweep-m3.needs := build/sweep.elf   what make must have built before
#   sweep-m3.packages := qemu-system-arm   as for boards/tools/need.sh
#   sweep-m3.seconds := 300             of CPU time, all its processes together, of each command, when 600 are too few or too many
#
# With FULL=1 a suite takes what costs hours, or hundreds of packages, besides: $(call full,--all).

# What `make test` runs: each kind of test, in one shape on each kind of CPU. At most 600 s of CPU time, what is built for it
# too, and ten packages.
quick := requirements \
    $(addprefix unit-,gcc-w32 gcc-w64 gcc-w16 gcc-w8 gcc-small microbit lm3s6965evb rv32 atmega32u4 few-sm83) \
    $(addprefix model-,w8 w32 small microbit lm3s6965evb rv32 atmega32u4) \
    $(addprefix debug-,gcc gcc-w8 lm3s6965evb atmega32u4) \
    $(addprefix alone-,lock core-steps wait-steps wait-ways ref-steps ref-steps-each ref-steps-each-locked levels-mixed threads flips flips-debug ways ways-free ways-debug) \
    systems-gcc systems-lm3s6965evb golden-few sweep-few sweep-yours-m3

test.packages := gcc python3
test.warnings := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align \
    -Wstrict-prototypes -Wmissing-prototypes -Werror
library.files := $(wildcard include/hutch/*.h include/hutch/*/*.h src/*.c port/*/*.h port/*/*.c)
$(library.as_one): $(wildcard src/*.c)
	@mkdir -p $(@D)
	@printf '#include "../../%s"\n' $^ > $@

# The table of each file's tests, from its lines TEST(name) and the conditions that they stand under, and of each folder's
# files: made before anything else is.
tables.files := $(shell grep -lE '^TEST\>|define [a-z_]+_tests ' tests/*/*.c)
tables := $(tables.files:tests/%.c=build/lists/%.h)
tables.of = $(patsubst tests/$(1)/%.c,%,$(filter tests/$(1)/%,$(tables.files)))
ifneq ($(filter-out help help-all clean uninstall,$(MAKECMDGOALS)),)
-include build/lists/made.mk
endif
build/lists/made.mk: $(tables) $(patsubst %,build/lists/%.h,unit debug systems)
	@touch $@

build/lists/%.h: tests/%.c
	@mkdir -p $(@D)
	@{ echo 'extern const struct unit_test $(*F)_tests[];'; echo 'const struct unit_test $(*F)_tests[] = {'; \
	    sed -nE '/^# *(if|el|endif)/p; s/^TEST(\(.*\))/    UNIT_TEST\1,/p' $<; echo '    UNIT_TESTS_END,'; echo '};'; } >$@

build/lists/%.h: $(tables.files)
	@mkdir -p $(@D)
	@{ $(foreach file,$(call tables.of,$*),echo 'extern const struct unit_test $(file)_tests[];';) \
	    echo 'static const struct unit_test *const files[] = {'; printf '    %s_tests,\n' $(call tables.of,$*); echo '};'; } >$@

full = $(if $(FULL),$(1))
no_suites := $(filter %.run,$(.VARIABLES)) # of boards
# tests/unit first: others use its variables.
include tests/unit/part/parts.mk tests/unit/suite.mk $(filter-out tests/unit/suite.mk,$(wildcard tests/*/suite.mk))

suites := $(sort $(patsubst %.run,%,$(filter-out $(no_suites),$(filter %.run,$(.VARIABLES)))))

# $(1) suite
define suite_rules
build/results/$(1).tap: $($(1).needs) tests.always
	@$(PYTHON) tests/tools/tap.py run $(1) $(or $($(1).seconds),600) $($(1).run)
endef

$(foreach suite,$(suites),$(eval $(call suite_rules,$(suite))))
$(foreach suite,$(filter-out $(suites),$(quick)),$(error tests.mk: `quick` names '$(suite)', which has no `.run`))

# $(1) what was typed after test-: the error, which names what was probably meant
suite_words = $(sort $(suites) $(foreach suite,$(suites),$(firstword $(subst -, ,$(suite)))))
suite_meant = $(shell $(PYTHON) boards/tools/nearest.py '$(1)' $(suite_words))
no_suite = $(error There is no suite '$(1)'$(foreach near,$(call suite_meant,$(1)),; did you mean 'make test-$(near)'?); the folders are: $(sort $(foreach path,$(wildcard tests/*/suite.mk),$(word 2,$(subst /, ,$(path))))))

# $(1) suites
define run_suites
	@sh boards/tools/need.sh $(sort $(test.packages) $(foreach suite,$(1),$($(suite).packages)))
	@mkdir -p build/results
	@rm -f $(1:%=build/results/%.tap)
	@echo '$(words $(1)) suites; what they need is built first'
	+@suites_run='$(1)' $(MAKE) --no-print-directory -k $(1:%=build/results/%.tap) || true
	@$(PYTHON) tests/tools/tap.py tally $(1)
endef

.PHONY: test test-ci test-tally tests.always
test: ## Test: each kind of test on each kind of CPU, in minutes
	$(call run_suites,$(quick))

test-ci: ## Test: what continuous integration runs besides; FULL=1
	$(call run_suites,$(filter-out $(quick),$(suites)))

test-tally: ## The count of the last runs of both; with what only all results together show.
	@$(PYTHON) tests/tools/tap.py run tools-seeds-names 60 $(PYTHON) -B tests/tools/seeds.py --names $(suites)
	@$(PYTHON) tests/tools/tap.py run requirements-shown 60 $(PYTHON) -B tests/requirements/shown.py $(suites)
	@$(PYTHON) tests/tools/tap.py tally $(suites) tools-seeds-names requirements-shown

test-%: tests.always
	$(if $(filter $* $*-%,$(suites)),,$(call no_suite,$*))
	$(call run_suites,$(filter $* $*-%,$(suites)))
