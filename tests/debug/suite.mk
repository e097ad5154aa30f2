# SPDX-License-Identifier: MIT
# suite.mk - debug builds: each misuse by its own code, on this machine in a thinned matrix and on emulated boards.

debug.files := $(wildcard tests/debug/*.c tests/debug/*.h) $(unit.files)
debug.sources := $(addprefix tests/debug/,main.c debug_test.c recorder.c first_use.c pointers.c refs.c bytes.c bitmap.c \
    runs.c callers.c locks.c history.c order.c generations.c interrupt.c over.c) tests/unit/unit.c $(library.as_one)
debug.cflags := $(tests.lines) -DHUTCH_CFG_CHECK=2 -Itests/unit -Itests/debug
debug.played := $(debug.cflags) -include tests/debug/context.h
debug.host_flags := -std=c99 $(tests.lines) $(test.warnings) -Iinclude -Iboards -Itests/unit -Itests/debug tests/unit/host/board.c \
    -Iport/host port/host/hutch_port.c
release.sources := -DPART=generations_tests tests/unit/part/part.c tests/debug/generations.c tests/unit/unit.c tests/unit/recorder.c $(library.as_one)

# A row: compiler and flags, then the sources.
ref16 := -DHUTCH_CFG_REF_BITS=16
debug-gcc.build := gcc -O2 $(debug.played) $(debug.sources)
debug-gcc-w8.build := gcc -Os $(debug.cflags) -DHUTCH_CFG_WORD_BITS=8 -DHUTCH_CFG_LATE_REUSE=0 $(debug.sources)
debug-gcc-w16.build := gcc -O0 $(debug.played) -DHUTCH_CFG_WORD_BITS=16 $(debug.sources)
debug-gcc-ref16.build := gcc -O3 $(debug.played) $(ref16) $(debug.sources)
debug-gcc-guard1.build := gcc -O2 $(debug.played) -DHUTCH_CFG_GUARD_BYTES=1 -DHUTCH_CFG_WORD_BITS=64 $(debug.sources)
debug-gcc-guard64.build := gcc -O2 $(debug.played) -DHUTCH_CFG_GUARD_BYTES=64 $(debug.sources)
debug-gcc-undefined.build := gcc -O1 -fsanitize=undefined -fno-sanitize-recover=all $(debug.played) $(debug.sources)
debug-clang-w64.build := clang -O2 $(debug.played) -DHUTCH_CFG_WORD_BITS=64 $(debug.sources)
debug-release-ref16.build := gcc -O2 $(ref16) $(release.sources)
debug-release-bare.build := gcc -Os -DHUTCH_CFG_CHECK=0 $(release.sources)
debug.host := gcc gcc-w8 gcc-w16 gcc-ref16 gcc-guard1 gcc-guard64 gcc-undefined clang-w64 \
    release-ref16 release-bare

# 32-bit programs, by QEMU's user mode: not every kernel runs them.
ifeq ($(shell uname -m),x86_64)
debug-gcc-m32.build := gcc -m32 -O2 $(debug.played) $(ref16) $(debug.sources)
debug-clang-m32-w8.build := clang -m32 -Os $(debug.cflags) -DHUTCH_CFG_WORD_BITS=8 $(debug.sources)
debug.m32 := gcc-m32 clang-m32-w8
debug.host += $(debug.m32)
endif

# $(1) row
define debug_host_rules
debug-$(1).needs := build/tests/debug-$(1)
debug-$(1).run := $(if $(filter $(1),$(debug.m32)),qemu-i386) build/tests/debug-$(1)
debug-$(1).packages := $(filter clang,$(debug-$(1).build)) $(if $(filter $(1),$(debug.m32)),$(unit.multilib) qemu-i386:qemu-user)

build/tests/debug-$(1): $(debug.files) $(library.files) tests/debug/suite.mk
	@mkdir -p $$(@D)
	$$(quiet)$$(firstword $$(debug-$(1).build)) $(debug.host_flags) $$(wordlist 2,99,$$(debug-$(1).build)) -o $$@
endef

$(foreach row,$(debug.host),$(eval $(call debug_host_rules,$(row))))

# $(1) boards: those whose debug builds are run
debug.boards = $(foreach board,$(1),$(if $($(board).no_debug),,$(board)))

# $(1) board. Its `.debug_cflags` are for debug builds.
define debug_board_rules
debug_$(1).sources := $(debug.sources)
debug_$(1).cflags := $(debug.cflags) $($(1).debug_cflags)
$(call board_suite,$(1),debug,debug,debug_$(1))
endef

$(foreach board,$(call debug.boards,$(boards.whole)),$(eval $(call debug_board_rules,$(board))))

# Where the lock stops interrupts by priority, so that one may be too urgent for it, `.also := basepri`. The port's header
# comes first.
basepri.sources := $(debug.sources)
basepri.cflags := $(debug.cflags) -DHUTCH_CFG_BASEPRI=0x40 -include port/cortex_m_basepri/hutch_port.h

$(foreach board,$(call boards_also,basepri),$(eval $(call board_suite,$(board),debug-basepri,debug-basepri,basepri)))

# Where there is little room a program for each file but those of `.debug_without`, or for a share of it.
tiny.parts := $(call tables.of,debug)

# $(1) board
define debug_tiny_rules
debug_$(1).sources := $(filter-out $(patsubst %,tests/debug/%.c,main $($(1).debug_without)),$(debug.sources))
debug_$(1).cflags := $(debug.cflags) $($(1).debug_cflags)
$(call program_rules,$(1),debug,debug_$(1))
debug-$(1).needs := $(patsubst %,build/$(1)/debug-parts/%.elf,$(call part.names,$(tiny.parts),$($(1).debug_shares),$($(1).debug_without)))
debug-$(1).$(if $($(1).no_debug),by_hand,run) := $$(call part.programs,$(1),$$(debug-$(1).needs))
debug-$(1).packages := $($(1).packages)
endef

$(foreach board,$(boards.parts),$(eval $(call debug_tiny_rules,$(board))))
$(foreach board,$(boards.parts),$(eval $(call part_rules,$(board),debug-parts,$($(board).debug.objects),$(debug_$(board).cflags),tests/debug,$($(board).debug_ldflags))))

# ---- Injected misuse and valid play: 2.6 million and 10^8 on this machine, fewer by the same source on boards.

inject.sources := $(wildcard tests/debug/inject/*.c) tests/unit/unit.c $(library.as_one)
inject.cflags := $(debug.cflags) -DINJECTIONS=100 -DVALID_STEPS=5000
inject.rows := inject inject-lowest-ref16
debug-inject.build := gcc -O2 $(debug.cflags)
debug-inject.arguments := 100000 100000000
debug-inject-lowest-ref16.build := clang -O2 $(debug.cflags) -DHUTCH_CFG_LATE_REUSE=0 $(ref16)
debug-inject-lowest-ref16.arguments := 10000 1000000 99

# $(1) row
define inject_host_rules
debug-$(1).needs := build/tests/debug-$(1)
debug-$(1).run := build/tests/debug-$(1) $$(debug-$(1).arguments)
debug-$(1).packages := $(filter clang,$(debug-$(1).build))
debug-$(1).seconds := 900

build/tests/debug-$(1): $(wildcard tests/debug/inject/*) $(unit.files) $(library.files) tests/debug/suite.mk
	@mkdir -p $$(@D)
	$$(quiet)$$(firstword $$(debug-$(1).build)) $(debug.host_flags) $$(wordlist 2,99,$$(debug-$(1).build)) \
	    $(inject.sources) -o $$@
endef

$(foreach row,$(inject.rows),$(eval $(call inject_host_rules,$(row))))

$(foreach board,$(call debug.boards,$(boards.whole)),\
    $(eval $(call board_suite,$(board),debug-inject,inject,inject,$(if $($(board).debug_cflags),,debug))))

# $(1) board
define inject_tiny_rules
inject_$(1).sources := $(inject.sources)
inject_$(1).cflags := $(inject.cflags) $($(1).debug_cflags) -DBIRDS_MAX=20
$(call program_rules,$(1),inject,inject_$(1),debug)
debug-inject-$(1).needs := build/$(1)/inject.elf
debug-inject-$(1).$(if $($(1).no_debug),by_hand,run) := $($(1).run) build/$(1)/inject.elf
debug-inject-$(1).packages := $($(1).packages)
build/$(1)/inject.elf: $(1).ldflags += $($(1).inject_ldflags)
endef

$(foreach board,$(boards.parts),$(eval $(call inject_tiny_rules,$(board))))

# Of the Game Boy, whose compiler takes two minutes for them, with FULL=1 beside the unit tests.
unit-sm83.needs += $(call full,$(debug-sm83.needs) $(debug-inject-sm83.needs))
unit-sm83.run += $(call full,$(debug-sm83.by_hand) --then $(debug-inject-sm83.by_hand))

# ---- What only a PC can do.

debug-host.run := $(PYTHON) tests/debug/host/host.py
debug-host.packages := clang /usr/share/doc/libclang-rt-dev:libclang-rt-dev llvm-symbolizer:llvm valgrind

debug-docs.run := $(PYTHON) tests/debug/host/docs.py

.PHONY: debug-docs
debug-docs: ## Writes what the programs print into tests/debug/README.md.
	@$(PYTHON) tests/debug/host/docs.py --write

.PHONY: injected
injected: ## Injects each kind of misuse 100,000 times into random play, with 10^8 valid operations; writes the figures.
	@$(PYTHON) tests/debug/host/docs.py --write --injected

debug-release.run := $(PYTHON) tests/debug/host/release.py
debug-release.packages := arm-none-eabi-gcc:gcc-arm-none-eabi

# ---- The game's hidden menu.

cheat.needs := $(cheat.boards:%=build/%/$(GAME)-debug.elf)
cheat.run := env MAKEFLAGS= $(MAKE) --no-print-directory -s check-cheat
cheat.packages := $(foreach board,$(cheat.boards),$($(board).packages))

# ---- How the default handler stops an emulated Cortex-M: `.also := trap`, and `break` under a debugger. QEMU does not say that
# one is there: the build does.

# The library file by file, as a user links it: the backtrace is compared.
trap.sources := tests/debug/trap/trap.c $(wildcard src/*.c)
trap.cflags := -DHUTCH_CFG_CHECK=2
break.sources := $(trap.sources)
break.cflags := $(trap.cflags) '-DHUTCH_PORT_HAS_DEBUGGER()=1'

# $(1) board, $(2) trap or break, $(3) what it does
define trap_rules
$(call program_rules,$(1),$(2),$(2))
debug-$(2)-$(1).needs := build/$(1)/$(2).elf
debug-$(2)-$(1).run := $(PYTHON) tests/debug/trap/trap.py $(1) $(3) build/$(1)/$(2).elf "$(call cortexm.emulator,$(1))"
debug-$(2)-$(1).packages := $($(1).packages) gdb-multiarch
endef

$(foreach board,$(call boards_also,trap),$(eval $(call trap_rules,$(board),trap,halts)))
$(foreach board,$(call boards_also,break),$(eval $(call trap_rules,$(board),break,breaks)))

# ---- Reports by semihosting, and to a probe and a pin that are not there: `.also := trap`.

sinks.sources := tests/debug/trap/sinks.c $(library.as_one)
sinks.cflags := -DHUTCH_CFG_CHECK=2 -Iport/sinks

# $(1) board
define sinks_rules
$(call program_rules,$(1),sinks,sinks)
debug-sinks-$(1).needs := build/$(1)/sinks.elf
debug-sinks-$(1).run := $(PYTHON) tests/debug/trap/sinks.py $(1) $(call cortexm.emulator,$(1)) -kernel build/$(1)/sinks.elf
debug-sinks-$(1).packages := $($(1).packages)
endef

$(foreach board,$(call boards_also,trap),$(eval $(call sinks_rules,$(board))))

# ---- A fault on a screen: what the display shows, compared with the pictures of port/sinks.

# A file of screens/ is named like its board.
screens.boards := $(basename $(notdir $(wildcard tests/debug/screens/*.c)))
screens.arduboy := screens screens-goes-on screens-no-fault
screens.gameboy := screens screens-no-fault
screens-goes-on.defined := -DGOES_ON
screens-no-fault.defined := -DNO_FAULT
screens.arduboy_cflags := -DHUTCH_CFG_CHECK=2 $(arduboy.debug_cflags)
screens.gameboy_cflags := -DHUTCH_CFG_STATS=1 -DHUTCH_CFG_NAMES=1
screens.gameboy_ldflags := --effort=--max-allocs-per-node,300 # SDCC is slow

# $(1) board, $(2) program
define screens_rules
$(1)_$(2).sources := tests/debug/screens/$(1).c $(library.as_one)
$(1)_$(2).cflags := $(screens.$(1)_cflags) -Iport/sinks $($(2).defined)
$(call program_rules,$(1),$(2),$(1)_$(2),$(if $($(2).defined),screens))
build/$(1)/$(2).elf: $(1).ldflags += $(screens.$(1)_ldflags)
debug-screens-$(1).needs += build/$(1)/$(2).elf
endef

$(foreach board,$(screens.boards),$(foreach program,$(screens.$(board)),$(eval $(call screens_rules,$(board),$(program)))))

# $(1) board
define screens_suite
debug-screens-$(1).run := $(PYTHON) tests/debug/screens/screens.py $(1) $($(1).run) $(screens.$(1):%=build/$(1)/%.elf)
debug-screens-$(1).packages := $($(1).packages)
endef

$(foreach board,$(screens.boards),$(eval $(call screens_suite,$(board))))

# ---- How the default handler stops an emulated Game Boy Advance, where mGBA stops at the handler's fatal line.

trap_gba.sources := tests/debug/trap/gba.c $(library.as_one)
trap_gba.cflags := -DHUTCH_CFG_CHECK=2 $(gba.debug_cflags) -Iport/sinks
$(eval $(call program_rules,gba,trap_gba,trap_gba))
debug-trap-gba.needs := build/gba/trap_gba.elf
debug-trap-gba.run := $(PYTHON) tests/debug/trap/gba.py $(gba.run) build/gba/trap_gba.elf
debug-trap-gba.packages := $(gba.packages)

# ---- What all of it costs, and hutch_snapshot.

debug-costs-parts.run := $(PYTHON) tests/debug/costs/parts.py
debug-costs-parts.packages := avr-gcc:gcc-avr /usr/lib/avr/include/avr/io.h:avr-libc arm-none-eabi-gcc:gcc-arm-none-eabi

debug-costs.run := $(PYTHON) -B tests/debug/costs/costs.py
debug-costs.packages := $(foreach board,microbit mps2-an385 rv32,$($(board).packages))
debug-costs.seconds := 900

.PHONY: costs
costs: ## Renew: what each check of a debug build costs, and a snapshot
	@sh boards/tools/need.sh $(debug-costs.packages) $(debug-costs-parts.packages)
	@$(PYTHON) tests/debug/costs/parts.py --write
	@$(debug-costs.run) --write
