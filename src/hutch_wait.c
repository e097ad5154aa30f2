// SPDX-License-Identifier: MIT
// hutch_wait.c - sleeping until a pool has room. Empty in builds without HUTCH_CFG_WAIT.

#include "hutch_unfolded.h"

#include "hutch/core.h"

#if HUTCH_CFG_WAIT

#    if HUTCH_CFG_CHECK >= 2
#        include "hutch_debug_pool.h"
#    endif

// The queue is kept by the port's own section, not by the pool's lock: that would count as the pool being
// used inside its own section when acquire enters it below.

static void append(struct hutch_waiters *waiters, struct hutch_waiter *waiter)
{
    waiter->next = NULL;
    waiter->previous = waiters->last;
    if (waiters->last != NULL) {
        waiters->last->next = waiter;
    } else {
        HUTCH_STORE_FIRST(waiters, waiter);
    }
    waiters->last = waiter;
}

static void remove_from(struct hutch_waiters *waiters, struct hutch_waiter *waiter)
{
    if (waiter->previous != NULL) {
        waiter->previous->next = waiter->next;
    } else {
        HUTCH_STORE_FIRST(waiters, waiter->next);
    }
    if (waiter->next != NULL) {
        waiter->next->previous = waiter->previous;
    } else {
        waiters->last = waiter->previous;
    }
}

// The note is the waiter's, although another task may be at work.
static unsigned acquire_for(const struct hutch_pool *pool, const struct hutch_waiter *waiter)
{
#    if HUTCH_CFG_CHECK >= 2
    struct hutch_site before;
    hutch_debug_look(&before, NULL);
    hutch_debug_leave(&waiter->caller);
#    else
    (void)waiter;
#    endif
    const unsigned index = hutch_core_acquire_free(pool, HUTCH_MODE_PLAIN);
#    if HUTCH_CFG_CHECK >= 2
    hutch_debug_leave(&before);
#    endif
    return index;
}

// In the section, where no callback may run: so a waiter neither evicts nor spills; it waits until more is
// free than the policy keeps back. A look first, so that a pool without room does not count another refusal.
static void acquire_if_room(const struct hutch_pool *pool, struct hutch_waiter *waiter)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const unsigned kept = policy != NULL ? policy->reserve : 0u;
    const unsigned available = hutch_core_available(pool);
    if (available > kept) {
        waiter->index = acquire_for(pool, waiter);
        if (policy != NULL && waiter->index != HUTCH_NONE) {
            policy->calls->note_acquired(pool, waiter->index, 1);
        }
        waiter->is_last_before_low = policy != NULL && available == policy->low + 1u;
    }
}

// Outside the section. By value: the waiter itself may be gone.
static void report_wait_low(const struct hutch_pool *pool, bool is_last_before_low)
{
    if (is_last_before_low && pool->options->policy->on_low != NULL) {
        pool->options->policy->on_low(pool);
    }
}

void hutch_wait_serve(const struct hutch_pool *pool)
{
    struct hutch_waiters *const waiters = pool->options->wait;
    if (HUTCH_LOAD_FIRST(waiters) == NULL) {
        return;
    }
    for (;;) {
        const hutch_port_state_t saved = hutch_port_enter();
        struct hutch_waiter *const waiter = waiters->first;
        bool is_served = false, is_low = false;
        if (waiter != NULL) {
            acquire_if_room(pool, waiter);
            is_served = waiter->index != HUTCH_NONE;
            is_low = waiter->is_last_before_low;
        }
        if (is_served) {
            remove_from(waiters, waiter);
        }
        hutch_port_exit(saved);
        if (!is_served) {
            return; // whoever has been faster serves the next one at its release
        }
        hutch_port_wake(&waiter->wake); // it stays on its task's stack until this has come
        report_wait_low(pool, is_low);
    }
}

// Queues the waiter unless there is room after all. Both in one section: a release comes either before,
// and then there is room, or after, and then it finds the waiter. So no wake-up is lost. From the end of
// the section on, a queued waiter is its server's until the wake-up has come.
static bool queue_unless_room(const struct hutch_pool *pool, struct hutch_waiter *waiter)
{
    const hutch_port_state_t saved = hutch_port_enter();
    if (pool->options->wait->first == NULL) {
        acquire_if_room(pool, waiter);
    }
    const bool is_queued = waiter->index == HUTCH_NONE;
    if (is_queued) {
        append(pool->options->wait, waiter);
    }
    hutch_port_exit(saved);
    if (!is_queued) {
        report_wait_low(pool, waiter->is_last_before_low);
    }
    return is_queued;
}

static void sleep_until_served(const struct hutch_pool *pool, struct hutch_waiter *waiter, uint32_t ticks)
{
    if (hutch_port_wait(&waiter->wake, ticks)) {
        return;
    }
    const hutch_port_state_t saved = hutch_port_enter();
    const bool was_served = waiter->index != HUTCH_NONE; // between the end of the time and here
    if (!was_served) {
        remove_from(pool->options->wait, waiter);
    }
    hutch_port_exit(saved);
    while (was_served && !hutch_port_wait(&waiter->wake, HUTCH_FOREVER)) {} // the wake-up is on its way
}

static bool may_sleep(void)
{
#    ifdef HUTCH_PORT_IN_INTERRUPT
    return !HUTCH_PORT_IN_INTERRUPT();
#    else
    return true;
#    endif
}

static unsigned acquire_wait(const struct hutch_pool *pool, uint32_t ticks)
{
    struct hutch_waiters *const waiters = pool->options->wait;
    const bool may_wait = waiters != NULL && ticks != 0 && may_sleep();
    struct hutch_waiter waiter;
    waiter.index = HUTCH_NONE;
    waiter.is_last_before_low = false;
#    if HUTCH_CFG_CHECK >= 2
    hutch_debug_site(&waiter.caller);
#    endif
    if (!may_wait || HUTCH_LOAD_FIRST(waiters) == NULL) {
        waiter.index = hutch_core_acquire_index(pool);
    }
    if (waiter.index != HUTCH_NONE || !may_wait || !hutch_port_wait_begin(&waiter.wake)) {
        return waiter.index;
    }
    if (queue_unless_room(pool, &waiter)) {
        sleep_until_served(pool, &waiter, ticks);
    }
    hutch_port_wait_end(&waiter.wake);
    return waiter.index;
}

void *hutch_acquire_wait(const struct hutch_pool *pool, uint32_t ticks)
{
    PUBLIC_BEGIN
    const unsigned index = acquire_wait(pool, ticks);
    PUBLIC_END
    return hutch_core_at(pool, index);
}

unsigned hutch_acquire_index_wait(const struct hutch_pool *pool, uint32_t ticks)
{
    PUBLIC_BEGIN
    const unsigned index = acquire_wait(pool, ticks);
    PUBLIC_END
    return index;
}

#else
typedef int hutch_wait_is_empty_in_this_build;
#endif
