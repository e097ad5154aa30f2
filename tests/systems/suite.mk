# SPDX-License-Identifier: MIT
# suite.mk - five published pool systems through hutch, on this machine in a thinned matrix of builds and on an emulated
# microcontroller.

systems.files := $(wildcard tests/systems/*.c tests/systems/*.h) $(unit.files)
systems.sources := $(wildcard tests/systems/*.c) tests/unit/unit.c tests/unit/recorder.c $(library.as_one)
systems.cflags := $(tests.lines) -Itests/unit -Itests/systems -DHUTCH_CFG_STATS=2
systems.host_flags := -std=c99 $(tests.lines) $(tests.asserts) $(test.warnings) -Iinclude -Iboards -Itests/unit -Itests/systems \
    tests/unit/host/board.c -Iport/host port/host/hutch_port.c

# A row: compiler and flags; UNIT_LOCK is the lock of the pools that are walked.
systems-gcc.build := gcc -O2 -DHUTCH_CFG_STATS=2
systems-gcc-sanitized.build := gcc -O1 -fsanitize=address,undefined -fno-sanitize-recover=all $(stats) -DUNIT_LOCK=HUTCH_LOCK_IRQ
systems-gcc-debug.build := gcc -O2 -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_STATS=2 $(w8) -DHUTCH_CFG_LATE_REUSE=0
systems-gcc-debug-sanitized.build := gcc -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -DHUTCH_CFG_CHECK=2
systems-gcc-fake-mode.build := gcc -O2 -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_FENCE=1 -D_DEFAULT_SOURCE port/host/hutch_fence.c
systems-clang-w8.build := clang -O2 $(w8) -DUNIT_LOCK=HUTCH_LOCK_FREE -DHUTCH_CFG_REF_BITS=16 -DHUTCH_CFG_STATS=2
systems-clang-bare.build := clang -Os $(bare)
systems.host := gcc gcc-sanitized gcc-debug gcc-debug-sanitized gcc-fake-mode clang-w8 clang-bare

# $(1) row
define systems_host_rules
systems-$(1).needs := build/tests/systems-$(1)
systems-$(1).run := build/tests/systems-$(1)
systems-$(1).packages := $(filter clang,$(systems-$(1).build))

build/tests/systems-$(1): $(systems.files) $(library.files) tests/systems/suite.mk
	@mkdir -p $$(@D)
	$$(quiet)$$(firstword $$(systems-$(1).build)) $(systems.host_flags) $$(wordlist 2,99,$$(systems-$(1).build)) \
	    $(systems.sources) -o $$@
endef

$(foreach row,$(systems.host),$(eval $(call systems_host_rules,$(row))))

# Of the boards those with `.also := systems`.
$(foreach board,$(call boards_also,systems),$(eval $(call board_suite,$(board),systems,systems,systems)))

# ---- The hands-on test: a script of keys, and no allocator.

systems-handson.needs := build/prefabs-host/prefabs build/prefabs-m3/prefabs.elf
systems-handson.run := $(PYTHON) tests/systems/handson/handson.py build/prefabs-host/prefabs nm build/prefabs-m3/prefabs.elf \
    arm-none-eabi-nm $(call cortexm.run,lm3s6965evb)
systems-handson.packages := $(lm3s6965evb.packages)
