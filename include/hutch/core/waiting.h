// SPDX-License-Identifier: MIT
// waiting.h - what a release does for the tasks that wait for room (HUTCH_CFG_WAIT 1), and what a port gives
// for that; wait.h explains it.
#ifndef HUTCH_WAITING_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_WAITING_H

#include "counters.h"
#include "pool.h"

/// No time-out.
#define HUTCH_FOREVER UINT32_MAX

#if HUTCH_CFG_WAIT

/// The waiting state of a pool. Defined by HUTCH_WAITERS.
struct hutch_waiters {
    unsigned waiting; // tasks between their first try and their last; a deleted one stays counted. Releases
                      // read it outside the lock
    hutch_port_wait_t wake; // the kernel object
};

// The kernel object is created by an initialiser, or by the first task that waits.
#    ifdef HUTCH_PORT_WAIT_INIT
#        define HUTCH_WAIT_IS_MADE(wake) true
#    else
#        define HUTCH_PORT_WAIT_INIT(name)
#        define HUTCH_WAIT_IS_MADE(wake) hutch_port_wait_begin(wake)
#    endif

HUTCH_BEGIN_DECLS

// A port provides in its header hutch_port_wait_t, hutch_port_time_t (unsigned, as wide as the kernel clock)
// and HUTCH_PORT_WAIT_INIT(name) or hutch_port_wait_begin; the other functions in its hutch_port.c. Begin,
// wait and now are called only in tasks.
bool hutch_port_wait_begin(hutch_port_wait_t *wake);           // creates it once; false: failed
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks); // false: timed out or aborted
void hutch_port_wake(hutch_port_wait_t *wake);                 // any context; several may become one
hutch_port_time_t hutch_port_now(void);

HUTCH_END_DECLS

// After a release: wakes a task that waits for room.
#    define HUTCH_WAKE(pool, is_done) \
        HUTCH_WAKE_ONE(pool, (pool)->options->wait, (is_done) && (pool)->options->wait != NULL)
#    define HUTCH_WAKE_ONE(pool, waiters, is_due)                        \
        do {                                                             \
            if ((is_due) && HUTCH_LOAD((waiters)->waiting) != 0) {       \
                HUTCH_TRACE(HUTCH_TRACE_WAKE, (pool)->self, HUTCH_NONE); \
                hutch_port_wake(&(waiters)->wake);                       \
            }                                                            \
        } while (0)
#else
#    define HUTCH_WAKE(pool, is_done) ((void)(is_done))
#endif

#endif
