// SPDX-License-Identifier: MIT
// atomic.h - atomic reads and changes of a word, where the CPU has the instructions, and which order each
// keeps.
//
// On ARMv7-M and ARMv8-M the compiler makes LDREX and STREX of these, on RISC-V with A LR, SC and AMO, on a
// PC the locked instructions. Where it would call a library there is no HUTCH_LOCK_FREE.
#ifndef HUTCH_ATOMIC_H
#define HUTCH_ATOMIC_H

#include "compiler.h"
#include "config.h"

// Can the CPU compare and swap this many bits?
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1)
#    define HUTCH_SWAPS_8 1
#else
#    define HUTCH_SWAPS_8 0
#endif
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2)
#    define HUTCH_SWAPS_16 1
#else
#    define HUTCH_SWAPS_16 0
#endif
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4)
#    define HUTCH_SWAPS_32 1
#else
#    define HUTCH_SWAPS_32 0
#endif
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8)
#    define HUTCH_SWAPS_64 1
#else
#    define HUTCH_SWAPS_64 0
#endif

/// 1 where pools may choose HUTCH_LOCK_FREE: the CPU swaps words of the bitmap and an unsigned.
#define HUTCH_HAS_LOCK_FREE \
    (HUTCH_CFG_LOCK_FREE && HUTCH_SWAPS_32 && HUTCH_JOIN(HUTCH_SWAPS_, HUTCH_CFG_WORD_BITS))
/// 1 where pools with weak refs may, too.
#define HUTCH_HAS_REF_SWAP (HUTCH_HAS_LOCK_FREE && HUTCH_JOIN(HUTCH_SWAPS_, HUTCH_CFG_REF_BITS))

// ------------------------------------------------------------------------------------------ memory orders
// tests/orders weakens each of them alone: the thread sanitizer has to report it, or tests/orders/README.md
// says why it cannot.
//
// A slot's bytes go from its last owner to its next by the word that its bit is in. GIVE is a release: what
// the last owner wrote comes before the bit is clear. TAKE is an acquire: what the next owner does comes
// after it was seen clear. That others change the word in between does not matter: every change is a
// read-modify-write, and so continues the release (C11 5.1.2.4).
//
// In a pool of several words TAKE, GIVE, LOOK and COUNT are sequentially consistent: "full" is an answer
// about all words at once, and the model in tests/proof that shows it right has one order of all steps.
// Weaker, two cores could be told "full" falsely, and nothing worse; on one core it makes no difference but
// the cycles of its barriers.
#if HUTCH_HAS_LOCK_FREE
#    ifndef HUTCH_ORDER_TAKE
#        define HUTCH_ORDER_TAKE __ATOMIC_ACQUIRE
#    endif
#    ifndef HUTCH_ORDER_GIVE
#        define HUTCH_ORDER_GIVE __ATOMIC_RELEASE
#    endif
#    ifndef HUTCH_ORDER_TAKE_SEVERAL
#        define HUTCH_ORDER_TAKE_SEVERAL __ATOMIC_SEQ_CST
#    endif
#    ifndef HUTCH_ORDER_GIVE_SEVERAL
#        define HUTCH_ORDER_GIVE_SEVERAL __ATOMIC_SEQ_CST
#    endif
#    ifndef HUTCH_ORDER_LOOK
#        define HUTCH_ORDER_LOOK __ATOMIC_SEQ_CST
#    endif
#    ifndef HUTCH_ORDER_COUNT
#        define HUTCH_ORDER_COUNT __ATOMIC_SEQ_CST
#    endif
// A spawned object is shown by a release, after its hook; who sees it live does that by an acquire: the
// hook's writes are there. Hiding it to release it is relaxed: it was seen live just before, and the
// generation's step between the two says that it is the same object.
#    ifndef HUTCH_ORDER_SHOW
#        define HUTCH_ORDER_SHOW __ATOMIC_RELEASE
#    endif
#    ifndef HUTCH_ORDER_SEE
#        define HUTCH_ORDER_SEE __ATOMIC_ACQUIRE
#    endif
// A generation orders nothing, and its step is relaxed too: who wins it still has to clear the bit, which
// orders; and a ref comes to its reader by some other way, which must be ordered itself.

#    define HUTCH_READ(lvalue) __atomic_load_n(&(lvalue), __ATOMIC_RELAXED)
#    define HUTCH_READ_ORDERED(lvalue, order) __atomic_load_n(&(lvalue), order)
#    define HUTCH_WRITE(lvalue, value) __atomic_store_n(&(lvalue), value, __ATOMIC_RELAXED)
#    define HUTCH_FETCH_AND(lvalue, value, order) __atomic_fetch_and(&(lvalue), value, order)
#    define HUTCH_FETCH_OR(lvalue, value, order) __atomic_fetch_or(&(lvalue), value, order)
#    define HUTCH_FETCH_ADD(lvalue, value, order) __atomic_fetch_add(&(lvalue), value, order)
// True when `lvalue` was `expected` and now is `value`; else `expected` is what it was. May fail without a
// reason: for loops.
#    define HUTCH_SWAP(lvalue, expected, value, order) \
        __atomic_compare_exchange_n(&(lvalue), &(expected), value, true, order, __ATOMIC_RELAXED)
// The same, and fails with a reason only.
#    define HUTCH_SWAP_ONCE(lvalue, expected, value, order) \
        __atomic_compare_exchange_n(&(lvalue), &(expected), value, false, order, __ATOMIC_RELAXED)
#else
// One load: a word is as wide as the CPU loads at once. The others are never executed, see hutch_is_free.
#    define HUTCH_READ(lvalue) (lvalue)
#    define HUTCH_READ_ORDERED(lvalue, order) (lvalue)
#    define HUTCH_WRITE(lvalue, value) ((void)((lvalue) = (value)))
#    define HUTCH_FETCH_AND(lvalue, value, order) ((void)(value), (lvalue))
#    define HUTCH_FETCH_OR(lvalue, value, order) ((void)(value), (lvalue))
#    define HUTCH_FETCH_ADD(lvalue, value, order) ((void)(value), (lvalue))
#    define HUTCH_SWAP(lvalue, expected, value, order) ((void)(value), (lvalue) == (expected))
#    define HUTCH_SWAP_ONCE(lvalue, expected, value, order) ((void)(value), (lvalue) == (expected))
#endif

#endif
