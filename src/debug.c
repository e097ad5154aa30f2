// SPDX-License-Identifier: MIT
// debug.c - the slow paths of a debug build: acquire and release with every check. Empty in other builds.

#include "hutch/core.h"
#include "hutch/core_run.h"
#include "hutch/fault.h"

#if HUTCH_CFG_CHECK >= 2

#    include "debug_pool.h"

// -------------------------------------------------------------------------------------- the lock

void hutch_debug_locked(const struct hutch_pool *pool)
{
    pool->debug->depth++;
}

void hutch_debug_unlocking(const struct hutch_pool *pool)
{
    if (pool->debug->depth == 0) {
        pool->debug->was_unbalanced = 1;
    } else {
        pool->debug->depth--;
    }
}

// Enters the pool for one operation. `fault` receives LOCK_UNBALANCED, which is news of an earlier call, or
// why this operation must not go on.
static hutch_port_state_t enter(const struct hutch_pool *pool, unsigned *fault)
{
    const hutch_port_state_t saved = hutch_lock(pool);
    *fault = hutch_debug_refusal(pool);
    if (*fault != HUTCH_FAULT_NONE) {
        return saved;
    }
    if (pool->debug->was_unbalanced) {
        pool->debug->was_unbalanced = 0;
        *fault = HUTCH_FAULT_LOCK_UNBALANCED;
    }
    if (!pool->debug->is_ready) {
        hutch_debug_prepare(pool);
    }
    return saved;
}

static bool may_go_on(unsigned fault)
{
    return fault == HUTCH_FAULT_NONE || fault == HUTCH_FAULT_LOCK_UNBALANCED;
}

bool hutch_debug_may_use(const struct hutch_pool *pool, unsigned index, const void *caller)
{
    const hutch_port_state_t saved = hutch_lock(pool);
    const unsigned fault = hutch_debug_refusal(pool);
    hutch_unlock(pool, saved);
    if (fault != HUTCH_FAULT_NONE) {
        struct hutch_site site;
        hutch_debug_site(pool, HUTCH_CALLER_OR(caller), &site);
        hutch_debug_report(pool, NULL, index, fault, &site);
    }
    return fault == HUTCH_FAULT_NONE;
}

// -------------------------------------------------------------------------------- one slot, inside the lock

static void take(const struct hutch_pool *pool, unsigned index, unsigned how, const struct hutch_site *site)
{
    struct hutch_note *const note = &pool->notes[index];
    hutch_tracker_take(pool->live, pool->capacity, index / HUTCH_WORD_BITS, hutch_bit(index));
    pool->mirror[index / HUTCH_WORD_BITS] &= (hutch_word_t)~hutch_bit(index);
    hutch_debug_unqueue(pool, index);
    if (pool->marks != NULL && (how & HUTCH_TAKE_HIDDEN) == 0) {
        hutch_word_t *const visible = hutch_visible_of(pool) + index / HUTCH_WORD_BITS;
        *visible = (hutch_word_t)(*visible | hutch_bit(index));
    }
    hutch_core_note_taken(pool, index);
    note->acquired_by = *site;
    note->acquired_at = hutch_tick();
    pool->debug->live++;
    if (HUTCH_CFG_STATS && pool->debug->live > hutch_stats_of(pool)->peak) {
        hutch_stats_of(pool)->peak = pool->debug->live;
    }
}

// Answers false when the slot retired instead of becoming free.
static bool give(const struct hutch_pool *pool, unsigned index, const struct hutch_site *site)
{
    struct hutch_note *const note = &pool->notes[index];
    note->released_by = *site;
    note->released_at = hutch_tick();
    pool->debug->live--;
    if (HUTCH_CFG_STATS >= 2) {
        hutch_core_sizing_given(pool, index);
    }
    if (pool->marks != NULL) {
        hutch_core_forget_marks(pool, index);
    }
    if (!hutch_ref_step(pool, index)) {
        return false;
    }
    hutch_tracker_give(pool->live, pool->capacity, index / HUTCH_WORD_BITS, hutch_bit(index), false);
    pool->mirror[index / HUTCH_WORD_BITS] |= hutch_bit(index);
    hutch_debug_queue(pool, index);
    return true;
}

static unsigned lowest_free(const struct hutch_pool *pool)
{
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        const hutch_word_t bit =
            (hutch_word_t)(hutch_lowest_zero(pool->live[k]) & hutch_full_word(k, pool->capacity));
        if (bit != 0) {
            return hutch_tracker_taken(pool->capacity, k, bit);
        }
    }
    return HUTCH_NONE;
}

// -------------------------------------------------------------------------------------- the operations

// The slot to take: the wanted one if it is free, else the next in line.
static unsigned choose(const struct hutch_pool *pool, unsigned wanted)
{
    if (wanted == HUTCH_NONE) {
        return HUTCH_CFG_LATE_REUSE ? (unsigned)pool->debug->first_free - 1u : lowest_free(pool);
    }
    return hutch_tracker_is_live(pool->live, wanted) ? HUTCH_NONE : wanted;
}

static unsigned acquire_chosen(const struct hutch_pool *pool, unsigned wanted, unsigned how,
                               const void *caller)
{
    struct hutch_site site;
    hutch_debug_site(pool, caller, &site);
    unsigned fault;
    const hutch_port_state_t saved = enter(pool, &fault);
    unsigned index = wanted;
    if (may_go_on(fault)) {
        index = choose(pool, wanted);
        if (index == HUTCH_NONE) {
            hutch_core_note_refused(pool);
        } else if (hutch_debug_first_damaged(pool, index, 1) != HUTCH_NONE) {
            fault = HUTCH_FAULT_BITMAP;
        } else {
            take(pool, index, how, &site);
        }
    }
    hutch_unlock(pool, saved);
    if (fault != HUTCH_FAULT_NONE) {
        hutch_debug_report(pool, NULL, index, fault, &site);
    }
    if (!may_go_on(fault) || index == HUTCH_NONE) {
        return HUTCH_NONE;
    }
    hutch_debug_open(pool, index, &site);
    return index;
}

unsigned hutch_debug_acquire(const struct hutch_pool *pool, unsigned how, const void *caller)
{
    return acquire_chosen(pool, HUTCH_NONE, how, HUTCH_CALLER_OR(caller));
}

bool hutch_debug_claim(const struct hutch_pool *pool, unsigned index, const void *caller)
{
    return acquire_chosen(pool, index, HUTCH_TAKE_PLAIN, HUTCH_CALLER_OR(caller)) != HUTCH_NONE;
}

// Hidden slots go by the end of their despawn only, one at a time.
static bool run_may_go(const struct hutch_pool *pool, unsigned first, unsigned length, bool is_hidden)
{
    return is_hidden ? hutch_is_hidden(pool, first) : hutch_core_run_is_live(pool, first, length);
}

static bool release_run(const struct hutch_pool *pool, unsigned first, unsigned length, bool is_hidden,
                        const void *caller)
{
    unsigned fault, retired = HUTCH_NONE;
    if (!pool->debug->is_ready) {
        return false;
    }
    hutch_port_state_t saved = enter(pool, &fault);
    const unsigned damaged = hutch_debug_first_damaged(pool, first, length);
    bool may_go = run_may_go(pool, first, length, is_hidden);
    hutch_unlock(pool, saved);
    if (may_go_on(fault) && damaged != HUTCH_NONE) {
        fault = HUTCH_FAULT_BITMAP;
    }
    if (fault == HUTCH_FAULT_NONE && !may_go) {
        return false; // for the caller to report, who knows what was asked for
    }
    struct hutch_site site;
    hutch_debug_site(pool, caller, &site);
    if (fault != HUTCH_FAULT_NONE) {
        hutch_debug_report(pool, NULL, fault == HUTCH_FAULT_BITMAP ? damaged : first, fault, &site);
    }
    if (!may_go_on(fault) || !may_go) {
        return false;
    }
    for (unsigned index = first; index < first + length; index++) {
        hutch_debug_close(pool, index, &site); // while the slot is still the caller's
    }
    saved = hutch_lock(pool);
    may_go = run_may_go(pool, first, length, is_hidden); // an interrupt, or the handler, may have been faster
    for (unsigned index = first; may_go && index < first + length; index++) {
        if (!give(pool, index, &site)) {
            retired = index;
        }
    }
    hutch_unlock(pool, saved);
    if (retired != HUTCH_NONE) {
        hutch_debug_report(pool, NULL, retired, HUTCH_FAULT_RETIRED, &site);
    }
    return may_go;
}

bool hutch_debug_release(const struct hutch_pool *pool, unsigned index, bool is_hidden, const void *caller)
{
    return release_run(pool, index, 1, is_hidden, is_hidden ? HUTCH_BEGINNER : HUTCH_CALLER_OR(caller));
}

bool hutch_debug_release_run(const struct hutch_pool *pool, unsigned first, unsigned length,
                             const void *caller)
{
    return release_run(pool, first, length, false, HUTCH_CALLER_OR(caller));
}

static unsigned find_run(const struct hutch_pool *pool, unsigned length)
{
    unsigned first = HUTCH_NONE;
    if (length != 0 && length <= pool->capacity) {
        first = hutch_tracker_find_run(pool->live, pool->capacity, length);
    }
    if (first == HUTCH_NONE) {
        hutch_core_note_refused(pool);
    }
    return first;
}

unsigned hutch_debug_acquire_run(const struct hutch_pool *pool, unsigned length, const void *caller)
{
    struct hutch_site site;
    hutch_debug_site(pool, HUTCH_CALLER_OR(caller), &site);
    unsigned fault, first = HUTCH_NONE, damaged = HUTCH_NONE, taken = 0;
    const hutch_port_state_t saved = enter(pool, &fault);
    if (may_go_on(fault)) {
        first = find_run(pool, length);
        damaged = first == HUTCH_NONE ? HUTCH_NONE : hutch_debug_first_damaged(pool, first, length);
        taken = first == HUTCH_NONE || damaged != HUTCH_NONE ? 0 : length;
        fault = damaged != HUTCH_NONE ? (unsigned)HUTCH_FAULT_BITMAP : fault;
    }
    for (unsigned i = 0; i < taken; i++) {
        take(pool, first + i, HUTCH_TAKE_PLAIN, &site);
    }
    hutch_unlock(pool, saved);
    if (fault != HUTCH_FAULT_NONE) {
        hutch_debug_report(pool, NULL, damaged != HUTCH_NONE ? damaged : first, fault, &site);
    }
    for (unsigned i = 0; i < taken; i++) {
        hutch_debug_open(pool, first + i, &site);
    }
    return taken != 0 ? first : HUTCH_NONE;
}

#else
typedef int debug_is_empty_in_this_build;
#endif
