// SPDX-License-Identifier: MIT
// atomic.h - how a word is read without the lock, and changed without one.
//
// Two needs. Every pool has readers that take no lock: walks, is_live, deref. HUTCH_LOAD and HUTCH_STORE
// serve them. Lock-free pools also change words without a lock: the macros from HUTCH_FETCH_AND on. gcc and
// clang make LDREX and STREX of those on ARMv7-M and ARMv8-M, LR, SC and AMO on RISC-V with A, and locked
// instructions on a PC. Where they would call a library there is no HUTCH_LOCK_FREE.
#ifndef HUTCH_ATOMIC_H
#define HUTCH_ATOMIC_H

#include "config.h"

// Can threads or cores run at the same time? Then a reader without the lock must see what the writer wrote
// before: the object's bytes before its live bit. On one core the order of the program is enough, and costs
// nothing.
#if defined(HUTCH_PORT_THREADS) || HUTCH_CFG_CORES
#    ifndef HUTCH_ORDER_SHOW
#        define HUTCH_ORDER_SHOW __ATOMIC_RELEASE
#    endif
#    ifndef HUTCH_ORDER_SEE
#        define HUTCH_ORDER_SEE __ATOMIC_ACQUIRE
#    endif
#    define HUTCH_LOAD(lvalue) __atomic_load_n(&(lvalue), HUTCH_ORDER_SEE)
#    define HUTCH_STORE(lvalue, value) __atomic_store_n(&(lvalue), (value), HUTCH_ORDER_SHOW)
#elif HUTCH_GNU
#    define HUTCH_LOAD(lvalue) (*(const volatile __typeof__(lvalue) *)&(lvalue))
#    define HUTCH_STORE(lvalue, value) ((void)((lvalue) = (value)))
#else
#    define HUTCH_LOAD(lvalue) (lvalue)
#    define HUTCH_STORE(lvalue, value) ((void)((lvalue) = (value)))
#endif

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

// ---------------------------------------------------------------------------------- memory orders, lock-free
// tests/orders weakens each of them alone: the thread sanitizer must report it, or tests/orders/README.md
// says why it cannot.
//
// A slot's bytes go from its last owner to its next through the word that holds its bit. GIVE is a release:
// what the last owner wrote comes before the bit is clear. TAKE is an acquire: what the next owner does comes
// after it was seen clear. Others may change the word in between: every change is a read-modify-write and
// continues the release sequence (C11 5.1.2.4).
//
// In a pool of several words TAKE, GIVE, LOOK and COUNT are sequentially consistent: "full" is a statement
// about all words at once, and the model in tests/proof has one order of all steps. Weaker, two cores could
// be told "full" falsely, and nothing worse; on one core it only costs the cycles of its barriers.
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
// A spawned object is shown by a release, after its hook; who sees it live does so by an acquire: the hook's
// writes are there. Hiding it is relaxed: it was seen live just before, and the generation's step says that
// it still is the same object. That step is relaxed, too: who wins it still has to clear the bit, which
// orders.
#    ifndef HUTCH_ORDER_SHOW
#        define HUTCH_ORDER_SHOW __ATOMIC_RELEASE
#    endif
#    ifndef HUTCH_ORDER_SEE
#        define HUTCH_ORDER_SEE __ATOMIC_ACQUIRE
#    endif

#    define HUTCH_READ(lvalue, order) __atomic_load_n(&(lvalue), order)
#    define HUTCH_WRITE(lvalue, value, order) __atomic_store_n(&(lvalue), (value), order)
#    define HUTCH_FETCH_AND(lvalue, value, order) __atomic_fetch_and(&(lvalue), (value), order)
#    define HUTCH_FETCH_OR(lvalue, value, order) __atomic_fetch_or(&(lvalue), (value), order)
#    define HUTCH_FETCH_ADD(lvalue, value, order) __atomic_fetch_add(&(lvalue), (value), order)
// True when `lvalue` was `expected` and now is `value`; otherwise `expected` receives what it was. May fail
// spuriously: for loops.
#    define HUTCH_SWAP(lvalue, expected, value, order) \
        __atomic_compare_exchange_n(&(lvalue), &(expected), (value), true, order, __ATOMIC_RELAXED)
// The same, without spurious failures.
#    define HUTCH_SWAP_ONCE(lvalue, expected, value, order) \
        __atomic_compare_exchange_n(&(lvalue), &(expected), (value), false, order, __ATOMIC_RELAXED)
#endif

#endif
