// SPDX-License-Identifier: MIT
// config.h - every option of hutch but those of ports, with its default and its range.
//
// No option needs to be set. Set one with -DHUTCH_CFG_X=n, or in a header of your own that is named by
// -DHUTCH_CONFIG_HEADER='"my_hutch_config.h"'; never by editing this file. All files of a program must use
// the same values, except for HUTCH_CFG_FOLD, HUTCH_CFG_SMALL, HUTCH_CFG_SECTION and HUTCH_CFG_DEBUG_SECTION.
#ifndef HUTCH_CONFIG_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_CONFIG_H

#ifdef HUTCH_CONFIG_HEADER
#    include HUTCH_CONFIG_HEADER
#endif
#include "core/compiler.h"
#if defined(HUTCH_CFG_CHECK) && HUTCH_CFG_CHECK >= 2
#    undef HUTCH_PORT_EXIT_ENABLES // debug builds nest critical sections, so exit must restore
#endif
#include "hutch_port.h" // of -I port/auto or another port; may define HUTCH_PORT_WORD_BITS

#if defined(HUTCH_CFG_ARM7_LOCK) || defined(HUTCH_CFG_EXIT_ENABLES) || defined(HUTCH_CFG_PORT_PLAIN) ||    \
    defined(HUTCH_CFG_SPINLOCK) || defined(HUTCH_CFG_TABLE_IN_FLASH) || defined(HUTCH_CFG_TABLE_IN_RAM) || \
    defined(HUTCH_CFG_THREAD_NAMES)
#    error "options of ports begin with HUTCH_PORT_: HUTCH_PORT_ARM7_LOCK and so on, see CHANGELOG.md"
#endif

#ifndef HUTCH_PORT_EXIT_ENABLES // only some ports have this option
#    define HUTCH_PORT_EXIT_ENABLES 0
#endif

#ifndef HUTCH_PORT_SCANS // 1: bitmaps have no summaries, acquire reads word by word
#    define HUTCH_PORT_SCANS 0
#    define HUTCH_PORT_SCAN(words, leaves) ((leaves)-1u)
#endif
#ifndef HUTCH_PORT_FIELDS // what a port's assembler reads of a pool, first in its descriptor
#    define HUTCH_PORT_FIELDS
#    define HUTCH_PORT_SET_FIELDS(slots, words, stride, capacity)
#    define HUTCH_PORT_FILL_FIELDS(pool) // the same, at run time
#endif

// An option on which all files of a program must agree is a part of every linker symbol if its value is not
// the usual one: `hutch_release`, but `hutch_release_CHECK_2`. The usual one follows from the CPU, the system
// and the options before it, never from the port: two ports would give two values one name.
#define HUTCH_UNUSUAL_(option) "_" #option "_" HUTCH_STRING(HUTCH_CFG_##option)
#ifdef __AVR__
#    define HUTCH_USUAL_IS_SMALL 1
#else
#    define HUTCH_USUAL_IS_SMALL 0
#endif
#if defined(__unix__) || defined(__APPLE__) || defined(_WIN32)
#    define HUTCH_USUAL_CORES 1 // port/host
#else
#    define HUTCH_USUAL_CORES 0
#endif

// HUTCH_CFG_CHECK: how much is checked. 0 = bare: a double release is not detected, and wrong calls are not
// reported; one with a foreign pointer or an index past the capacity still changes nothing and returns false.
// 1 = a wrong release (NULL, foreign, misaligned, double) changes nothing, is reported and returns false, in
// bounded time. 2 = debug, see debug.h: stops at the first fault, which is kept in hutch_last_fault and
// printed to the sink, see hutch_debug_set_sink.
#ifndef HUTCH_CFG_CHECK
#    define HUTCH_CFG_CHECK 1
#endif
#if HUTCH_CFG_CHECK < 0 || HUTCH_CFG_CHECK > 2
#    error "HUTCH_CFG_CHECK must be 0 (bare), 1 (checked) or 2 (debug)"
#elif HUTCH_CFG_CHECK != 1
#    define HUTCH_ABI_CHECK HUTCH_UNUSUAL_(CHECK)
#else
#    define HUTCH_ABI_CHECK
#endif

// HUTCH_CFG_STATS: 1 = each pool counts its peak and its refused acquires, in 6 to 12 bytes of RAM per pool
// and one compare per acquire. 2 = also what hutch_sizing needs to suggest a capacity: more bytes, and an
// unsigned long per slot; and the trace points, see stats.h. Default: 1 in debug builds, else 0.
#ifndef HUTCH_CFG_STATS
#    if HUTCH_CFG_CHECK >= 2
#        define HUTCH_CFG_STATS 1
#    else
#        define HUTCH_CFG_STATS 0
#    endif
#endif
#if HUTCH_CFG_STATS < 0 || HUTCH_CFG_STATS > 2
#    error "HUTCH_CFG_STATS must be 0, 1 or 2"
#elif HUTCH_CFG_STATS != (HUTCH_CFG_CHECK >= 2)
#    define HUTCH_ABI_STATS HUTCH_UNUSUAL_(STATS)
#else
#    define HUTCH_ABI_STATS
#endif

// HUTCH_CFG_REGISTER: 1 = every pool is listed in the linker section "hutch_pools", for hutch_report and
// hutch_owner; needs GNU ld or lld, but no linker script. With lld and --gc-sections, compilers without the
// attribute `retain` (gcc before 11, clang before 13, some gcc for ARM and AVR) also need
// -Wl,-z,nostart-stop-gc. 0 = only pools named in HUTCH_POOL_LIST are listed.
#ifndef HUTCH_CFG_REGISTER
#    define HUTCH_CFG_REGISTER 0
#endif
#if HUTCH_CFG_REGISTER < 0 || HUTCH_CFG_REGISTER > 1
#    error "HUTCH_CFG_REGISTER must be 0 or 1"
#elif HUTCH_CFG_REGISTER != 0
#    define HUTCH_ABI_REGISTER HUTCH_UNUSUAL_(REGISTER)
#else
#    define HUTCH_ABI_REGISTER
#endif

// HUTCH_CFG_WORD_BITS: bits in one word of the bitmap: 8, 16, 32 or 64. The CPU must load and store a word in
// one instruction. Ports define the best width for their CPU.
#ifndef HUTCH_CFG_WORD_BITS
#    ifdef HUTCH_PORT_WORD_BITS
#        define HUTCH_CFG_WORD_BITS HUTCH_PORT_WORD_BITS
#    else
#        define HUTCH_CFG_WORD_BITS 32
#    endif
#endif
#if HUTCH_CFG_WORD_BITS != 8 && HUTCH_CFG_WORD_BITS != 16 && HUTCH_CFG_WORD_BITS != 32 && \
    HUTCH_CFG_WORD_BITS != 64
#    error "HUTCH_CFG_WORD_BITS must be 8, 16, 32 or 64"
#elif HUTCH_CFG_WORD_BITS != (HUTCH_USUAL_IS_SMALL ? 8 : 32)
#    define HUTCH_ABI_WORD_BITS HUTCH_UNUSUAL_(WORD_BITS)
#else
#    define HUTCH_ABI_WORD_BITS
#endif

// HUTCH_CFG_LOCK_FREE: 1 = pools may choose HUTCH_LOCK_FREE if the CPU has the instructions. Functions for
// any pool, such as hutch_acquire, then hold that engine too: 384 bytes on a Cortex-M3. Pools with refs then
// keep one bit more per slot, whatever their lock. Not for memory in which the CPU's exclusive accesses do
// not work.
#ifndef HUTCH_CFG_LOCK_FREE
#    define HUTCH_CFG_LOCK_FREE 0
#endif
#if HUTCH_CFG_LOCK_FREE < 0 || HUTCH_CFG_LOCK_FREE > 1
#    error "HUTCH_CFG_LOCK_FREE must be 0 or 1"
#elif HUTCH_CFG_LOCK_FREE != 0
#    define HUTCH_ABI_LOCK_FREE HUTCH_UNUSUAL_(LOCK_FREE)
#else
#    define HUTCH_ABI_LOCK_FREE
#endif

// HUTCH_CFG_REF_BITS: the width of a ref, 16 or 32. A ref holds as many index bits as the capacity needs; the
// other bits count generations, which start again at 1 when they are used up: a ref kept for that long would
// match again. If reading one takes several loads, as on AVR, it is done inside the pool's lock.
#ifndef HUTCH_CFG_REF_BITS
#    if HUTCH_CFG_WORD_BITS <= 16
#        define HUTCH_CFG_REF_BITS 16
#    else
#        define HUTCH_CFG_REF_BITS 32
#    endif
#endif
#if HUTCH_CFG_REF_BITS != 16 && HUTCH_CFG_REF_BITS != 32
#    error "HUTCH_CFG_REF_BITS must be 16 or 32"
#elif HUTCH_CFG_REF_BITS != (HUTCH_CFG_WORD_BITS <= 16 ? 16 : 32)
#    define HUTCH_ABI_REF_BITS HUTCH_UNUSUAL_(REF_BITS)
#else
#    define HUTCH_ABI_REF_BITS
#endif

// What a debug build can do without. On a CPU with words of 8 bits it does by default: such machines have a
// few KiB of RAM. Double releases, stale refs and writes after release are detected with any of these
// options.
#if defined(HUTCH_PORT_WORD_BITS) && HUTCH_PORT_WORD_BITS == 8
#    define HUTCH_HAS_ROOM 0
#else
#    define HUTCH_HAS_ROOM 1
#endif

// HUTCH_CFG_NOTES: debug builds: 1 = a report names the calls that acquired and released the slot, and the
// faulty one, and says what its code means; a damaged bitmap is detected. Costs 20 to 44 bytes per slot. 0 =
// a report holds the pool, the slot, the code and the address. Default: 0 in debug builds for AVR and the
// Game Boy, else 1.
#ifndef HUTCH_CFG_NOTES
#    if HUTCH_CFG_CHECK >= 2 && !HUTCH_HAS_ROOM
#        define HUTCH_CFG_NOTES 0
#    else
#        define HUTCH_CFG_NOTES 1
#    endif
#endif
#if HUTCH_CFG_NOTES < 0 || HUTCH_CFG_NOTES > 1 || (HUTCH_CFG_NOTES == 0 && HUTCH_CFG_CHECK < 2)
#    error "HUTCH_CFG_NOTES must be 1, or 0 with HUTCH_CFG_CHECK 2"
#elif HUTCH_CFG_NOTES != !HUTCH_USUAL_IS_SMALL
#    define HUTCH_ABI_NOTES HUTCH_UNUSUAL_(NOTES)
#else
#    define HUTCH_ABI_NOTES
#endif

// HUTCH_CFG_GUARD_BYTES: debug builds: the number of guard bytes after each object and before the first, in
// which a write is detected. 0 to 64. Default: 0 on AVR and the Game Boy, else 8.
#ifndef HUTCH_CFG_GUARD_BYTES
#    if HUTCH_HAS_ROOM
#        define HUTCH_CFG_GUARD_BYTES 8
#    else
#        define HUTCH_CFG_GUARD_BYTES 0
#    endif
#endif
#if HUTCH_CFG_GUARD_BYTES < 0 || HUTCH_CFG_GUARD_BYTES > 64
#    error "HUTCH_CFG_GUARD_BYTES must be 0 to 64"
#elif HUTCH_CFG_GUARD_BYTES != (HUTCH_USUAL_IS_SMALL ? 0 : 8)
#    define HUTCH_ABI_GUARD_BYTES HUTCH_UNUSUAL_(GUARD_BYTES)
#else
#    define HUTCH_ABI_GUARD_BYTES
#endif

// HUTCH_CFG_POISON: debug builds: 1 = a released object is filled with a pattern, and a write to it is
// detected. 0 = it keeps its bytes, for programs that set some of them only once.
#ifndef HUTCH_CFG_POISON
#    define HUTCH_CFG_POISON 1
#endif
#if HUTCH_CFG_POISON < 0 || HUTCH_CFG_POISON > 1
#    error "HUTCH_CFG_POISON must be 0 or 1"
#elif HUTCH_CFG_POISON != 1
#    define HUTCH_ABI_POISON HUTCH_UNUSUAL_(POISON)
#else
#    define HUTCH_ABI_POISON
#endif

// HUTCH_CFG_LATE_REUSE: debug builds: 1 = a released slot is reused as late as possible, so that a stale
// pointer points to poison; needs HUTCH_CFG_NOTES 1. 0 = the lowest free slot is acquired first, as in
// release builds. Default: as HUTCH_CFG_NOTES.
#ifndef HUTCH_CFG_LATE_REUSE
#    define HUTCH_CFG_LATE_REUSE HUTCH_CFG_NOTES
#endif
#if HUTCH_CFG_LATE_REUSE < 0 || HUTCH_CFG_LATE_REUSE > HUTCH_CFG_NOTES
#    error "HUTCH_CFG_LATE_REUSE must be 0, or 1 with HUTCH_CFG_NOTES 1"
#elif HUTCH_CFG_LATE_REUSE != HUTCH_CFG_NOTES
#    define HUTCH_ABI_LATE_REUSE HUTCH_UNUSUAL_(LATE_REUSE)
#else
#    define HUTCH_ABI_LATE_REUSE
#endif

// HUTCH_CFG_FENCE: debug builds on a host: 1 = each object ends at a page that traps, and the page of a
// released object traps from then on; memory is never reused. Link port/host; needs guards.
#ifndef HUTCH_CFG_FENCE
#    define HUTCH_CFG_FENCE 0
#endif
#if HUTCH_CFG_FENCE < 0 || HUTCH_CFG_FENCE > 1 || \
    (HUTCH_CFG_FENCE == 1 && (HUTCH_CFG_CHECK != 2 || HUTCH_CFG_GUARD_BYTES == 0))
#    error "HUTCH_CFG_FENCE must be 0, or 1 with HUTCH_CFG_CHECK 2 and HUTCH_CFG_GUARD_BYTES above 0"
#elif HUTCH_CFG_FENCE != 0
#    define HUTCH_ABI_FENCE HUTCH_UNUSUAL_(FENCE)
#else
#    define HUTCH_ABI_FENCE
#endif

// Bits of a ref that identify its pool, so that an untyped ref passed to another pool is detected. None in
// release builds.
#if HUTCH_CFG_CHECK < 2
#    define HUTCH_TAG_BITS 0
#elif HUTCH_CFG_REF_BITS == 32
#    define HUTCH_TAG_BITS 6
#else
#    define HUTCH_TAG_BITS 3
#endif

// HUTCH_CFG_SECTION: the linker section of a pool's slots, bitmap, generations, marks, counters and prefab
// records, such as ".bss.ewram"; not of its waiters, or its policy's counters and stamps. It may be
// redefined before each pool, by #undef and #define; empty: no section. The linker script must define it and
// the start-up code must clear it. The name must begin with ".bss.": gcc and clang put sections of most other
// names, such as ".ewram", into the image.
#ifndef HUTCH_CFG_SECTION
#    define HUTCH_CFG_SECTION
#elif !HUTCH_GNU
#    error "HUTCH_CFG_SECTION needs gcc or clang"
#endif

// HUTCH_CFG_DEBUG_SECTION: the linker section of what a debug build adds to a pool in RAM: notes, mirrors,
// and the generations of pools without refs. If fast memory is short, name the slow one, such as ".bss.ewram"
// on a GBA. It may be redefined likewise. Default: HUTCH_CFG_SECTION. The start-up code must clear it.
#ifndef HUTCH_CFG_DEBUG_SECTION
#    define HUTCH_CFG_DEBUG_SECTION
#elif !HUTCH_GNU
#    error "HUTCH_CFG_DEBUG_SECTION needs gcc or clang"
#endif

// Expand where a pool is defined. If the option is empty, HUTCH_NO_SECTION_ meets its parentheses, and its
// comma makes `otherwise` the second argument.
#define HUTCH_PLACED_ HUTCH_PLACED_OR_(HUTCH_CFG_SECTION, )
#define HUTCH_DEBUG_PLACED_ HUTCH_PLACED_OR_(HUTCH_CFG_DEBUG_SECTION, HUTCH_PLACED_)
#define HUTCH_PLACED_OR_(its_section, otherwise) \
    HUTCH_SECOND_(HUTCH_NO_SECTION_ its_section(otherwise), HUTCH_IN_SECTION_(its_section), )
#define HUTCH_NO_SECTION_(otherwise) , otherwise
#if HUTCH_GNU
#    define HUTCH_IN_SECTION_(its_section) __attribute__((section(its_section)))
#else
#    define HUTCH_IN_SECTION_(its_section) HUTCH_CFG_SECTION_needs_gcc_or_clang
#endif

// HUTCH_CFG_CORES: 1 = pools may be shared by several cores, with `.lock = HUTCH_LOCK_CORES`; link
// src/hutch_cores.c. Needs HUTCH_CFG_CORE_NUMBER, an expression that is 0 on the first core and 1 on the
// next, unless the port defines HUTCH_PORT_CORE_NUMBER; see cores.h.
#ifndef HUTCH_CFG_CORES
#    ifdef HUTCH_PORT_STOPS_CORES
#        define HUTCH_CFG_CORES 1
#    else
#        define HUTCH_CFG_CORES 0
#    endif
#endif
#if HUTCH_CFG_CORES < 0 || HUTCH_CFG_CORES > 1
#    error "HUTCH_CFG_CORES must be 0 or 1"
#elif HUTCH_CFG_CORES != HUTCH_USUAL_CORES
#    define HUTCH_ABI_CORES HUTCH_UNUSUAL_(CORES)
#else
#    define HUTCH_ABI_CORES
#endif

// HUTCH_CFG_WAIT: 1 = a task may sleep until a pool has room, for pools with the option `.wait`; needs a port
// to a kernel, or the host's. See wait.h.
#ifndef HUTCH_CFG_WAIT
#    define HUTCH_CFG_WAIT 0
#endif
#if HUTCH_CFG_WAIT < 0 || HUTCH_CFG_WAIT > 1
#    error "HUTCH_CFG_WAIT must be 0 or 1"
#elif HUTCH_CFG_WAIT != 0
#    define HUTCH_ABI_WAIT HUTCH_UNUSUAL_(WAIT)
#else
#    define HUTCH_ABI_WAIT
#endif
#if HUTCH_CFG_WAIT && !defined(HUTCH_PORT_WAIT)
#    error "HUTCH_CFG_WAIT 1 needs a port that can wait: port/freertos or another kernel's, or port/host"
#endif

// HUTCH_CFG_FOLD: 1 = typed functions fold: the core is inlined over a constant descriptor, so that the
// compiler evaluates its fields and drops what the pool does not use. 0 = each typed function is one call of
// its generic counterpart. Default: 1 with gcc and clang if they optimise, else 0: without optimisation the
// acquire and release of one folded pool take 10 KB, and debug builds call everything out of line. Files with
// 0 and 1 may be mixed.
#ifndef HUTCH_CFG_FOLD
#    if HUTCH_GNU && defined(__OPTIMIZE__) && HUTCH_CFG_CHECK < 2
#        define HUTCH_CFG_FOLD 1
#    else
#        define HUTCH_CFG_FOLD 0
#    endif
#endif
#if HUTCH_CFG_FOLD < 0 || HUTCH_CFG_FOLD > 1 || (HUTCH_CFG_FOLD == 1 && HUTCH_CFG_CHECK == 2)
#    error "HUTCH_CFG_FOLD must be 0, or 1 with HUTCH_CFG_CHECK below 2"
#endif

// HUTCH_CFG_SMALL: 1 = typed functions of pools without a policy call shared functions instead of folding,
// see small.h: fewer bytes per call, more instructions; release, spawn and despawn mask interrupts for some
// instructions, also if the pool has no lock. No effect without HUTCH_CFG_FOLD; with HUTCH_CFG_STATS,
// HUTCH_CFG_WAIT or HUTCH_PORT_EXIT_ENABLES only on walks, which go through gaps slot by slot. Default: 1 on
// AVR at -Os, else 0. Files with 0 and 1 may be mixed.
#ifndef HUTCH_CFG_SMALL
#    if defined(HUTCH_PORT_SMALL) && defined(__OPTIMIZE_SIZE__)
#        define HUTCH_CFG_SMALL 1
#    else
#        define HUTCH_CFG_SMALL 0
#    endif
#endif
#if HUTCH_CFG_SMALL < 0 || HUTCH_CFG_SMALL > 1
#    error "HUTCH_CFG_SMALL must be 0 or 1"
#endif

// HUTCH_CFG_NAMES: 1 = a fault holds the pool's name and the slot, and the default handler counts faults. 0 =
// a fault holds its code and the address only; the code is FOREIGN for NULL and misaligned pointers, too; the
// default handler does nothing. Default: 0 on AVR and the Game Boy but in debug builds, else 1.
#ifndef HUTCH_CFG_NAMES
#    if (defined(HUTCH_PORT_SMALL) || defined(__SDCC)) && HUTCH_CFG_CHECK < 2
#        define HUTCH_CFG_NAMES 0
#    else
#        define HUTCH_CFG_NAMES 1
#    endif
#endif
#if HUTCH_CFG_NAMES < 0 || HUTCH_CFG_NAMES > 1 || (HUTCH_CFG_NAMES == 0 && HUTCH_CFG_CHECK == 2)
#    error "HUTCH_CFG_NAMES must be 1, or 0 with HUTCH_CFG_CHECK below 2"
#elif HUTCH_CFG_NAMES != (!HUTCH_USUAL_IS_SMALL || HUTCH_CFG_CHECK >= 2)
#    define HUTCH_ABI_NAMES HUTCH_UNUSUAL_(NAMES)
#else
#    define HUTCH_ABI_NAMES
#endif

// HUTCH_CFG_ASSERT: 1 = hutch checks its own invariants, and reports a broken one as the fault BROKEN.
// Default: 1 in debug builds but for AVR and the Game Boy, else 0.
#ifndef HUTCH_CFG_ASSERT
#    if HUTCH_CFG_CHECK >= 2 && HUTCH_HAS_ROOM
#        define HUTCH_CFG_ASSERT 1
#    else
#        define HUTCH_CFG_ASSERT 0
#    endif
#endif
#if HUTCH_CFG_ASSERT < 0 || HUTCH_CFG_ASSERT > 1
#    error "HUTCH_CFG_ASSERT must be 0 or 1"
#elif HUTCH_CFG_ASSERT != (!HUTCH_USUAL_IS_SMALL && HUTCH_CFG_CHECK >= 2)
#    define HUTCH_ABI_ASSERT HUTCH_UNUSUAL_(ASSERT)
#else
#    define HUTCH_ABI_ASSERT
#endif

// 1 if pools may be lock-free. 0 in debug builds, and with HUTCH_CFG_STATS 2: there an operation records more
// than one word.
#define HUTCH_MAY_BE_LOCK_FREE (HUTCH_CFG_CHECK < 2 && HUTCH_CFG_STATS < 2)

// Expands to its arguments in debug builds, to nothing in others.
#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_IF_DEBUG(...) __VA_ARGS__
#else
#    define HUTCH_IF_DEBUG(...)
#endif
#if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_NOTES
#    define HUTCH_IF_NOTES(...) __VA_ARGS__
#else
#    define HUTCH_IF_NOTES(...)
#endif

// The options on which all files of a program must agree, as they follow each other in a symbol.
#define HUTCH_EACH_OPTION_(verb)                                                                  \
    verb(CHECK) verb(STATS) verb(WORD_BITS) verb(REF_BITS) verb(LOCK_FREE) verb(CORES) verb(WAIT) \
        verb(REGISTER) verb(NAMES) verb(ASSERT) verb(FENCE)                                       \
            HUTCH_IF_DEBUG(verb(GUARD_BYTES) verb(NOTES) verb(LATE_REUSE) verb(POISON))
#ifdef __SDCC // names symbols as C does: each file has a symbol for each option, with its value as an address
#    define HUTCH_SAME_OPTION_(option) \
        __at(HUTCH_CFG_##option) unsigned char HUTCH_CFG_##option##_must_be_the_same_in_every_file;
HUTCH_EACH_OPTION_(HUTCH_SAME_OPTION_)
#endif
#define HUTCH_ABI_OPTIONS HUTCH_EACH_OPTION_(HUTCH_ABI_OPTION_)
#define HUTCH_ABI_OPTION_(option) HUTCH_ABI_##option

// HUTCH_ASSERT(number, condition): an invariant of hutch itself. Each number is used once. The condition has
// no side effects.
HUTCH_BEGIN_DECLS
void hutch_assert_failed(unsigned number) HUTCH_ABI(hutch_assert_failed);
HUTCH_END_DECLS
#if HUTCH_CFG_ASSERT
// The condition is hidden: gcc would warn about code after a condition that it proves false.
HUTCH_INLINE void hutch_assert(unsigned number, bool condition)
{
    HUTCH_HIDE(condition);
    if (!condition) {
        hutch_assert_failed(number);
    }
}
#    define HUTCH_ASSERT(number, condition) hutch_assert(number, condition)
#else
#    define HUTCH_ASSERT(number, condition) ((void)0)
#endif

#endif
