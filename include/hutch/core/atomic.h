// SPDX-License-Identifier: MIT
// atomic.h - reads words outside the lock, and changes words without a lock.
//
// Every pool has readers that take no lock: walks, is_live, deref. They use HUTCH_LOAD; writers inside the
// lock use HUTCH_STORE. Only the walk of an unlocked pool reads plainly. Lock-free pools also change words
// without a lock, with the macros from HUTCH_ATOMIC_LOAD on.
// gcc and clang compile these to LDREX and STREX on ARMv7-M and ARMv8-M, to LR, SC and AMO on RISC-V with the
// A extension, and to lock-prefixed instructions on a PC. Where they would call a library instead,
// HUTCH_LOCK_FREE is not available.
#ifndef HUTCH_ATOMIC_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_ATOMIC_H

#include "../config.h"

// If threads or cores run at the same time, a reader that takes no lock must see all that was written before
// the word: the object's bytes before its live bit. So words are stored with HUTCH_ORDER_SHOW (release) and
// loaded with HUTCH_ORDER_SEE (acquire). On one core no barrier is needed: HUTCH_LOAD is volatile, so that
// each use reads the word once, and HUTCH_KEEP_ORDER() stops the compiler where an object's bytes must stay
// on their side of its bit.
#ifndef HUTCH_ORDER_SHOW
#    define HUTCH_ORDER_SHOW __ATOMIC_RELEASE
#endif
#ifndef HUTCH_ORDER_SEE
#    define HUTCH_ORDER_SEE __ATOMIC_ACQUIRE
#endif
#if HUTCH_CFG_CORES
#    define HUTCH_LOAD(lvalue) __atomic_load_n(&(lvalue), HUTCH_ORDER_SEE)
#    define HUTCH_STORE(lvalue, value) __atomic_store_n(&(lvalue), (value), HUTCH_ORDER_SHOW)
#elif HUTCH_GNU
#    define HUTCH_LOAD(lvalue) (*(const volatile __typeof__(lvalue) *)&(lvalue))
#    define HUTCH_STORE(lvalue, value) ((void)((lvalue) = (value)))
#else
#    define HUTCH_LOAD(lvalue) (lvalue)
#    define HUTCH_STORE(lvalue, value) ((void)((lvalue) = (value)))
#endif
#if HUTCH_GNU
#    define HUTCH_KEEP_ORDER() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#else
#    define HUTCH_KEEP_ORDER() ((void)0)
#endif

// 1 if the CPU can compare and swap this many bits.
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1)
#    define HUTCH_HAS_CAS_8 1
#else
#    define HUTCH_HAS_CAS_8 0
#endif
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2)
#    define HUTCH_HAS_CAS_16 1
#else
#    define HUTCH_HAS_CAS_16 0
#endif
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4)
#    define HUTCH_HAS_CAS_32 1
#else
#    define HUTCH_HAS_CAS_32 0
#endif
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8)
#    define HUTCH_HAS_CAS_64 1
#else
#    define HUTCH_HAS_CAS_64 0
#endif

/// 1 if pools may choose HUTCH_LOCK_FREE: the CPU can compare and swap a bitmap word and an unsigned.
#define HUTCH_HAS_LOCK_FREE \
    (HUTCH_CFG_LOCK_FREE && HUTCH_HAS_CAS_32 && HUTCH_JOIN(HUTCH_HAS_CAS_, HUTCH_CFG_WORD_BITS))
/// 1 if pools with weak refs may choose it, too: the CPU can also compare and swap a ref.
#define HUTCH_HAS_REF_CAS (HUTCH_HAS_LOCK_FREE && HUTCH_JOIN(HUTCH_HAS_CAS_, HUTCH_CFG_REF_BITS))

// ---------------------------------------------------------------------------------- memory orders, lock-free
// tests/parallel weakens each order on its own: the thread sanitizer must report that, or
// tests/parallel/orders.py explains why it cannot.
//
// A slot's bytes pass from its last owner to its next through the word that holds its bit. RELEASE: what the
// last owner wrote comes before the bit is cleared. ACQUIRE: what the next owner does comes after the bit was
// read as clear. Other contexts may change the word in between, but every change is a read-modify-write and
// continues the release sequence (C11 5.1.2.4).
//
// In a pool of several words ACQUIRE_SEVERAL, RELEASE_SEVERAL, LOOK and COUNT are sequentially consistent:
// "full" is a statement about all words at one moment, and the model in tests/proof has one order of all
// steps. With weaker orders an acquire on one of several cores could wrongly report a full pool, and nothing
// worse. On one core the strong order only costs the cycles of its barriers.
#if HUTCH_HAS_LOCK_FREE
#    ifndef HUTCH_ORDER_ACQUIRE
#        define HUTCH_ORDER_ACQUIRE __ATOMIC_ACQUIRE
#    endif
#    ifndef HUTCH_ORDER_RELEASE
#        define HUTCH_ORDER_RELEASE __ATOMIC_RELEASE
#    endif
#    ifndef HUTCH_ORDER_ACQUIRE_SEVERAL
#        define HUTCH_ORDER_ACQUIRE_SEVERAL __ATOMIC_SEQ_CST
#    endif
#    ifndef HUTCH_ORDER_RELEASE_SEVERAL
#        define HUTCH_ORDER_RELEASE_SEVERAL __ATOMIC_SEQ_CST
#    endif
#    ifndef HUTCH_ORDER_LOOK
#        define HUTCH_ORDER_LOOK __ATOMIC_SEQ_CST
#    endif
#    ifndef HUTCH_ORDER_COUNT
#        define HUTCH_ORDER_COUNT __ATOMIC_SEQ_CST
#    endif
// A spawned object is made visible with SHOW, after its hook; a reader that sees it, with SEE, also sees what
// the hook wrote. Hiding it is relaxed: it was read as live just before, and the swap of its generation
// proves that it is still the same object. That swap is relaxed, too: the live bit, cleared later, gives the
// order.

#    define HUTCH_ATOMIC_LOAD(lvalue, order) __atomic_load_n(&(lvalue), order)
#    define HUTCH_ATOMIC_STORE(lvalue, value, order) __atomic_store_n(&(lvalue), (value), order)
#    define HUTCH_FETCH_AND(lvalue, value, order) __atomic_fetch_and(&(lvalue), (value), order)
#    define HUTCH_FETCH_OR(lvalue, value, order) __atomic_fetch_or(&(lvalue), (value), order)
#    define HUTCH_FETCH_ADD(lvalue, value, order) __atomic_fetch_add(&(lvalue), (value), order)
// True if `lvalue` was `expected`, and is `value` now; if false, `expected` receives the value found. May
// fail spuriously: for loops.
#    define HUTCH_CAS_WEAK(lvalue, expected, value, order) \
        __atomic_compare_exchange_n(&(lvalue), &(expected), (value), true, order, __ATOMIC_RELAXED)
// The same, without spurious failures.
#    define HUTCH_CAS_STRONG(lvalue, expected, value, order) \
        __atomic_compare_exchange_n(&(lvalue), &(expected), (value), false, order, __ATOMIC_RELAXED)
#endif

#endif
