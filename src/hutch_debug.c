// SPDX-License-Identifier: MIT
// hutch_debug.c - the debug engine: acquire and release with every check. Empty unless HUTCH_CFG_CHECK is 2.

#include "hutch_unfolded.h"

#include "hutch/core/ref.h"

#if HUTCH_CFG_CHECK >= 2

#    include "hutch_debug_bytes.h"
#    include "hutch_debug_pool.h"
#    include "hutch_runs.h"

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

// Enters the pool's lock for one operation. `fault` receives the fault that refuses the operation, or
// LOCK_UNBALANCED, the error of an earlier call, which refuses nothing, or NONE.
static hutch_port_state_t enter(const struct hutch_pool *pool, unsigned *fault)
{
    const hutch_port_state_t saved = hutch_core_lock(pool);
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

static void note_refused(const struct hutch_pool *pool, unsigned mode)
{
    if ((mode & HUTCH_MODE_UNCOUNTED) != 0) {
        return; // other attempts follow
    }
    if (HUTCH_CFG_STATS) {
        hutch_stats_note_refused(pool);
    }
}

static bool may_go_on(unsigned fault)
{
    return fault == HUTCH_FAULT_NONE || fault == HUTCH_FAULT_LOCK_UNBALANCED;
}

bool hutch_debug_may_use(const struct hutch_pool *pool, unsigned index)
{
    const hutch_port_state_t saved = hutch_core_lock(pool);
    const unsigned fault = hutch_debug_refusal(pool);
    hutch_core_unlock(pool, saved);
    if (fault != HUTCH_FAULT_NONE) {
        hutch_debug_report(pool, NULL, index, fault);
    }
    return fault == HUTCH_FAULT_NONE;
}

// -------------------------------------------------------------------------------- one slot, inside the lock

static void mark_acquired(const struct hutch_pool *pool, unsigned index, unsigned mode)
{
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
    HUTCH_ASSERT(38, !hutch_bitmap_is_live(pool->live, index));
    hutch_bitmap_claim(pool->live, pool->capacity, k, mask);
    hutch_notes_acquired(pool, index);
    if (pool->has_marks && (mode & HUTCH_MODE_HIDDEN) == 0) {
        hutch_locked_mark(pool->visible, k, mask, true);
    }
    pool->debug->live++;
    if (HUTCH_CFG_STATS) {
        hutch_stats_note_claimed(pool, index, 1);
    }
}

// The slot is one that may go, see run_may_go: hutch_locked_release_tracked would test that again. The bytes
// are poisoned here, inside the lock: before it an interrupt may put another object into the slot.
static void mark_released(const struct hutch_pool *pool, unsigned index)
{
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
    hutch_ref_t *const counter = &pool->generations[index];
    if (pool->slots != NULL) {
        hutch_bytes_close(pool, index);
    }
    hutch_notes_released(pool, index);
    HUTCH_ASSERT(39, pool->debug->live != 0);
    pool->debug->live--;
    if (pool->has_marks) {
        hutch_locked_mark(pool->visible, k, mask, false);
    }
    if (HUTCH_HAS_HOOKS(pool)) {
        hutch_locked_mark(HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT), k, mask, false);
    }
    hutch_bitmap_release(pool->live, pool->capacity, k, mask);
    HUTCH_STORE(*counter, hutch_generation_next(*counter, pool->ref_low_bits));
    hutch_notes_freed(pool, index);
}

static unsigned lowest_free(const struct hutch_pool *pool)
{
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        const hutch_word_t gaps = (hutch_word_t)(~pool->live[k] & hutch_bits_full(k, pool->capacity));
        if (gaps != 0) {
            return k * HUTCH_WORD_BITS + hutch_bits_first_set(gaps);
        }
    }
    return HUTCH_NONE;
}

// -------------------------------------------------------------------------------------- the operations

// Returns `wanted` if it is free, or the next free slot if `wanted` is HUTCH_NONE; HUTCH_NONE if there is
// none.
static unsigned choose(const struct hutch_pool *pool, unsigned wanted)
{
    if (wanted == HUTCH_NONE) {
        return HUTCH_CFG_LATE_REUSE ? hutch_notes_first_free(pool) : lowest_free(pool);
    }
    return hutch_bitmap_is_live(pool->live, wanted) ? HUTCH_NONE : wanted;
}

static unsigned acquire_chosen(const struct hutch_pool *pool, unsigned wanted, unsigned mode)
{
    unsigned fault;
    const hutch_port_state_t saved = enter(pool, &fault);
    unsigned index = wanted;
    if (may_go_on(fault)) {
        index = choose(pool, wanted);
        if (index == HUTCH_NONE) {
            note_refused(pool, mode);
        } else if (index >= pool->capacity || hutch_bitmap_is_live(pool->live, index) ||
                   hutch_notes_first_damaged(pool, index, 1) != HUTCH_NONE) {
            fault = HUTCH_FAULT_BITMAP; // the word, or the queue of free slots
        } else {
            mark_acquired(pool, index, mode);
        }
    }
    hutch_core_unlock(pool, saved);
    if (fault != HUTCH_FAULT_NONE) {
        hutch_debug_report(pool, NULL, index, fault);
    }
    if (!may_go_on(fault) || index == HUTCH_NONE) {
        return HUTCH_NONE;
    }
    hutch_debug_open(pool, index);
    return index;
}

unsigned hutch_debug_acquire(const struct hutch_pool *pool, unsigned mode)
{
    return acquire_chosen(pool, HUTCH_NONE, mode);
}

bool hutch_debug_claim(const struct hutch_pool *pool, unsigned index, unsigned mode)
{
    return acquire_chosen(pool, index, mode) != HUTCH_NONE;
}

// Returns true if a run may be released: all of it must be live. A hidden slot is released only at the end of
// its despawn, as a run of one. If `ref` is not 0, it must be a ref to the object in slot `first`. Inside the
// lock.
static bool run_may_go(const struct hutch_pool *pool, unsigned first, unsigned length, bool is_hidden,
                       hutch_ref_t ref)
{
    if (ref != 0 && hutch_ref_find(pool, ref) != first) {
        return false;
    }
    for (unsigned index = first; index < first + length; index++) {
        if (!hutch_bitmap_is_live(pool->live, index) || // also if a wild write has made it visible
            hutch_bitmap_is_live(pool->visible, index) == is_hidden) {
            return false;
        }
    }
    return true;
}

// Reports what was found before a release. Returns true if the release may continue.
static bool release_may_go_on(const struct hutch_pool *pool, unsigned first, unsigned damaged, unsigned fault,
                              bool may_go)
{
    if (may_go_on(fault) && damaged != HUTCH_NONE) {
        fault = HUTCH_FAULT_BITMAP;
    }
    if (fault == HUTCH_FAULT_NONE) {
        return may_go; // false is reported by the public function, with its own code
    }
    hutch_debug_report(pool, NULL, fault == HUTCH_FAULT_BITMAP ? damaged : first, fault);
    return may_go_on(fault) && may_go;
}

// Releases a run. Faults are reported between two critical sections. The second repeats the test of the
// first: the fault handler or an interrupt may have released the run, and acquired its slots again.
static bool release_run(const struct hutch_pool *pool, unsigned first, unsigned length, bool is_hidden,
                        hutch_ref_t ref)
{
    unsigned fault;
    if (!HUTCH_LOAD(pool->debug->is_ready)) {
        return false;
    }
    hutch_port_state_t saved = enter(pool, &fault);
    const unsigned damaged = hutch_notes_first_damaged(pool, first, length);
    bool may_go = run_may_go(pool, first, length, is_hidden, ref);
    hutch_core_unlock(pool, saved);
    if (!release_may_go_on(pool, first, damaged, fault, may_go)) {
        return false;
    }
    for (unsigned index = first; index < first + length; index++) {
        hutch_debug_check_guards(pool, index);
    }
    saved = hutch_core_lock(pool);
    may_go = run_may_go(pool, first, length, is_hidden, ref);
    for (unsigned index = first; may_go && index < first + length; index++) {
        mark_released(pool, index);
    }
    hutch_core_unlock(pool, saved);
    return may_go;
}

bool hutch_debug_release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    return release_run(pool, index, 1, is_hidden, 0);
}

bool hutch_debug_release_run(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    return release_run(pool, first, length, false, 0);
}

bool hutch_debug_release_ref(const struct hutch_pool *pool, hutch_ref_t ref, unsigned *index)
{
    *index = hutch_core_find(pool, ref);
    return *index != HUTCH_NONE && release_run(pool, *index, 1, false, ref);
}

void hutch_debug_show(const struct hutch_pool *pool, unsigned index)
{
    hutch_locked_show(pool, index);
}

bool hutch_debug_hide(const struct hutch_pool *pool, unsigned index)
{
    return hutch_debug_may_use(pool, index) && hutch_locked_hide(pool, index);
}

unsigned hutch_debug_acquire_run(const struct hutch_pool *pool, unsigned length)
{
    unsigned fault, first = HUTCH_NONE, damaged = HUTCH_NONE, count = 0;
    const hutch_port_state_t saved = enter(pool, &fault);
    if (may_go_on(fault)) {
        first = hutch_runs_place(pool, length);
        if (first == HUTCH_NONE) {
            note_refused(pool, HUTCH_MODE_USUAL);
        }
        damaged = first == HUTCH_NONE ? HUTCH_NONE : hutch_notes_first_damaged(pool, first, length);
        count = first == HUTCH_NONE || damaged != HUTCH_NONE ? 0 : length;
        fault = damaged != HUTCH_NONE ? (unsigned)HUTCH_FAULT_BITMAP : fault;
    }
    for (unsigned i = 0; i < count; i++) {
        mark_acquired(pool, first + i, HUTCH_MODE_USUAL);
    }
    hutch_core_unlock(pool, saved);
    if (fault != HUTCH_FAULT_NONE) {
        hutch_debug_report(pool, NULL, damaged != HUTCH_NONE ? damaged : first, fault);
    }
    for (unsigned i = 0; i < count; i++) {
        hutch_debug_open(pool, first + i);
    }
    return count != 0 ? first : HUTCH_NONE;
}

#else
typedef int hutch_debug_is_empty_in_this_build;
#endif
