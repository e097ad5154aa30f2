// SPDX-License-Identifier: MIT
// wait.h - a task may sleep until a pool has room: HUTCH_CFG_WAIT 1, and a port that can wait.
//
//   HUTCH_WAITERS(for_frames);
//   HUTCH_POOL(frames, struct frame, 8, .lock = HUTCH_LOCK_IRQ, .wait = &for_frames);
//   struct frame *f = frames_acquire_wait(100);   // NULL when 100 ticks of the kernel have passed
//
// The task that has waited longest is served first. Whoever releases, a task or an interrupt, takes the slot
// for that waiter at once and wakes it: the slot is already its own, so it competes with nobody. A waiter
// lives on its task's stack, with a semaphore of the kernel's that exists while it sleeps; a pool that nobody
// waits for costs one test of a pointer at each release.
//
// With a policy: a task that finds no room evicts, as acquire does, and else waits until more is free than
// the reserve. It does not spill; on_low is called as usual.
//
// Limits: the pool's lock is HUTCH_LOCK_IRQ. Runs are not waited for. An acquire that does not wait may
// come in between a release and the waiter. No task may wait inside a critical section. In an
// interrupt the functions do not wait, and return what acquire would return.
#ifndef HUTCH_WAIT_H
#define HUTCH_WAIT_H

#include "bits.h"
#include "fault.h"

struct hutch_pool;

#if HUTCH_CFG_WAIT

/// A task that sleeps, on its own stack.
struct hutch_waiter {
    struct hutch_waiter *next, *previous;
    hutch_port_wait_t wake;
    unsigned index;                           // the slot that was taken for it; HUTCH_NONE while it is queued
    HUTCH_IF_DEBUG(struct hutch_site caller;) // whose acquire waits
    bool is_last_before_low;                  // its slot left just as many free as the policy's `low`
};

/// The queue of a pool. Zeroed memory is right.
struct hutch_waiters {
    struct hutch_waiter *first, *last;
};

// A release reads `first` outside the section. That is enough: a waiter that was queued before the release's
// own section is seen, and one that comes after it finds room.
#    if HUTCH_GNU
#        define HUTCH_LOAD_FIRST(waiters) __atomic_load_n(&(waiters)->first, __ATOMIC_RELAXED)
#        define HUTCH_STORE_FIRST(waiters, waiter) \
            __atomic_store_n(&(waiters)->first, (waiter), __ATOMIC_RELAXED)
#    else
#        define HUTCH_LOAD_FIRST(waiters) (*(struct hutch_waiter *volatile *)&(waiters)->first)
#        define HUTCH_STORE_FIRST(waiters, waiter) ((waiters)->first = (waiter))
#    endif

/// The waiters of a pool, for one file: their address is the pool's option `.wait`.
#    define HUTCH_WAITERS(name) static struct hutch_waiters name

/// The same for several files: this in a header before the pool, and the other one in a .c file.
#    define HUTCH_WAITERS_DECLARE(name) extern struct hutch_waiters name
#    define HUTCH_WAITERS_DEFINE(name) struct hutch_waiters name

/// For ever, in place of a number of ticks.
#    define HUTCH_FOREVER UINT32_MAX

HUTCH_BEGIN_DECLS

/// Acquires the lowest free slot; sleeps until there is one.
/// @param  pool   a pool of objects with waiters
/// @param  ticks  how long at most, in ticks of the kernel: 0 is not at all, HUTCH_FOREVER is without end
/// @return the slot; NULL when the time is over, or there was no semaphore
/// @time   as hutch_acquire when there is room; else until it is this task's turn
/// @isr    tasks; in an interrupt it does not wait
/// @fault  none
void *hutch_acquire_wait(const struct hutch_pool *pool, uint32_t ticks) HUTCH_ABI(hutch_acquire_wait);

/// Acquires the lowest free slot, as a number; sleeps until there is one.
/// @param  pool   any pool with waiters
/// @param  ticks  how long at most, in ticks of the kernel
/// @return 0 to capacity - 1; HUTCH_NONE when the time is over, or there was no semaphore
/// @time   as hutch_acquire_wait
/// @isr    tasks; in an interrupt it does not wait
/// @fault  none
unsigned hutch_acquire_index_wait(const struct hutch_pool *pool, uint32_t ticks)
    HUTCH_ABI(hutch_acquire_index_wait);

/// After a release: acquires free slots for those who wait, longest first, and wakes them.
void hutch_wait_serve(const struct hutch_pool *pool) HUTCH_ABI(hutch_wait_serve);

// What a port gives: hutch_port_wait_t in its header, and these in its hutch_port.c.
bool hutch_port_wait_begin(hutch_port_wait_t *wake);           // in a task; false: there is none left
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks); // in a task; false: the time is over
void hutch_port_wake(hutch_port_wait_t *wake);                 // anywhere, once; may come before the wait
void hutch_port_wait_end(hutch_port_wait_t *wake);             // in a task

HUTCH_END_DECLS
// After a release: wakes a task that waits for room.
#    define HUTCH_WAKE(pool, is_done) \
        ((is_done) && (pool)->options->wait != NULL ? hutch_wait_serve((pool)->self) : (void)0)
#else
#    define HUTCH_WAKE(pool, is_done) ((void)(is_done))
#endif

#endif
