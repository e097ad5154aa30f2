// SPDX-License-Identifier: MIT
// config.h - every option of hutch, with its default and its range.
//
// No option needs to be set. Set one with -DHUTCH_CFG_X=n, or in a header of your own that is named by
// -DHUTCH_CONFIG_HEADER='"my_hutch_config.h"'; never by editing this file. Every file of a program must see
// the same values.
#ifndef HUTCH_CONFIG_H
#define HUTCH_CONFIG_H

#ifdef HUTCH_CONFIG_HEADER
#    include HUTCH_CONFIG_HEADER
#endif
#include "compiler.h"
#include "hutch_port.h" // found by -I port/auto or another port; may set the default of HUTCH_CFG_WORD_BITS

// HUTCH_CFG_CHECK: how much is checked. 0 = bare: a double release goes unseen; a number past the capacity is
// reported in every build. 1 = a wrong release (NULL, foreign, misaligned, double) changes nothing, is
// reported and returns false, in bounded time. 2 = debug: see debug.h.
#ifndef HUTCH_CFG_CHECK
#    define HUTCH_CFG_CHECK 1
#endif
#if HUTCH_CFG_CHECK < 0 || HUTCH_CFG_CHECK > 2
#    error "HUTCH_CFG_CHECK must be 0 (bare), 1 (checked) or 2 (debug)"
#endif

// HUTCH_CFG_STATS: 1 = each pool keeps its peak and its count of refused acquires. 6 to 8 bytes of RAM a pool
// and one compare an acquire. On by default in debug builds. 2 = also what suggests a better capacity, see
// stats.h: a long for each slot.
#ifndef HUTCH_CFG_STATS
#    if HUTCH_CFG_CHECK >= 2
#        define HUTCH_CFG_STATS 1
#    else
#        define HUTCH_CFG_STATS 0
#    endif
#endif
#if HUTCH_CFG_STATS < 0 || HUTCH_CFG_STATS > 2
#    error "HUTCH_CFG_STATS must be 0, 1 or 2"
#endif

// HUTCH_CFG_REGISTER: 1 = every pool enters itself into the linker section "hutch_pools", which report and
// owner look-up then read; needs GNU ld or lld, no linker script. 0 = only pools named in HUTCH_POOL_LIST are
// listed.
#ifndef HUTCH_CFG_REGISTER
#    define HUTCH_CFG_REGISTER 0
#endif
#if HUTCH_CFG_REGISTER < 0 || HUTCH_CFG_REGISTER > 1
#    error "HUTCH_CFG_REGISTER must be 0 or 1"
#endif

// HUTCH_CFG_WORD_BITS: bits in one word of the bitmap: 8, 16, 32 or 64. It must be a width that the CPU loads
// and stores in one instruction. The port knows the best.
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
#endif

// HUTCH_CFG_LOCK_FREE: 1 = pools may choose HUTCH_LOCK_FREE, where the CPU has the instructions. 0 = it is an
// error at compile time there too: for memory that the CPU's exclusive accesses do not work on.
#ifndef HUTCH_CFG_LOCK_FREE
#    define HUTCH_CFG_LOCK_FREE 1
#endif
#if HUTCH_CFG_LOCK_FREE < 0 || HUTCH_CFG_LOCK_FREE > 1
#    error "HUTCH_CFG_LOCK_FREE must be 0 or 1"
#endif

// HUTCH_CFG_SPURIOUS_FULL: lock-free pools of several words: 0 = acquire reports a full pool only if there
// was a moment at which no slot was free. 1 = may report full while another context is releasing; saves one
// atomic add per release.
#ifndef HUTCH_CFG_SPURIOUS_FULL
#    define HUTCH_CFG_SPURIOUS_FULL 0
#endif
#if HUTCH_CFG_SPURIOUS_FULL < 0 || HUTCH_CFG_SPURIOUS_FULL > 1
#    error "HUTCH_CFG_SPURIOUS_FULL must be 0 or 1"
#endif

// HUTCH_CFG_REF_BITS: the width of a ref, 16 or 32. A ref holds as many index bits as the capacity needs;
// the rest counts generations. 32 needs a CPU that loads 32 bits in one instruction, or a lock for pools
// that interrupts use.
#ifndef HUTCH_CFG_REF_BITS
#    if HUTCH_CFG_WORD_BITS <= 16
#        define HUTCH_CFG_REF_BITS 16
#    else
#        define HUTCH_CFG_REF_BITS 32
#    endif
#endif
#if HUTCH_CFG_REF_BITS != 16 && HUTCH_CFG_REF_BITS != 32
#    error "HUTCH_CFG_REF_BITS must be 16 or 32"
#endif

// HUTCH_CFG_RETIRE: what happens when a slot's generations are used up. 0 = count from 1 again: a ref kept
// for that long would match again. 1 = the slot retires: it is never handed out again, and that is
// reported; refused at compile time with fewer than 24 generation bits. 2 = retire with any number of bits.
#ifndef HUTCH_CFG_RETIRE
#    define HUTCH_CFG_RETIRE 0
#endif
#if HUTCH_CFG_RETIRE < 0 || HUTCH_CFG_RETIRE > 2
#    error "HUTCH_CFG_RETIRE must be 0, 1 or 2"
#endif

// HUTCH_CFG_GUARD_BYTES: debug builds: bytes after each object, and before the first, that nobody may write.
// 1 to 64.
#ifndef HUTCH_CFG_GUARD_BYTES
#    define HUTCH_CFG_GUARD_BYTES 8
#endif
#if HUTCH_CFG_GUARD_BYTES < 1 || HUTCH_CFG_GUARD_BYTES > 64
#    error "HUTCH_CFG_GUARD_BYTES must be 1 to 64"
#endif

// HUTCH_CFG_LATE_REUSE: debug builds: 1 = a released slot comes back as late as possible, so that a stale
// pointer meets poison. 0 = the lowest free slot comes first, as in release builds.
#ifndef HUTCH_CFG_LATE_REUSE
#    define HUTCH_CFG_LATE_REUSE 1
#endif
#if HUTCH_CFG_LATE_REUSE < 0 || HUTCH_CFG_LATE_REUSE > 1
#    error "HUTCH_CFG_LATE_REUSE must be 0 or 1"
#endif

// HUTCH_CFG_SITE: debug builds: how a slot remembers who acquired and who released it. 1 = the return
// address. 2 = file and line of calls written HUTCH_HERE(rabbits_acquire()), the return address of others.
#ifndef HUTCH_CFG_SITE
#    define HUTCH_CFG_SITE 1
#endif
#if HUTCH_CFG_SITE < 1 || HUTCH_CFG_SITE > 2
#    error "HUTCH_CFG_SITE must be 1 or 2"
#endif

// HUTCH_CFG_FENCE: debug builds on a host: 1 = each object ends at a page that traps, and the page of a
// released object traps from then on; no memory is used again. Link port/host.
#ifndef HUTCH_CFG_FENCE
#    define HUTCH_CFG_FENCE 0
#endif
#if HUTCH_CFG_FENCE < 0 || HUTCH_CFG_FENCE > 1 || (HUTCH_CFG_FENCE == 1 && HUTCH_CFG_CHECK != 2)
#    error "HUTCH_CFG_FENCE must be 0, or 1 with HUTCH_CFG_CHECK 2"
#endif

// HUTCH_CFG_TAG_BITS: bits of a ref that name its pool in debug builds, so that an untyped ref passed to
// another pool is detected. 0 to 8; no effect unless HUTCH_CFG_CHECK is 2.
#ifndef HUTCH_CFG_TAG_BITS
#    if HUTCH_CFG_CHECK < 2 || HUTCH_CFG_RETIRE
#        define HUTCH_CFG_TAG_BITS 0
#    elif HUTCH_CFG_REF_BITS == 32
#        define HUTCH_CFG_TAG_BITS 6
#    else
#        define HUTCH_CFG_TAG_BITS 3
#    endif
#endif
#if HUTCH_CFG_TAG_BITS < 0 || HUTCH_CFG_TAG_BITS > 8
#    error "HUTCH_CFG_TAG_BITS must be 0 to 8"
#endif

// HUTCH_CFG_SECTION: the linker section of all that a pool keeps in RAM, such as ".ewram" or ".bss.pools"; it
// may be redefined before each pool. The linker script must have it and the start-up code must clear it.
#ifdef HUTCH_CFG_SECTION
#    if !HUTCH_GNU
#        error "HUTCH_CFG_SECTION needs gcc or clang"
#    endif
#    define HUTCH_PLACED_ __attribute__((section(HUTCH_CFG_SECTION)))
#else
#    define HUTCH_PLACED_
#endif

// HUTCH_CFG_DEBUG_SECTION: the linker section of what a debug build keeps beside the slots: notes, mirrors,
// and the generations of pools without refs. Where quick memory is short, name the slow one, as ".ewram" on a
// GBA; the default is HUTCH_CFG_SECTION's. The start-up code must clear it.
#ifdef HUTCH_CFG_DEBUG_SECTION
#    if !HUTCH_GNU
#        error "HUTCH_CFG_DEBUG_SECTION needs gcc or clang"
#    endif
#    define HUTCH_DEBUG_PLACED_ __attribute__((section(HUTCH_CFG_DEBUG_SECTION)))
#else
#    define HUTCH_DEBUG_PLACED_ HUTCH_PLACED_
#endif

// HUTCH_CFG_CORES: 1 = pools may be shared by several cores, with `.lock = HUTCH_LOCK_CORES`; link
// src/hutch_cores.c. Needs HUTCH_CFG_CORE_NUMBER, an expression that is 0 on the first core and 1 on the
// next, unless the port knows; see cores.h.
#ifndef HUTCH_CFG_CORES
#    ifdef HUTCH_PORT_STOPS_CORES
#        define HUTCH_CFG_CORES 1
#    else
#        define HUTCH_CFG_CORES 0
#    endif
#endif
#if HUTCH_CFG_CORES < 0 || HUTCH_CFG_CORES > 1
#    error "HUTCH_CFG_CORES must be 0 or 1"
#endif

// HUTCH_CFG_WAIT: 1 = a task may sleep until a pool has room, for pools with the option `.wait`; needs a port
// to a kernel, or the host's. See wait.h.
#ifndef HUTCH_CFG_WAIT
#    define HUTCH_CFG_WAIT 0
#endif
#if HUTCH_CFG_WAIT < 0 || HUTCH_CFG_WAIT > 1
#    error "HUTCH_CFG_WAIT must be 0 or 1"
#endif
#if HUTCH_CFG_WAIT && !defined(HUTCH_PORT_WAIT)
#    error "HUTCH_CFG_WAIT 1 needs a port that can wait: port/freertos or another kernel's, or port/host"
#endif

// HUTCH_CFG_FOLD: 1 = the typed functions are the core, folded around a constant pool. 0 = each is one call
// of its generic twin. Default: 1 where the compiler folds. Not without optimisation, where one folded pool
// takes 20 KB; not in debug builds, which call everything out of line anyway. Files with 0 and 1 may be
// mixed.
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

// HUTCH_CFG_ASSERT: 1 = hutch checks its own invariants, and reports a broken one as the fault BROKEN. On by
// default in debug builds.
#ifndef HUTCH_CFG_ASSERT
#    if HUTCH_CFG_CHECK >= 2
#        define HUTCH_CFG_ASSERT 1
#    else
#        define HUTCH_CFG_ASSERT 0
#    endif
#endif
#if HUTCH_CFG_ASSERT < 0 || HUTCH_CFG_ASSERT > 1
#    error "HUTCH_CFG_ASSERT must be 0 or 1"
#endif

// A pool may be lock-free where its operations note nothing more than a word.
#define HUTCH_MAY_BE_LOCK_FREE (HUTCH_CFG_CHECK < 2 && HUTCH_CFG_STATS < 2)

// Debug builds only: expands to its arguments in the places where a pool is laid out.
#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_IF_DEBUG(...) __VA_ARGS__
#else
#    define HUTCH_IF_DEBUG(...)
#endif

// Every option that changes layout or code, as part of the names that the linker sees.
// clang-format off
#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_ABI_DEBUG \
        "_FENCE_" HUTCH_STRING(HUTCH_CFG_FENCE) "_GUARD_BYTES_" HUTCH_STRING(HUTCH_CFG_GUARD_BYTES) \
        "_LATE_REUSE_" HUTCH_STRING(HUTCH_CFG_LATE_REUSE) "_SITE_" HUTCH_STRING(HUTCH_CFG_SITE)
#else
#    define HUTCH_ABI_DEBUG ""
#endif
#define HUTCH_ABI_OPTIONS \
    "_" "_CHECK_" HUTCH_STRING(HUTCH_CFG_CHECK) "_STATS_" HUTCH_STRING(HUTCH_CFG_STATS) \
    "_WORD_BITS_" HUTCH_STRING(HUTCH_CFG_WORD_BITS) "_REF_BITS_" HUTCH_STRING(HUTCH_CFG_REF_BITS) \
    "_TAG_BITS_" HUTCH_STRING(HUTCH_CFG_TAG_BITS) "_RETIRE_" HUTCH_STRING(HUTCH_CFG_RETIRE) \
    "_LOCK_FREE_" HUTCH_STRING(HUTCH_CFG_LOCK_FREE) "_SPURIOUS_FULL_" HUTCH_STRING(HUTCH_CFG_SPURIOUS_FULL) \
    "_CORES_" HUTCH_STRING(HUTCH_CFG_CORES) "_WAIT_" HUTCH_STRING(HUTCH_CFG_WAIT) \
    "_ASSERT_" HUTCH_STRING(HUTCH_CFG_ASSERT) HUTCH_ABI_DEBUG
// clang-format on

// HUTCH_ASSERT(number, claim): an invariant of hutch itself. Each number is used once. No side effects.
HUTCH_BEGIN_DECLS
void hutch_assert_failed(unsigned number) HUTCH_ABI(hutch_assert_failed);
HUTCH_END_DECLS
#if HUTCH_CFG_ASSERT
// Hidden, because gcc would warn of what the program would do after a claim that does not hold.
HUTCH_INLINE void hutch_assert(unsigned number, bool claim)
{
    HUTCH_HIDE(claim);
    if (!claim) {
        hutch_assert_failed(number);
    }
}
#    define HUTCH_ASSERT(number, claim) hutch_assert(number, claim)
#else
#    define HUTCH_ASSERT(number, claim) ((void)0)
#endif

#endif
