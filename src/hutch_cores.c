// SPDX-License-Identifier: MIT
// hutch_cores.c - the lock that all cores share. Empty in builds without HUTCH_CFG_CORES.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/core/cores.h"

#if HUTCH_HAS_SPIN_LOCK

#    ifndef HUTCH_PORT_SPIN_TRY
static unsigned is_taken;
// Acquire: all writes of the last holder are visible before anything inside is read. Release: all writes
// inside are visible before the lock is free. The load of the waiting loop needs no order: a try follows it.
#        define HUTCH_PORT_SPIN_TRY() (__atomic_exchange_n(&is_taken, 1u, __ATOMIC_ACQUIRE) == 0)
#        define HUTCH_PORT_SPIN_RELEASE() __atomic_store_n(&is_taken, 0u, __ATOMIC_RELEASE)
#        define IS_TAKEN() (__atomic_load_n(&is_taken, __ATOMIC_RELAXED) != 0)
#    else
#        define IS_TAKEN() false // a lock of the port can only be tried
#    endif

// The number of the core inside, plus 1; 0 if none. Written only inside. A core reads its own number only if
// it wrote it itself and has kept interrupts off since, so this read needs no order.
static unsigned holder;
static unsigned depth; // how many critical sections the holder has entered

static unsigned this_core(void)
{
    return (unsigned)HUTCH_PORT_CORE_NUMBER() + 1u;
}

hutch_port_state_t hutch_cores_enter(void)
{
    hutch_port_state_t saved = hutch_port_enter(); // first: from here on the task cannot move to another core
    if (__atomic_load_n(&holder, __ATOMIC_RELAXED) != this_core()) {
        while (!HUTCH_PORT_SPIN_TRY()) {
            hutch_port_exit(saved);
            while (IS_TAKEN()) {}
            saved = hutch_port_enter(); // the task may have moved to another core
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
