# SPDX-License-Identifier: MIT
# suite.mk - debug builds: each misuse by its own code, on this machine in a thinned matrix and on emulated boards.

debug.files := $(wildcard tests/debug/*.c tests/debug/*.h) $(unit.files)
debug.sources := $(addprefix tests/debug/,main.c debug_test.c recorder.c first_use.c pointers.c refs.c bytes.c bitmap.c \
    runs.c callers.c locks.c history.c order.c generations.c interrupt.c) tests/unit/unit.c $(wildcard src/*.c)
debug.cflags := $(tests.lines) -DHUTCH_CFG_CHECK=2 -Itests/unit -Itests/debug
debug.played := $(debug.cflags) -include tests/debug/context.h
debug.host_flags := -std=c99 $(tests.lines) $(test.warnings) -Iinclude -Iboards -Itests/unit -Itests/debug tests/unit/host/board.c \
    -Iport/host port/host/hutch_port.c
release.sources := tests/debug/release_main.c tests/debug/generations.c tests/unit/unit.c tests/unit/recorder.c \
    $(wildcard src/*.c)

# A row: compiler and flags, then the sources.
ref16 := -DHUTCH_CFG_REF_BITS=16
debug-gcc.build := gcc -O2 $(debug.played) $(debug.sources)
debug-gcc-w8.build := gcc -Os $(debug.cflags) -DHUTCH_CFG_WORD_BITS=8 -DHUTCH_CFG_LATE_REUSE=0 $(debug.sources)
debug-gcc-w16-site2.build := gcc -O0 $(debug.played) -DHUTCH_CFG_WORD_BITS=16 -DHUTCH_CFG_SITE=2 $(debug.sources)
debug-gcc-ref16-untagged.build := gcc -O3 $(debug.played) $(ref16) -DHUTCH_CFG_TAG_BITS=0 $(debug.sources)
debug-gcc-guard1.build := gcc -O2 $(debug.played) -DHUTCH_CFG_GUARD_BYTES=1 -DHUTCH_CFG_WORD_BITS=64 $(debug.sources)
debug-gcc-guard64.build := gcc -O2 $(debug.played) -DHUTCH_CFG_GUARD_BYTES=64 -DHUTCH_CFG_TAG_BITS=8 $(debug.sources)
debug-gcc-retire.build := gcc -O2 $(debug.played) $(ref16) -DHUTCH_CFG_RETIRE=2 $(debug.sources)
debug-gcc-undefined.build := gcc -O1 -fsanitize=undefined -fno-sanitize-recover=all $(debug.played) $(debug.sources)
debug-clang-site2.build := clang -O2 $(debug.played) -DHUTCH_CFG_SITE=2 -DHUTCH_CFG_WORD_BITS=64 $(debug.sources)
debug-clang-retire.build := clang -Os $(debug.played) -DHUTCH_CFG_RETIRE=1 -DHUTCH_CFG_LATE_REUSE=0 $(debug.sources)
debug-release-ref16.build := gcc -O2 $(ref16) $(release.sources)
debug-release-retire.build := gcc -O2 $(ref16) -DHUTCH_CFG_RETIRE=2 -DHUTCH_CFG_WORD_BITS=8 $(release.sources)
debug-release-bare.build := gcc -Os -DHUTCH_CFG_CHECK=0 $(release.sources)
debug-release-retire32.build := clang -O2 -DHUTCH_CFG_RETIRE=1 -DHUTCH_CFG_STATS=1 $(release.sources)
debug.host := gcc gcc-w8 gcc-w16-site2 gcc-ref16-untagged gcc-guard1 gcc-guard64 gcc-retire gcc-undefined clang-site2 \
    clang-retire release-ref16 release-retire release-bare release-retire32

# 32-bit programs, by QEMU's user mode: not every kernel runs them.
ifeq ($(shell uname -m),x86_64)
debug-gcc-m32.build := gcc -m32 -O2 $(debug.played) $(ref16) $(debug.sources)
debug-clang-m32-w8.build := clang -m32 -Os $(debug.cflags) -DHUTCH_CFG_WORD_BITS=8 -DHUTCH_CFG_SITE=2 $(debug.sources)
debug.m32 := gcc-m32 clang-m32-w8
debug.host += $(debug.m32)
debug.multilib := /usr/lib32/crt1.o:gcc-multilib qemu-i386:qemu-user
endif

# $(1) row
define debug_host_rules
suites += debug-$(1)
debug-$(1).needs := build/tests/debug-$(1)
debug-$(1).run := $(if $(filter $(1),$(debug.m32)),qemu-i386) build/tests/debug-$(1)
debug-$(1).packages := clang $(debug.multilib)

build/tests/debug-$(1): $(debug.files) $(library.files) tests/debug/suite.mk
	@mkdir -p $$(@D)
	$$(quiet)$$(firstword $$(debug-$(1).build)) $(debug.host_flags) $$(wordlist 2,99,$$(debug-$(1).build)) -o $$@
endef

$(foreach row,$(debug.host),$(eval $(call debug_host_rules,$(row))))

# In QEMU every instruction takes the same time then, so a run is the same to the last one.
comma := ,
debug.steady = $(if $(findstring qemu,$($(1).run)),-icount shift=0$(comma)sleep=off)

# Of 16 KiB of RAM wide guards would take too much.
debug.small := microbit sifive_e
debug_small.sources := $(debug.sources)
debug_small.cflags := $(debug.cflags) -DHUTCH_CFG_GUARD_BYTES=2

# $(1) board
define debug_board_rules
$(call program_rules,$(1),debug,$(if $(filter $(1),$(debug.small)),debug_small,debug))
suites += debug-$(1)
debug-$(1).needs := build/$(1)/debug.elf
debug-$(1).run := $($(1).run) build/$(1)/debug.elf $(call debug.steady,$(1))
debug-$(1).packages := $($(1).packages)
endef

debug.boards := lm3s6965evb microbit mps2-an385 mps2-an386 mps2-an500 mps2-an505 rv32 sifive_e gba
$(foreach board,$(debug.boards),$(eval $(call debug_board_rules,$(board))))

# Where the lock stops interrupts by priority, so that one may be too urgent for it. The port's header comes first.
basepri.sources := $(debug.sources)
basepri.cflags := $(debug.cflags) -DHUTCH_CFG_BASEPRI=0x40 -include port/cortex_m_basepri/hutch_port.h
$(eval $(call program_rules,mps2-an385,debug-basepri,basepri))
suites += debug-basepri
debug-basepri.needs := build/mps2-an385/debug-basepri.elf
debug-basepri.run := $(mps2-an385.run) build/mps2-an385/debug-basepri.elf $(call debug.steady,mps2-an385)
debug-basepri.packages := $(mps2-an385.packages)

# Where there is little room a program for each file, or for a share of it, with guards of two bytes. On AVR callers and
# history take more than there is; SDCC cannot tell who called.
tiny := atmega32u4 sm83
tiny.cflags := -DHUTCH_CFG_GUARD_BYTES=2
tiny.without := callers history
tiny.parts := $(patsubst tests/debug/%.c,%,$(shell grep -l '^const struct unit_test' tests/debug/*.c))
debug_tiny.sources := $(filter-out tests/debug/main.c,$(debug.sources))
debug_tiny.cflags := $(debug.cflags) $(tiny.cflags)

# $(1) board
define debug_tiny_rules
$(call program_rules,$(1),debug,debug_tiny)
$(if $(findstring sdcc,$($(1).packages)),slow_suites,suites) += debug-$(1)
debug-$(1).needs := $(patsubst %,build/$(1)/debug-parts/%.elf,$(call part.names,$(tiny.parts),$($(1).debug_shares),$(tiny.without)))
debug-$(1).run := $(PYTHON) tests/unit/part/parts.py $($(1).run) -- $$(debug-$(1).needs)
debug-$(1).packages := $($(1).packages)
endef

$(foreach board,$(tiny),$(eval $(call debug_tiny_rules,$(board))))
$(foreach board,$(tiny),$(eval $(call part_rules,$(board),debug-parts,$($(board).debug.objects),$(debug_tiny.cflags),tests/debug,$($(board).debug_ldflags))))

# ---- Injected misuse and valid play: 2.6 million and 10^8 on this machine, fewer by the same source on boards.

inject.sources := $(wildcard tests/debug/inject/*.c) tests/unit/unit.c $(wildcard src/*.c)
inject.cflags := $(debug.cflags) -DINJECTIONS=100 -DVALID_STEPS=5000
inject.rows := inject inject-lowest-ref16
debug-inject.build := gcc -O2 $(debug.cflags)
debug-inject.arguments := 100000 100000000
debug-inject-lowest-ref16.build := clang -O2 $(debug.cflags) -DHUTCH_CFG_LATE_REUSE=0 $(ref16)
debug-inject-lowest-ref16.arguments := 10000 1000000 99
suites += debug-inject debug-inject-lowest-ref16

# $(1) row
define inject_host_rules
debug-$(1).needs := build/tests/debug-$(1)
debug-$(1).run := build/tests/debug-$(1) $$(debug-$(1).arguments)
debug-$(1).packages := clang
debug-$(1).seconds := 900

build/tests/debug-$(1): $(wildcard tests/debug/inject/*) $(unit.files) $(library.files) tests/debug/suite.mk
	@mkdir -p $$(@D)
	$$(quiet)$$(firstword $$(debug-$(1).build)) $(debug.host_flags) $$(wordlist 2,99,$$(debug-$(1).build)) \
	    $(inject.sources) -o $$@
endef

$(foreach row,$(inject.rows),$(eval $(call inject_host_rules,$(row))))

# $(1) board
define inject_board_rules
$(call program_rules,$(1),inject,inject,$(if $(filter $(1),$(debug.small)),,debug))
suites += debug-inject-$(1)
debug-inject-$(1).needs := build/$(1)/inject.elf
debug-inject-$(1).run := $($(1).run) build/$(1)/inject.elf $(call debug.steady,$(1))
debug-inject-$(1).packages := $($(1).packages)
endef

$(foreach board,$(debug.boards),$(eval $(call inject_board_rules,$(board))))

inject_tiny.sources := $(inject.sources)
inject_tiny.cflags := $(inject.cflags) $(tiny.cflags) -DBIRDS_MAX=20

# $(1) board
define inject_tiny_rules
$(call program_rules,$(1),inject,inject_tiny,debug)
$(if $(findstring sdcc,$($(1).packages)),slow_suites,suites) += debug-inject-$(1)
debug-inject-$(1).needs := build/$(1)/inject.elf
debug-inject-$(1).run := $($(1).run) build/$(1)/inject.elf
debug-inject-$(1).packages := $($(1).packages)
build/$(1)/inject.elf: $(1).ldflags += $($(1).inject_ldflags)
endef

$(foreach board,$(tiny),$(eval $(call inject_tiny_rules,$(board))))

# ---- What only a PC can do.

suites += debug-host
debug-host.run := $(PYTHON) tests/debug/host/host.py
debug-host.packages := clang /usr/share/doc/libclang-rt-dev:libclang-rt-dev llvm-symbolizer:llvm valgrind

suites += debug-docs
debug-docs.run := $(PYTHON) tests/debug/host/docs.py check

.PHONY: debug-docs
debug-docs: ## Writes what the programs print into tests/debug/README.md.
	@$(PYTHON) tests/debug/host/docs.py write

.PHONY: injected
injected: ## Injects each kind of misuse 100,000 times into random play, with 10^8 valid operations; writes the figures.
	@$(PYTHON) tests/debug/host/docs.py injected

suites += debug-release
debug-release.run := $(PYTHON) tests/debug/host/release.py
debug-release.packages := arm-none-eabi-gcc:gcc-arm-none-eabi

# ---- The game's hidden menu.

suites += cheat
cheat.needs := $(cheat.boards:%=build/%/$(GAME)-debug.elf)
cheat.run := env MAKEFLAGS= $(MAKE) --no-print-directory -s check-cheat
cheat.packages := $(foreach board,$(cheat.boards),$($(board).packages))

# ---- How the default handler stops an emulated Cortex-M. QEMU does not say that a debugger is there: the build does.

trap.sources := tests/debug/trap/trap.c $(wildcard src/*.c)
trap.cflags := -DHUTCH_CFG_CHECK=2
break.sources := $(trap.sources)
break.cflags := $(trap.cflags) '-DHUTCH_PORT_HAS_DEBUGGER()=1'

# $(1) board, $(2) trap or break, $(3) what it does
define trap_rules
$(call program_rules,$(1),$(2),$(2))
suites += debug-$(2)-$(1)
debug-$(2)-$(1).needs := build/$(1)/$(2).elf
debug-$(2)-$(1).run := $(PYTHON) tests/debug/trap/trap.py $(1) $(3) build/$(1)/$(2).elf "$(call cortexm.emulator,$(1))"
debug-$(2)-$(1).packages := $($(1).packages) gdb-multiarch
endef

$(eval $(call trap_rules,microbit,trap,halts))
$(eval $(call trap_rules,mps2-an385,trap,halts))
$(eval $(call trap_rules,mps2-an385,break,breaks))

# ---- What all of it costs.

costs.boards := microbit mps2-an385 rv32
costs.board = "$(1)@$(call board_cc,$(1))@$($(1).ldflags) $($(1).cflags) -Iport/$($(1).port)@$($(1).sources) \
    $(wildcard port/$($(1).port)/*.c src/*.c)@$($(1).run)"
costs.run = $(PYTHON) tests/debug/costs/costs.py $(1) $(foreach board,$(costs.boards),$(call costs.board,$(board)))

slow_suites += debug-costs
debug-costs.run := $(call costs.run,check)
debug-costs.packages := $(foreach board,$(costs.boards),$($(board).packages))
debug-costs.seconds := 900

.PHONY: costs
costs: ## Measures what each check of a debug build costs, port by port; writes tests/debug/README.md.
	@sh boards/tools/need.sh $(debug-costs.packages)
	@$(call costs.run,write)
