# SPDX-License-Identifier: MIT
# suite.mk - the unit tests on this machine, in a thinned matrix of builds, and on every board that has room.

unit.files := $(wildcard tests/unit/*.c tests/unit/*.h)
unit.host_sources := $(filter %.c,$(unit.files)) tests/unit/host/board.c $(library.as_one)
unit.host_flags := -std=c99 $(tests.lines) $(tests.asserts) $(test.warnings) -Iinclude -Iboards -Itests/unit
unit.host_port := -Iport/host port/host/hutch_port.c

# A row: compiler, flags, port. Word widths, checks and counters are spread over compilers and levels, and so are the locks and
# the kinds of the pools of those files that say UNIT_POOL; -O0 takes a quarter of the time.
w8 := -DHUTCH_CFG_WORD_BITS=8
w16 := -DHUTCH_CFG_WORD_BITS=16
w64 := -DHUTCH_CFG_WORD_BITS=64
stats := -DHUTCH_CFG_STATS=1
bare := -DHUTCH_CFG_CHECK=0
unit_debug := -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_LATE_REUSE=0
plain_locked := -DUNIT_KIND=HUTCH_POOL -DUNIT_LOCK=HUTCH_LOCK_IRQ
plain_free := -DUNIT_KIND=HUTCH_POOL -DUNIT_LOCK=HUTCH_LOCK_FREE
tracked_locked := -DUNIT_KIND=HUTCH_POOL_TRACKED -DUNIT_LOCK=HUTCH_LOCK_IRQ
tracked_free := -DUNIT_KIND=HUTCH_POOL_TRACKED -DUNIT_LOCK=HUTCH_LOCK_FREE
spawned_locked := -DUNIT_KIND=HUTCH_POOL_SPAWNED -DUNIT_LOCK=HUTCH_LOCK_IRQ
unit-gcc-w32.build := gcc -O2 $(stats) $(unit.host_port)
unit-gcc-w64.build := gcc -O0 $(w64) $(tracked_locked) -DHUTCH_CFG_STATS=2 -DHUTCH_HOST_PORTABLE_FIRST_SET $(unit.host_port)
unit-gcc-w16.build := gcc -O0 $(w16) -DHUTCH_CFG_REF_BITS=32 $(spawned_locked) $(stats) -DHUTCH_HOST_PORTABLE_FIRST_SET $(unit.host_port)
unit-gcc-w8.build := gcc -O0 $(w8) $(plain_free) $(stats) $(unit.host_port)
unit-gcc-bare.build := gcc -O3 $(bare) $(unit.host_port)
unit-gcc-small.build := gcc -Os -fsanitize=address,undefined -fno-sanitize-recover=all $(w8) $(plain_locked) -DHUTCH_CFG_SMALL=1 -DHUTCH_CFG_NAMES=0 $(unit.host_port)
unit-clang-small.build := clang -O2 -DHUTCH_CFG_SMALL=1 $(unit.host_port)
unit-gcc-template.build := gcc -O0 $(stats) -Iport/template -DHUTCH_PORT_MASKS=1
unit-gcc-sanitized.build := gcc -O1 -fsanitize=address,undefined -fno-sanitize-recover=all $(tracked_free) $(stats) $(unit.host_port)
unit-gcc-debug.build := gcc -O1 -DHUTCH_CFG_CHECK=2 $(unit.host_port)
unit-gcc-debug-small.build := gcc -Os $(w8) $(unit_debug) -DHUTCH_CFG_NOTES=0 -DHUTCH_CFG_GUARD_BYTES=0 -DHUTCH_CFG_POISON=0 $(unit.host_port)
unit-clang-debug-w64.build := clang -O2 $(w64) $(unit_debug) $(tracked_free) $(unit.host_port)
unit-clang-w8.build := clang -O3 $(w8) $(plain_locked) $(stats) $(unit.host_port)
# As a CPU whose shifts leave a carry has it.
unit-gcc-carry.build := gcc -O0 -include tests/unit/host/carry.h $(unit.host_port)
# As a CPU without a multiplier has it, at -Os.
unit-gcc-no-multiply.build := gcc -Os -DHUTCH_PORT_SLOW_MULTIPLY=2 -include port/cpu/slow_multiply.h -DHUTCH_HOST_PORTABLE_FIRST_SET $(unit.host_port)
unit-gcc-no-multiply-w64.build := gcc -O0 $(w64) -DHUTCH_PORT_SLOW_MULTIPLY=2 -include port/cpu/slow_multiply.h -DHUTCH_HOST_PORTABLE_FIRST_SET \
    $(unit.host_port)
# As RV32 swaps words only: pools with refs of 16 bits take the lock.
unit-gcc-refs-locked.build := gcc -O0 -DHUTCH_CFG_REF_BITS=16 -U__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 $(unit.host_port)
unit.host := gcc-w32 gcc-w64 gcc-w16 gcc-w8 gcc-bare gcc-small clang-small gcc-template gcc-sanitized \
    gcc-debug gcc-debug-small clang-debug-w64 clang-w8 gcc-carry gcc-no-multiply gcc-no-multiply-w64 gcc-refs-locked

# 32-bit programs, by QEMU's user mode: not every kernel for x86_64 runs them itself.
ifeq ($(shell uname -m),x86_64)
unit-gcc-m32.build := gcc -m32 -Os $(tracked_locked) $(unit.host_port)
unit-clang-m32-w16.build := clang -m32 -O2 $(w16) -DHUTCH_HOST_PORTABLE_FIRST_SET $(unit.host_port)
unit.m32 := gcc-m32 clang-m32-w16
unit.host += $(unit.m32)
# What `gcc -m32` needs of gcc-multilib, which itself cannot be installed beside Debian's cross compilers.
unit.gcc_version := $(or $(lastword $(sort $(notdir $(wildcard /usr/lib/gcc/x86_64-linux-gnu/[0-9]*)))),12)
unit.multilib := /usr/lib32/crt1.o:libc6-dev-i386 /usr/lib/gcc/x86_64-linux-gnu/$(unit.gcc_version)/32/libgcc.a:lib32gcc-$(unit.gcc_version)-dev
endif

# Big-endian programs, by QEMU's user mode.
unit-ppc-w32.build := powerpc-linux-gnu-gcc -static -O0 $(stats) $(unit.host_port)
unit.big_endian := ppc-w32
unit.host += $(unit.big_endian)
unit.foreign := powerpc-linux-gnu-gcc:gcc-powerpc-linux-gnu \
    /usr/powerpc-linux-gnu/include/stdio.h:libc6-dev-powerpc-cross qemu-ppc:qemu-user

# $(1) row
define unit_host_rules
unit-$(1).needs := build/tests/unit-$(1)
unit-$(1).seconds := 60
unit-$(1).run := $(if $(filter $(1),$(unit.big_endian)),qemu-ppc)$(if $(filter $(1),$(unit.m32)),qemu-i386) build/tests/unit-$(1)
unit-$(1).packages := $(filter clang,$(unit-$(1).build)) $(if $(filter $(1),$(unit.m32)),$(unit.multilib) qemu-i386:qemu-user) \
    $(if $(filter $(1),$(unit.big_endian)),$(unit.foreign))

build/tests/unit-$(1): $(unit.host_sources) $(unit.files) $(library.files) tests/unit/suite.mk
	@mkdir -p $$(@D)
	$$(quiet)$$(firstword $$(unit-$(1).build)) $(unit.host_flags) $$(wordlist 2,99,$$(unit-$(1).build)) $(unit.host_sources) -o $$@
endef

$(foreach row,$(unit.host),$(eval $(call unit_host_rules,$(row))))

# In QEMU every instruction takes the same time then, so a run is the same to the last one.
unit.steady = $(if $(findstring qemu,$(1)),-icount shift=0$(,)sleep=off)
, := ,

# $(1) board
define unit_board_rules
unit-$(1).needs := build/$(1)/unit.elf
unit-$(1).run := $($(1).run) build/$(1)/unit.elf $(call unit.steady,$($(1).run))
unit-$(1).packages := $($(1).packages)
unit-$(1).seconds := 60
endef

$(foreach board,$(boards.whole),$(eval $(call unit_board_rules,$(board))))

# Where all of them find no room, `.unit` is `parts`: a program for each file, but for those of `.unit_without`; and
# more than one for those of `.unit_shares`, such as levels/4.
unit.parts := $(call tables.of,unit)

# $(1) board
define unit_parts_rules
unit-$(1).programs := $(patsubst %,build/$(1)/parts/%.elf,$(call part.names,$(unit.parts),$($(1).unit_shares),$($(1).unit_without)))
unit-$(1).needs := $$(unit-$(1).programs)
unit-$(1).run := $$(call part.programs,$(1),$$(unit-$(1).programs))
unit-$(1).packages := $($(1).packages)
$(call part_rules,$(1),parts,$($(1).unit.objects),$(unit.cflags) -DPART_BEGINS_EARLY,tests/unit)
endef

$(foreach board,$(boards.parts),$(eval $(call unit_parts_rules,$(board))))

# Of the Game Boy's, whose compiler is slow, those that play on each engine: for `make test`.
unit-few-sm83.needs := $(patsubst %,build/sm83/parts/%.elf,acquire iterate wrong_release ids-1of2 levels-1of6 spawn-1of5)
unit-few-sm83.run := $(call part.programs,sm83,$(unit-few-sm83.needs))
unit-few-sm83.packages := $(sm83.packages)

# FULL=1: also as games are built, `.also := full`, with `.full_shares` and `.full_ldflags`.
# $(1) board
define unit_full_rules
unit-$(1).full := $(patsubst %,build/$(1)/full/%.elf,$(call part.names,$(unit.parts),$($(1).full_shares),$($(1).unit_without)))
unit-$(1).needs += $$(unit-$(1).full)
unit-$(1).run += $$(call part.programs,$(1),$$(unit-$(1).full))
$(call part_rules,$(1),full,$($(1).unit.objects),$(unit.cflags) -DPART_BEGINS_EARLY,tests/unit,$($(1).full_ldflags))
endef

$(foreach board,$(call full,$(call boards_also,full)),$(eval $(call unit_full_rules,$(board))))

# $(1) board, $(2) suite, which is followed by the board; $(3) program; $(4) whose sources and flags; $(5) as for program_rules
define board_suite
$(call program_rules,$(1),$(3),$(4),$(5))
$(2)-$(1).needs := build/$(1)/$(3).elf
$(2)-$(1).run := $($(1).run) build/$(1)/$(3).elf $(call unit.steady,$($(1).run))
$(2)-$(1).packages := $($(1).packages)
endef

# As a debug build, on an emulated board too: `.also := unit-debug`.
unit_debug.sources := $(unit.sources)
unit_debug.cflags := $(tests.lines) -Itests/unit $(unit_debug)
$(foreach board,$(call boards_also,unit-debug),$(eval $(call board_suite,$(board),unit-debug,unit_debug,unit_debug)))

# For speed, on CPUs of eight registers, `.also := speed`: the compiler inlines more than with -Os.
unit_speed.sources := $(unit.sources)
unit_speed.cflags := $(tests.lines) -Itests/unit -O2
$(foreach board,$(call boards_also,speed),$(eval $(call board_suite,$(board),unit-speed,unit_speed,unit_speed)) \
    $(eval unit-speed-$(board).seconds := 60))

# Walks over words wider than the port's own, `.also := wide`.
unit_wide.sources := $(addprefix tests/unit/,part/part.c walks.c unit.c recorder.c) $(library.as_one)
unit_wide.cflags := $(unit.cflags) -DPART=walks_tests $(w16)
$(foreach board,$(call boards_also,wide),$(eval $(call board_suite,$(board),unit-wide,unit_wide,unit_wide)))
