// SPDX-License-Identifier: MIT
// cores.h - the lock of HUTCH_LOCK_CORES: masks this core's interrupts and excludes the other cores.
//
//   HUTCH_POOL(frames, struct frame, 16, .lock = HUTCH_LOCK_CORES);     needs HUTCH_CFG_CORES 1
//
// Masking alone is not enough for a pool that several cores share: it stops one core. A spin lock alone is
// not enough either: an interrupt would wait forever for the code that it interrupted. This lock does both,
// and nests. One lock serves all pools, so that critical sections of different pools nest in any order. It is
// taken
//
//   by the port's own HUTCH_PORT_SPIN_TRY() and HUTCH_PORT_SPIN_RELEASE(), as on the RP2040,
//   by an atomic exchange if the CPU has one, or
//   by the port's enter alone if that excludes the other cores already: HUTCH_PORT_STOPS_CORES.
//
// While a core waits, its interrupts are as they were before. The lock is not fair: with three or more cores
// that use pools all the time, one may wait for long.
#ifndef HUTCH_CORES_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_CORES_H

#include "../config.h"

#if HUTCH_CFG_CORES && !defined(HUTCH_PORT_STOPS_CORES)
// The number of the core that runs this, from 0 on: defined by the port, or any expression of the program.
#    if !defined(HUTCH_PORT_CORE_NUMBER) && defined(HUTCH_CFG_CORE_NUMBER)
#        define HUTCH_PORT_CORE_NUMBER() (HUTCH_CFG_CORE_NUMBER)
#    endif
#    if !defined(HUTCH_PORT_CORE_NUMBER)
#        error "HUTCH_CFG_CORES 1 needs HUTCH_CFG_CORE_NUMBER, an expression: 0 on the first core, then 1"
#    endif
#    if !defined(HUTCH_PORT_SPIN_TRY)
#        if !HUTCH_GNU || __GCC_ATOMIC_INT_LOCK_FREE != 2
#            error "no atomic exchange on this CPU: HUTCH_CFG_CORES 1 needs a port with HUTCH_PORT_SPIN_TRY"
#        endif
#    endif
#    define HUTCH_HAS_SPIN_LOCK 1
#else
#    define HUTCH_HAS_SPIN_LOCK 0
#endif

#if HUTCH_HAS_SPIN_LOCK
HUTCH_BEGIN_DECLS

/// Masks, then waits until no other core is inside. Critical sections nest; pass the result to
/// hutch_cores_exit.
hutch_port_state_t hutch_cores_enter(void) HUTCH_ABI(hutch_cores_enter);

/// Admits the other cores if this was the outermost critical section, then restores the mask.
void hutch_cores_exit(hutch_port_state_t saved) HUTCH_ABI(hutch_cores_exit);

HUTCH_END_DECLS
#else
#    define hutch_cores_enter hutch_port_enter
#    define hutch_cores_exit hutch_port_exit
#endif

#endif
