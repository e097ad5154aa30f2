// SPDX-License-Identifier: MIT
// wait.h - a task may sleep until a pool has room: HUTCH_CFG_WAIT 1, and a port that can wait.
//
//   HUTCH_WAITERS(for_frames);
//   HUTCH_POOL(frames, struct frame, 8, .lock = HUTCH_LOCK_IRQ, .wait = &for_frames);
//   struct frame *f = frames_acquire_wait(100);   // NULL when 100 ticks of the kernel have passed
//
// The kernel does the waiting. A pool with waiters has one kernel object, in most ports a binary semaphore,
// and a count of the tasks that wait:
//
//   acquire_wait    tries; if the pool is full, increments the count, tries once more, sleeps on the object
//                   for the ticks that are left, and tries again
//   every release   frees the slot, and gives the object if the count is not 0
//   a served task   gives the object again if there is more room and others wait: several releases may have
//                   become one wake-up
//
// No wake-up is lost, because the count is incremented before the last try: a release either comes before
// that try, which then finds the slot, or sees the count.
//
// So the kernel chooses which task is woken, in most kernels by priority (port/README.md), and ends a wait on
// time; a task that is deleted while it sleeps costs no slot. The limits of this design:
//
//   - It is not first come, first served. A woken task competes for the slot with every other acquire, and
//     sleeps again if another one was faster. No task is guaranteed a slot in bounded time: use a time-out.
//   - A task that is deleted while it waits stays counted: each later release calls the kernel, about 150
//     instructions instead of 25. Nothing lowers the count later, so end the wait first (xTaskAbortDelay,
//     tx_thread_wait_abort and the like), and let the task delete itself when acquire_wait returns NULL. A
//     wake-up that a deleted task had already received is lost with it: call frames_wake() afterwards.
//   - A task that is suspended after it was woken, and before it runs, keeps the wake-up: others sleep beside
//     a free slot until it runs again, or until the next release. Call frames_wake() after suspending it.
//   - A release frees the slot first and wakes second. If a more urgent task takes the CPU in between, who
//     waits is woken when the releasing task runs again, or ends its wait by its own time-out.
//   - A task that was woken in vain sleeps again for the ticks that are left. Ticks between its look at the
//     clock and its sleep, 30 to 110 instructions, are added to its time-out.
//
// With a policy a task that finds no room evicts, as acquire does; otherwise it waits until more slots are
// free than the reserve. It does not spill; on_low is called as usual. `refused` counts once for each wait
// that ends without a slot.
//
// The pool's lock must be HUTCH_LOCK_IRQ. Runs cannot be waited for. No task may wait inside a critical
// section or while the kernel or its scheduler is stopped, or release an object of a pool with `.wait` there:
// a release that wakes a task calls the kernel. In an interrupt the functions do not wait; they return what
// acquire returns.
#ifndef HUTCH_WAIT_H
#define HUTCH_WAIT_H

#include "hutch.h" // IWYU pragma: export
#include "core/core.h"

/// Why a wait has ended.
enum hutch_wait_end {
    HUTCH_WAIT_SERVED = 0,  // it got a slot
    HUTCH_WAIT_TIME = 1,    // timed out; at once for 0 ticks
    HUTCH_WAIT_ABORTED = 2, // the program made the kernel end the sleep early
    HUTCH_WAIT_NONE = 3     // it did not wait: an interrupt, no kernel object, a pool without waiters
};

#undef HUTCH_WAITERS
#if HUTCH_CFG_WAIT

/// One wait, on its task's stack.
struct hutch_wait {
    struct hutch_waiters *waiters;      // of the pool, or of a queue
    uint32_t ticks;                     // left, or HUTCH_FOREVER
    uint32_t nap;                       // the ticks of the last sleep; 0 before the first
    hutch_port_time_t since;            // the kernel time at which `ticks` was current
    bool is_counted;                    // in `waiting`
    bool is_woken;                      // the last sleep was ended by a release
    uint8_t end;                        // enum hutch_wait_end; 0 while waiting
    HUTCH_IF_DEBUG(const void *caller;) // call site of the acquire
};

/// Defines the waiters of a pool in one file; their address is the pool's option `.wait`.
#    define HUTCH_WAITERS(name) static struct hutch_waiters name HUTCH_PORT_WAIT_INIT(name)

/// The same for several files: DECLARE in a header before the pool, DEFINE in one .c file.
#    define HUTCH_WAITERS_DECLARE(name) extern struct hutch_waiters name
#    define HUTCH_WAITERS_DEFINE(name) struct hutch_waiters name HUTCH_PORT_WAIT_INIT(name)

HUTCH_BEGIN_DECLS

/// Acquires as hutch_acquire, and sleeps until there is a free slot.
/// @param  pool   a pool of objects with waiters
/// @param  ticks  how long at most, in ticks of the kernel: 0: does not wait, HUTCH_FOREVER: no time-out
/// @param  why    receives why the wait ended; may be NULL
/// @return the slot; NULL if the wait ended without one
/// @time   as hutch_acquire when there is room; otherwise until this task gets a slot or the time is over
/// @isr    with HUTCH_LOCK_IRQ only: tasks; in an interrupt it does not wait
/// @fault  none
void *hutch_acquire_wait(const struct hutch_pool *pool, uint32_t ticks, enum hutch_wait_end *why)
    HUTCH_ABI(hutch_acquire_wait);

/// Acquires as hutch_acquire_wait, and returns the slot's number.
/// @param  pool   any pool with waiters
/// @param  ticks  how long at most, in ticks of the kernel
/// @param  why    receives why the wait ended; may be NULL
/// @return 0 to capacity - 1; HUTCH_NONE if the wait ended without one
/// @time   as hutch_acquire_wait
/// @isr    with HUTCH_LOCK_IRQ only: tasks; in an interrupt it does not wait
/// @fault  none
unsigned hutch_acquire_index_wait_(const struct hutch_pool *pool, uint32_t ticks, enum hutch_wait_end *why)
    HUTCH_ABI(hutch_acquire_index_wait_);

/// Wakes a task that waits for room, as every release does: for programs that have deleted a task which may
/// have been woken already. Does nothing if no task waits.
/// @param  pool  a pool with waiters
/// @return nothing
/// @time   one read; one kernel call if a task waits
/// @isr    with HUTCH_LOCK_IRQ only: any context that may call the kernel
/// @fault  none
void hutch_wake_(const struct hutch_pool *pool) HUTCH_ABI(hutch_wake_);

/// After a try in vain: counts the task, or sleeps. Returns true if another try must follow.
bool hutch_wait_again(const struct hutch_pool *pool, struct hutch_wait *wait) HUTCH_ABI(hutch_wait_again);

/// Ends a wait that was counted and got a slot.
void hutch_wait_finish(const struct hutch_pool *pool) HUTCH_ABI(hutch_wait_finish);

/// Ends the count of a task. Returns how many others are counted.
unsigned hutch_wait_uncount(struct hutch_waiters *waiters) HUTCH_ABI(hutch_wait_uncount);

HUTCH_END_DECLS

HUTCH_INLINE void hutch_wait_begin(struct hutch_wait *wait, struct hutch_waiters *waiters, uint32_t ticks)
{
    wait->waiters = waiters;
    wait->ticks = ticks;
    wait->is_counted = false;
    wait->end = HUTCH_WAIT_SERVED;
}

// A failed try is not counted as refused; a wait that ends without a slot is, once.
HUTCH_INLINE unsigned hutch_core_acquire_index_wait(const struct hutch_pool *pool, uint32_t ticks,
                                                    enum hutch_wait_end *why)
{
    const unsigned mode = pool->options->wait != NULL ? HUTCH_MODE_UNCOUNTED : HUTCH_MODE_USUAL;
    struct hutch_wait wait;
    unsigned index;
    hutch_wait_begin(&wait, pool->options->wait, ticks);
    do {
        index = hutch_core_acquire_mode(pool, mode);
    } while (index == HUTCH_NONE && hutch_wait_again(pool->self, &wait));
    if (wait.is_counted) {
        hutch_wait_finish(pool->self);
    }
    if (why != NULL) {
        *why = index != HUTCH_NONE ? HUTCH_WAIT_SERVED : (enum hutch_wait_end)wait.end;
    }
    return index;
}

HUTCH_INLINE void *hutch_core_acquire_wait(const struct hutch_pool *pool, uint32_t ticks,
                                           enum hutch_wait_end *why)
{
    const unsigned index = hutch_core_acquire_index_wait(pool, ticks, why);
    return index != HUTCH_NONE ? hutch_slot_address(pool, index) : NULL;
}

#    if HUTCH_GNU && (!defined(__clang__) || __clang_major__ >= 14)
__attribute__((__error__("acquire_wait needs .lock = HUTCH_LOCK_IRQ and .wait = &waiters"))) void
hutch_cannot_wait(void);
// Waiting on a pool without waiters or HUTCH_LOCK_IRQ is a compile-time error if the compiler can see the
// options. Otherwise: without waiters it ends at once, and hutch_check detects the wrong lock.
#        define HUTCH_CHECK_WAIT_(name)                                                          \
            do {                                                                                 \
                if (__builtin_constant_p(name##_options_.wait == NULL) &&                        \
                    (name##_options_.wait == NULL || name##_options_.lock != HUTCH_LOCK_IRQ_)) { \
                    hutch_cannot_wait();                                                         \
                }                                                                                \
            } while (0)
#    else
#        define HUTCH_CHECK_WAIT_(name) ((void)0)
#    endif
#    undef HUTCH_WAIT_FUNCTIONS_
#    define HUTCH_WAIT_FUNCTIONS_(name, type, pool)                                        \
        HUTCH_COMMON_WAIT_FUNCTIONS_(name)                                                 \
        HUTCH_TYPED_ type *name##_acquire_wait(uint32_t ticks_, enum hutch_wait_end *why_) \
        {                                                                                  \
            HUTCH_CHECK_WAIT_(name);                                                       \
            return HUTCH_STAY_((type *)HUTCH_DO_(acquire_wait)(&pool, ticks_, why_));      \
        }
#    undef HUTCH_NUMBER_WAIT_FUNCTIONS_
#    define HUTCH_NUMBER_WAIT_FUNCTIONS_(name, pool)                                           \
        HUTCH_COMMON_WAIT_FUNCTIONS_(name)                                                     \
        HUTCH_TYPED_ int name##_acquire_wait(uint32_t ticks_, enum hutch_wait_end *why_)       \
        {                                                                                      \
            HUTCH_CHECK_WAIT_(name);                                                           \
            return HUTCH_STAY_((int)HUTCH_DO_INNER_(acquire_index_wait)(&pool, ticks_, why_)); \
        }
#    define HUTCH_COMMON_WAIT_FUNCTIONS_(name) \
        HUTCH_TYPED_ void name##_wake(void)    \
        {                                      \
            HUTCH_CHECK_WAIT_(name);           \
            hutch_wake_(&name##_pool);         \
        }
#else
// In builds without HUTCH_CFG_WAIT each call is an error that names the option, see HUTCH_MISSING.
#    define HUTCH_NO_WAIT_(verb) HUTCH_MISSING(verb " needs HUTCH_CFG_WAIT 1")
#    undef HUTCH_WAIT_FUNCTIONS_
#    define HUTCH_WAIT_FUNCTIONS_(name, type, pool)                                                         \
        HUTCH_NO_WAIT_("acquire_wait") type *name##_acquire_wait(uint32_t ticks, enum hutch_wait_end *why); \
        HUTCH_NO_WAIT_("wake") void name##_wake(void);
#    undef HUTCH_NUMBER_WAIT_FUNCTIONS_
#    define HUTCH_NUMBER_WAIT_FUNCTIONS_(name, pool)                                                      \
        HUTCH_NO_WAIT_("acquire_wait") int name##_acquire_wait(uint32_t ticks, enum hutch_wait_end *why); \
        HUTCH_NO_WAIT_("wake") void name##_wake(void);
#endif

#endif
