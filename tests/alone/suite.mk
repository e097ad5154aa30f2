# SPDX-License-Identifier: MIT
# suite.mk - programs that need a link of their own: another port, another handler, another list, threads.

alone.harness := tests/unit/unit.c tests/unit/host/board.c
alone.host_port := -Iport/host port/host/hutch_port.c
alone.flags := -std=c99 $(tests.lines) -O2 $(test.warnings) -Iinclude -Iboards -Itests/unit

# A row: the program's file, what is linked besides the harness, and flags; the compiler, when it is not CC.
alone-lock.build := lock.c $(library.as_one) -Itests/alone/port_counting
alone-lock-w8.build := lock.c $(library.as_one) -Itests/alone/port_counting -DHUTCH_CFG_WORD_BITS=8 -DHUTCH_CFG_STATS=1
alone-lock-small.build := $(alone-lock.build) -DHUTCH_CFG_WORD_BITS=8 -DHUTCH_CFG_SMALL=1
alone-lock-w8-no-swap.build := $(alone-lock.build) -DHUTCH_CFG_WORD_BITS=8 -UHUTCH_CFG_LOCK_FREE
alone-core-steps.build := core_steps.c tests/unit/recorder.c $(library.as_one) -Itests/alone/port_core -DHUTCH_CFG_CORES=1
alone-ref-steps.build := ref_steps.c tests/unit/recorder.c $(library.as_one) -Itests/alone/port_interrupt
alone-ref-steps-debug.build := $(alone-ref-steps.build) -DHUTCH_CFG_CHECK=2
alone-ref-steps-debug-w8.build := $(alone-ref-steps-debug.build) -DHUTCH_CFG_WORD_BITS=8 -UHUTCH_CFG_LOCK_FREE \
    -DHUTCH_CFG_LATE_REUSE=0
# Every access to a word that is shared is one by name, which the test's header replaces.
alone-ref-steps-each.build := $(alone-ref-steps.build) -include tests/alone/each_access.h -DHUTCH_CFG_CORES=1 -DHUTCH_CFG_CORE_NUMBER=0
alone-ref-steps-each-calls.build := $(alone-ref-steps-each.build) -DHUTCH_CFG_FOLD=0 -DHUTCH_CFG_STATS=1 -DHUTCH_CFG_WORD_BITS=8
alone-ref-steps-each-locked.build := $(alone-ref-steps-each.build) -UHUTCH_CFG_LOCK_FREE
alone-ref-steps-each-debug.build := $(alone-ref-steps-each.build) -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_LATE_REUSE=0
alone.wait_port := tests/alone/port_wait/wait_port.c tests/unit/recorder.c $(library.as_one) -Itests/alone/port_wait -DHUTCH_CFG_WAIT=1
alone.wait_debug := -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_LATE_REUSE=0
alone-wait-steps.build := wait_steps.c $(alone.wait_port)
alone-wait-steps-debug.build := $(alone-wait-steps.build) $(alone.wait_debug)
alone-wait-ways.build := wait_ways.c $(alone.wait_port)
alone-wait-ways-debug.build := $(alone-wait-ways.build) $(alone.wait_debug)
alone.traced := -Itests/alone '-DHUTCH_CONFIG_HEADER="trace.h"' -DHUTCH_CFG_STATS=2
alone-wait-ways-traced.build := $(alone-wait-ways.build) $(alone.traced)
alone-sinks.build := sinks.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -Iport/sinks
alone-clock.build := clock.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -DHUTCH_CFG_WAIT=1 -pthread -Wl,--wrap=clock_gettime
# Ports to kernels, over stand-ins for them.
alone.kernel = $(1).c tests/unit/recorder.c $(library.as_one) -Itests/misuse/kernels -Iport/$(1) port/$(1)/hutch_port.c -DHUTCH_CFG_WAIT=1
alone-freertos.build := $(call alone.kernel,freertos) '-DHUTCH_PORT_IN_INTERRUPT()=freertos_is_interrupt' -include tests/alone/context.h
alone-freertos-cooperative.build := $(alone-freertos.build) -DconfigUSE_PREEMPTION=0
alone-freertos-16-bits.build := $(alone-freertos.build) -DconfigUSE_16_BIT_TICKS=1
alone-threadx.build := $(call alone.kernel,threadx) '-DHUTCH_PORT_IN_INTERRUPT()=false'
alone-nuttx.build := $(call alone.kernel,nuttx) -DCONFIG_PRIORITY_INHERITANCE=1
alone-rewind.build := rewind.c $(library.as_one) $(alone.host_port)
alone-rewind-debug.build := $(alone-rewind.build) -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_STATS=2
alone-default-handler.build := default_handler.c $(filter-out src/hutch_fault.c,$(wildcard src/*.c)) $(alone.host_port)
alone-linker-list.build := linker_list.c tests/unit/recorder.c tests/unit/shared_pools.c $(library.as_one) \
    $(alone.host_port) -DHUTCH_CFG_REGISTER=1 -ffunction-sections -fdata-sections -Wl,--gc-sections
# lld, and GNU ld if it is told to, drop sections that no code refers to.
alone-linker-list-lld.build := $(alone-linker-list.build) -fuse-ld=lld
alone-linker-list-lld-clang.build := $(alone-linker-list-lld.build)
alone-linker-list-lld-clang.compiler := clang
alone-linker-list-lld.packages := lld
alone-linker-list-lld-clang.packages := clang lld
alone-linker-list-dropping.build := $(alone-linker-list.build) -Wl,-z,start-stop-gc
alone-linker-list-empty.build := empty_list.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) \
    -DHUTCH_CFG_REGISTER=1
alone-no-list.build := empty_list.c tests/unit/recorder.c $(library.as_one) $(alone.host_port)
alone-inverses.build := inverses.c tests/unit/recorder.c $(library.as_one) $(alone.host_port)
alone-threads.build := threads.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -pthread
alone-threads-sanitized.build := $(alone-threads.build) -fsanitize=thread -DROUNDS=60000
alone-threads-free.build := $(alone-threads.build) -DLOCK=HUTCH_LOCK_FREE
alone-threads-free-sanitized.build := $(alone-threads-sanitized.build) -DLOCK=HUTCH_LOCK_FREE
alone-threads-free-several.build := $(alone-threads.build) -DLOCK=HUTCH_LOCK_FREE -DHELD=25 -DSLOTS=100
alone-threads-free-scan-sanitized.build := $(alone-threads-sanitized.build) -DLOCK=HUTCH_LOCK_FREE -DHELD=22 -DSLOTS=88 \
    -DHUTCH_CFG_STATS=1
alone-threads-counted.build := threads_counted.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -pthread
alone-threads-counted-sanitized.build := $(alone-threads-counted.build) -fsanitize=thread -DROUNDS=20000 -DHOOKS
alone-threads-counted-free.build := $(alone-threads-counted.build) -DLOCK=HUTCH_LOCK_FREE -DHOOKS
alone-threads-counted-free-sanitized.build := $(alone-threads-counted.build) -fsanitize=thread -DROUNDS=20000 -DLOCK=HUTCH_LOCK_FREE
alone-threads-counted-free-hooks-sanitized.build := $(alone-threads-counted-free-sanitized.build) -DHOOKS
alone-threads-queue.build := threads_queue.c $(library.as_one) $(alone.host_port) -pthread
alone-threads-queue-debug.build := $(alone-threads-queue.build) -DROUNDS=20000 -DHUTCH_CFG_CHECK=2
alone-threads-queue-free.build := $(alone-threads-queue.build) -DLOCK=HUTCH_LOCK_FREE
alone-threads-queue-free-sanitized.build := $(alone-threads-queue.build) -fsanitize=thread -DROUNDS=20000 -DLOCK=HUTCH_LOCK_FREE -DSLOTS=300
alone-threads-queue-free-no-byte-sanitized.build := $(alone-threads-queue-free-sanitized.build) -U__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1
alone-threads-queue-cores-sanitized.build := $(alone-threads-queue.build) -fsanitize=thread -DROUNDS=20000 -DLOCK=HUTCH_LOCK_CORES -DHUTCH_CFG_CORES=1
alone-look.build := threads_look.c $(library.as_one) $(alone.host_port) -pthread -fsanitize=thread -g1
alone-look-calls.build := $(alone-look.build) -DHUTCH_CFG_FOLD=0 -DHUTCH_CFG_STATS=2
alone-look-debug.build := $(alone-look.build) -DHUTCH_CFG_CHECK=2 -DROUNDS=1000
alone-look-free.build := $(alone-look.build) -DLOCK=HUTCH_LOCK_FREE
alone-look-free-stats.build := $(alone-look-free.build) -DHUTCH_CFG_STATS=1
alone-look-clang.build := $(alone-look.build)
alone-look-free-clang.build := $(alone-look-free.build)
$(foreach row,look-clang look-free-clang,$(eval alone-$(row).compiler := clang) $(eval alone-$(row).packages := clang))
alone-small-debug.build := small_debug.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_NOTES=0 \
    -DHUTCH_CFG_GUARD_BYTES=0
alone-small-debug-w8.build := $(alone-small-debug.build) -Os -DHUTCH_CFG_WORD_BITS=8 -DHUTCH_CFG_REF_BITS=16 -DHUTCH_CFG_ASSERT=0
alone-small-debug-kept.build := $(alone-small-debug.build) -DHUTCH_CFG_POISON=0
alone-small-engine.build := small_engine.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -DHUTCH_CFG_NAMES=0
alone-small-engine-w8.build := $(alone-small-engine.build) -Os -DHUTCH_CFG_WORD_BITS=8 -DHUTCH_CFG_REF_BITS=16
alone-small-engine-bytes.build := $(alone-small-engine-w8.build) -include tests/unit/host/bytes.h
alone-repeats.build := repeats.c $(library.as_one) -Itests/alone/port_interrupt -DHUTCH_CFG_CHECK=2
alone-repeats-small.build := $(alone-repeats.build) -DHUTCH_CFG_NOTES=0 -DHUTCH_CFG_GUARD_BYTES=0
alone-sites.build := sites.c $(library.as_one) $(alone.host_port) -pthread -DHUTCH_CFG_CHECK=2
alone-sites-sanitized.build := $(alone-sites.build) -fsanitize=thread -DROUNDS=10000
alone-levels-mixed.build := levels_mixed.c tests/unit/recorder.c tests/unit/shared_pools.c $(library.as_one) $(alone.host_port)
alone-fences.build := fences.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) port/host/hutch_fence.c \
    -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_FENCE=1
alone-fences-few.build := $(alone-fences.build) -DHUTCH_FENCE_PAGES_LOG2=6
alone-one-unit.build := one_unit.c tests/unit/recorder.c $(alone.host_port) -Ibuild/tests
alone-one-unit-debug.build := $(alone-one-unit.build) -O3 -DHUTCH_CFG_CHECK=2 -DNVALGRIND
alone-one-unit-stats.build := $(alone-one-unit.build) -DHUTCH_CFG_STATS=2 -DHUTCH_CFG_WAIT=1
alone-one-unit-bare.build := $(alone-one-unit.build) -DHUTCH_CFG_CHECK=0 -UHUTCH_CFG_LOCK_FREE -DHUTCH_CFG_REGISTER=1
alone.sanitized := -fsanitize=address,undefined -fno-sanitize-recover=all
alone-who.build := who.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -Itests/alone '-DHUTCH_CONFIG_HEADER="who.h"' -DHUTCH_CFG_CHECK=2 $(alone.sanitized)
alone-who-threads.build := who_threads.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -pthread -DHUTCH_CFG_CHECK=2 -DHUTCH_PORT_THREAD_NAMES=1 -D_GNU_SOURCE
alone-flips.build := flips.c tests/unit/recorder.c $(library.as_one) $(alone.host_port)
alone-flips-sanitized.build := $(alone-flips.build) $(alone.sanitized)
alone-flips-sanitized-w8.build := $(alone-flips-sanitized.build) -DHUTCH_CFG_WORD_BITS=8 -DHUTCH_HOST_PORTABLE_FIRST_SET
alone-flips-small.build := $(alone-flips-sanitized-w8.build) -Os -DHUTCH_CFG_SMALL=1
alone-flips-debug.build := $(alone-flips.build) -DHUTCH_CFG_CHECK=2 -DNVALGRIND
alone-flips-debug-w8.build := $(alone-flips-debug.build) -DHUTCH_CFG_WORD_BITS=8
alone-weak-swaps.build := weak_swaps.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -DHUTCH_CFG_STATS=1 -include tests/alone/weak_swaps.h
alone-weak-swaps-w8.build := $(alone-weak-swaps.build) -DHUTCH_CFG_WORD_BITS=8
# unit/ways.c on each engine; in the matrix of the unit tests it has one word, no trace and no list.
alone.ways := ../unit/part/part.c tests/unit/ways.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -pthread -DPART=ways_tests -DWAYS_LISTED
alone.ways_traced := $(alone.traced) -DWAYS_TRACED
alone-ways.build := $(alone.ways) -DUNIT_LOCK=HUTCH_LOCK_IRQ -DUNIT_WAYS_SLOTS=70
alone-ways-three-levels.build := $(alone.ways) -DHUTCH_CFG_WORD_BITS=8 -DUNIT_WAYS_SLOTS=70 $(alone.ways_traced)
alone-ways-calls.build := $(alone.ways) -O0 -DUNIT_LOCK=HUTCH_LOCK_IRQ -DHUTCH_CFG_WAIT=1 $(alone.ways_traced)
alone-ways-free.build := $(alone.ways) -DUNIT_LOCK=HUTCH_LOCK_FREE -DUNIT_WAYS_SLOTS=70
alone-ways-free-calls.build := $(alone.ways) -O0 -DUNIT_LOCK=HUTCH_LOCK_FREE -DUNIT_WAYS_SLOTS=70 $(alone.ways_traced)
alone-ways-cores.build := $(alone.ways) -DUNIT_LOCK=HUTCH_LOCK_CORES -DHUTCH_CFG_CORES=1 -DHUTCH_CFG_STATS=1
alone-ways-small.build := $(alone.ways) -Os -DUNIT_LOCK=HUTCH_LOCK_IRQ -DHUTCH_CFG_SMALL=1 -DHUTCH_CFG_WORD_BITS=8 -DUNIT_WAYS_SLOTS=70
alone-ways-bare.build := $(alone.ways) -DUNIT_LOCK=HUTCH_LOCK_IRQ -DHUTCH_CFG_CHECK=0
alone-ways-debug.build := $(alone.ways) -DUNIT_LOCK=HUTCH_LOCK_IRQ -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_WAIT=1 -DUNIT_WAYS_SLOTS=70 $(alone.ways_traced)
alone-ways-debug-free.build := $(alone.ways) -DUNIT_LOCK=HUTCH_LOCK_FREE -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_LATE_REUSE=0
# The same file in C++, with the classes of hutch.hpp: its flags in `.cpp`, which the rest must have, too.
alone-ways-cpp.cpp := -DWAYS_LISTED -DUNIT_LOCK=HUTCH_LOCK_IRQ
alone-ways-cpp-calls.cpp := -DWAYS_LISTED -O0 -DUNIT_LOCK=HUTCH_LOCK_FREE
alone-ways-cpp-debug.cpp := -DWAYS_LISTED -DHUTCH_CFG_CHECK=2
alone.ways_cpp := ways-cpp ways-cpp-calls ways-cpp-debug
$(foreach row,$(alone.ways_cpp),$(eval alone-$(row).build := $(patsubst tests/unit/ways.c,build/tests/alone-$(row).o,$(alone.ways)) $(alone-$(row).cpp)) \
    $(eval alone-$(row).packages := g++))
alone-section.build := section.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) '-DHUTCH_CFG_SECTION="near_pools"'
alone-section-late.build := section.c tests/unit/recorder.c $(library.as_one) $(alone.host_port) -DSECTION_AFTER_INCLUDE
alone-section-debug.build := $(alone-section.build) -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_LATE_REUSE=0

alone.rows := $(patsubst alone-%.build,%,$(filter alone-%.build,$(.VARIABLES)))
# Rows that begin with one of these words are one suite, but for those that `make test` has by themselves.
alone.groups := freertos who linker-list threads-counted threads-free section look repeats small-debug small-engine sites one-unit fences threads-queue \
    weak-swaps wait-ways ways-cpp lock-w8 ref-steps-debug flips-sanitized
alone.rows_of = $(filter $(1) $(1)-%,$(alone.rows))
alone.suites := $(filter-out $(foreach group,$(alone.groups),$(call alone.rows_of,$(group))),$(alone.rows)) $(alone.groups)
alone-first-fault.run := $(PYTHON) tests/alone/first_fault.py
alone-first-fault.packages := clang addr2line:binutils
alone-of-program.run := $(PYTHON) tests/alone/of_program.py
alone-of-program.packages := clang ld.lld:lld g++ arm-none-eabi-gcc:gcc-arm-none-eabi avr-gcc:gcc-avr \
    riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf /usr/lib/avr/include/stdlib.h:avr-libc

# Resets of an emulated board, at random instructions.
resets.builds := resets resets-summary resets-debug resets-control
resets-summary.flags := -DSLOTS=130
resets-debug.flags := -DHUTCH_CFG_CHECK=2
resets-control.flags := -DSLOTS=130 -DRACE
alone-resets.needs := $(resets.builds:%=build/tests/%.elf)
alone-resets.run := $(foreach build,$(resets.builds),--then $(lm3s6965evb.run) build/tests/$(build).elf -icount shift=0$(,)sleep=off)
alone-resets.packages := $(lm3s6965evb.packages)
$(alone-resets.needs): build/tests/%.elf: tests/alone/resets.c $(wildcard boards/cortexm/*) $(library.as_one) $(library.files)
	$(call say,link,$@)
	@mkdir -p $(@D)
	$(quiet)$(lm3s6965evb.cross)gcc $(filter-out -MMD -MP,$(boards.cflags)) $(lm3s6965evb.cflags) -Iport/cortex_m $($*.flags) $< $(library.as_one) \
	    $(cortexm.sources) $(lm3s6965evb.ldflags) -lgcc -o $@

# $(1) suite, $(2) its rows
define alone_suite
alone-$(1).needs := $(2:%=build/tests/alone-%)
alone-$(1).run := $(2:%=--then build/tests/alone-%)
alone-$(1).packages += $(foreach row,$(filter-out $(1),$(2)),$(alone-$(row).packages))
endef
$(foreach suite,$(alone.suites),$(eval $(call alone_suite,$(suite),$(if $(filter $(suite),$(alone.groups)),$(call alone.rows_of,$(suite)),$(suite)))))

# $(1) row
define alone_rules
build/tests/alone-$(1): $(library.as_one) $(wildcard tests/alone/*.[ch] tests/alone/*.mk tests/alone/*/*.[ch]) $(unit.files) $(library.files)
	@mkdir -p $$(@D)
	$$(quiet)$$(or $$(alone-$(1).compiler),$(CC)) $(alone.flags) tests/alone/$$(alone-$(1).build) $(alone.harness) -o $$@
endef

alone.cpp_flags := -std=c++11 -fno-exceptions $(filter-out -std=c99 -Wstrict-prototypes -Wmissing-prototypes,$(alone.flags)) -Iport/host
build/tests/alone-%.o: tests/unit/ways.c $(unit.files) $(library.files) tests/alone/suite.mk
	@mkdir -p $(@D)
	$(quiet)g++ $(alone.cpp_flags) $(alone-$*.cpp) -x c++ -c $< -o $@
$(foreach row,$(alone.ways_cpp),$(eval build/tests/alone-$(row): build/tests/alone-$(row).o))

$(foreach row,$(alone.rows),$(eval $(call alone_rules,$(row))))
