// SPDX-License-Identifier: MIT
// wait.h - a task may sleep until a pool has room: HUTCH_CFG_WAIT 1, and a port that can wait.
//
//   HUTCH_WAITERS(for_frames);
//   HUTCH_POOL(frames, struct frame, 8, .lock = HUTCH_LOCK_IRQ, .wait = &for_frames);
//   struct frame *f = frames_acquire_wait(100);   // NULL when 100 ticks of the kernel have passed
//
// The kernel does the waiting. A pool that tasks wait for has one object of the kernel's, a binary semaphore
// in most ports, and a count of the tasks that wait:
//
//   acquire_wait    tries; if the pool is full, counts itself, tries once more, sleeps on the object for the
//                   ticks that are left, and tries again
//   every release   frees the slot, and gives the object if the count is not 0
//   a woken task    passes the wake-up on when it leaves room behind and others wait: several releases may
//                   have become one wake-up
//
// No wake-up is lost: the count goes up before the last try. A release whose section comes before that try
// has made room for it; one whose section comes after it sees the count.
//
// So the kernel decides who is woken first, which is by priority in most (port/README.md), ends a wait in
// time, and a task that is deleted in its sleep takes no slot with it. What this does not give:
//
//   - First come, first served. A task that is woken competes for the slot with every other acquire, and
//     sleeps on when somebody was faster. No task is guaranteed a slot in bounded time: give the wait a time,
//     or let nobody acquire without waiting.
//   - A deleted task stays counted, so that each later release gives the object for nothing. And a wake-up
//     that it had got already is gone with it: after you have deleted a task that may wait, call
//     frames_wake().
//
// With a policy a task that finds no room evicts, as acquire does, and else waits until more is free than the
// reserve. It does not spill; on_low is called as usual. `refused` counts a wait that ends with nothing once.
//
// Limits: the pool's lock is HUTCH_LOCK_IRQ. Runs are not waited for. No task may wait inside a critical
// section, or before the kernel runs. In an interrupt the functions do not wait, and return what acquire
// would return.
#ifndef HUTCH_WAIT_H
#define HUTCH_WAIT_H

#include "bits.h"
#include "fault.h"

struct hutch_pool;

/// For ever, in place of a number of ticks.
#define HUTCH_FOREVER UINT32_MAX

/// Why a wait has ended.
enum hutch_wait_end {
    HUTCH_WAIT_SERVED = 0,  // with a slot
    HUTCH_WAIT_TIME = 1,    // the time is over; 0 ticks are over at once
    HUTCH_WAIT_ABORTED = 2, // the kernel ended the sleep before its time, as the program had told it to
    HUTCH_WAIT_NONE = 3 // it did not wait: an interrupt, no object of the kernel's, a pool without waiters
};

#if HUTCH_CFG_WAIT

/// What a pool has that tasks wait for. Made by HUTCH_WAITERS.
struct hutch_waiters {
    unsigned waiting;       // tasks between their first try and their last; a deleted one stays counted
    hutch_port_wait_t wake; // the kernel's object
};

/// One wait, on its task's stack.
struct hutch_wait {
    uint32_t ticks;                           // left; HUTCH_FOREVER
    hutch_port_time_t since;                  // the kernel's time when they were counted
    bool is_counted;                          // in `waiting`
    bool is_woken;                            // by a release, at least once
    uint8_t end;                              // enum hutch_wait_end: 0 while it goes on
    HUTCH_IF_DEBUG(struct hutch_site caller;) // whose acquire waits
};

// A release reads `waiting` outside the section, after its own.
#    if HUTCH_GNU
#        define HUTCH_LOAD_WAITING(waiters) __atomic_load_n(&(waiters)->waiting, __ATOMIC_RELAXED)
#        define HUTCH_STORE_WAITING(waiters, count) \
            __atomic_store_n(&(waiters)->waiting, (count), __ATOMIC_RELAXED)
#    else
#        define HUTCH_LOAD_WAITING(waiters) (*(unsigned volatile *)&(waiters)->waiting)
#        define HUTCH_STORE_WAITING(waiters, count) ((waiters)->waiting = (count))
#    endif

// The kernel's object is made by an initialiser, or by the first task that waits.
#    ifdef HUTCH_PORT_WAIT_INIT
#        define HUTCH_WAIT_IS_MADE(wake) true
#    else
#        define HUTCH_PORT_WAIT_INIT(name)
#        define HUTCH_WAIT_IS_MADE(wake) hutch_port_wait_begin(wake)
#    endif

/// The waiters of a pool, for one file: their address is the pool's option `.wait`.
#    define HUTCH_WAITERS(name) static struct hutch_waiters name HUTCH_PORT_WAIT_INIT(name)

/// The same for several files: this in a header before the pool, and the other one in a .c file.
#    define HUTCH_WAITERS_DECLARE(name) extern struct hutch_waiters name
#    define HUTCH_WAITERS_DEFINE(name) struct hutch_waiters name HUTCH_PORT_WAIT_INIT(name)

HUTCH_BEGIN_DECLS

/// Acquires the lowest free slot; sleeps until there is one.
/// @param  pool   a pool of objects with waiters
/// @param  ticks  how long at most, in ticks of the kernel: 0 is not at all, HUTCH_FOREVER is without end
/// @return the slot; NULL when the wait has ended without one: acquire_wait_why says why
/// @time   as hutch_acquire when there is room; else until this task gets a slot, or the ticks have passed
/// @isr    tasks; in an interrupt it does not wait
/// @fault  none
void *hutch_acquire_wait(const struct hutch_pool *pool, uint32_t ticks) HUTCH_ABI(hutch_acquire_wait);

/// Acquires the lowest free slot; sleeps until there is one, and says why it has none.
/// @param  pool   a pool of objects with waiters
/// @param  ticks  how long at most, in ticks of the kernel
/// @param  why    receives enum hutch_wait_end; NULL: nobody asks
/// @return the slot; NULL when the wait has ended without one
/// @time   as hutch_acquire_wait
/// @isr    tasks; in an interrupt it does not wait
/// @fault  none
void *hutch_acquire_wait_why(const struct hutch_pool *pool, uint32_t ticks, enum hutch_wait_end *why)
    HUTCH_ABI(hutch_acquire_wait_why);

/// Acquires the lowest free slot, as a number; sleeps until there is one.
/// @param  pool   any pool with waiters
/// @param  ticks  how long at most, in ticks of the kernel
/// @return 0 to capacity - 1; HUTCH_NONE when the wait has ended without one
/// @time   as hutch_acquire_wait
/// @isr    tasks; in an interrupt it does not wait
/// @fault  none
unsigned hutch_acquire_index_wait(const struct hutch_pool *pool, uint32_t ticks)
    HUTCH_ABI(hutch_acquire_index_wait);

/// Acquires the lowest free slot, as a number; sleeps until there is one, and says why it has none.
/// @param  pool   any pool with waiters
/// @param  ticks  how long at most, in ticks of the kernel
/// @param  why    receives enum hutch_wait_end; NULL: nobody asks
/// @return 0 to capacity - 1; HUTCH_NONE when the wait has ended without one
/// @time   as hutch_acquire_wait
/// @isr    tasks; in an interrupt it does not wait
/// @fault  none
unsigned hutch_acquire_index_wait_why(const struct hutch_pool *pool, uint32_t ticks, enum hutch_wait_end *why)
    HUTCH_ABI(hutch_acquire_index_wait_why);

/// Wakes a task that waits for room, as every release does: for a program that has deleted a task which may
/// have been woken already. Nothing happens when nobody waits.
/// @param  pool  a pool with waiters
/// @return nothing
/// @time   one read; one call of the kernel when somebody waits
/// @isr    any context that may call the kernel
/// @fault  none
void hutch_wake(const struct hutch_pool *pool) HUTCH_ABI(hutch_wake);

/// After a try that found no room: counts or sleeps. Returns true when another try must follow.
bool hutch_wait_again(const struct hutch_pool *pool, struct hutch_wait *wait) HUTCH_ABI(hutch_wait_again);

/// Ends a wait that has been counted, or that has no slot.
void hutch_wait_finish(const struct hutch_pool *pool, struct hutch_wait *wait, bool is_served)
    HUTCH_ABI(hutch_wait_finish);

// What a port gives: hutch_port_wait_t, and hutch_port_time_t, unsigned and as wide as the kernel's clock, in
// its header; HUTCH_PORT_WAIT_INIT(name) there, or hutch_port_wait_begin; and the others in its hutch_port.c.
// Begin, wait and now are called in tasks only.
bool hutch_port_wait_begin(hutch_port_wait_t *wake); // makes it, unless it is made; false: there is none
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks); // false: the time is over, or it was aborted
void hutch_port_wake(hutch_port_wait_t *wake);                 // in any context; several may become one
hutch_port_time_t hutch_port_now(void);

HUTCH_END_DECLS
// After a release: wakes a task that waits for room.
#    define HUTCH_WAKE(pool, is_done)                                                                 \
        ((is_done) && (pool)->options->wait != NULL && HUTCH_LOAD_WAITING((pool)->options->wait) != 0 \
             ? hutch_wake((pool)->self)                                                               \
             : (void)0)
#else
#    define HUTCH_WAKE(pool, is_done) ((void)(is_done))
#endif

#endif
