// SPDX-License-Identifier: MIT
// hutch_cores.c - the lock that cores share. Empty in builds without HUTCH_CFG_CORES.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/cores.h"

#if HUTCH_HAS_SPIN_LOCK

#    ifndef HUTCH_PORT_SPIN_TRY
static unsigned is_taken;
// Acquire: what the last holder wrote is seen before anything in this section is read. Release, below: all of
// this section is written before the lock is seen free. The waiting look needs no order: a try follows it.
#        define HUTCH_PORT_SPIN_TRY() (__atomic_exchange_n(&is_taken, 1u, __ATOMIC_ACQUIRE) == 0)
#        define HUTCH_PORT_SPIN_RELEASE() __atomic_store_n(&is_taken, 0u, __ATOMIC_RELEASE)
#        define IS_TAKEN() (__atomic_load_n(&is_taken, __ATOMIC_RELAXED) != 0)
#    else
#        define IS_TAKEN() false // to look is to take
#    endif

// The core inside, plus 1. Written inside only. A core finds its own number here only when it has written it
// itself, with interrupts off ever since; so the others need no order for this read.
static unsigned holder;
static unsigned depth; // sections that the holder is in

static unsigned this_core(void)
{
    return (unsigned)HUTCH_PORT_CORE_NUMBER() + 1u;
}

hutch_port_state_t hutch_cores_enter(void)
{
    hutch_port_state_t saved =
        hutch_port_enter(); // first: from here on this code cannot move to another core
    if (__atomic_load_n(&holder, __ATOMIC_RELAXED) != this_core()) {
        while (!HUTCH_PORT_SPIN_TRY()) {
            hutch_port_exit(saved);
            while (IS_TAKEN()) {}
            saved = hutch_port_enter(); // a task may have moved to another core meanwhile
        }
        __atomic_store_n(&holder, this_core(), __ATOMIC_RELAXED);
    }
    depth++;
    return saved;
}

void hutch_cores_exit(hutch_port_state_t saved)
{
    depth--;
    if (depth == 0) {
        __atomic_store_n(&holder, 0u, __ATOMIC_RELAXED);
        HUTCH_PORT_SPIN_RELEASE();
    }
    hutch_port_exit(saved);
}

#else
typedef int hutch_cores_is_empty_in_this_build;
#endif
