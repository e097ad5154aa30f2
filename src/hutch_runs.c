// SPDX-License-Identifier: MIT
// hutch_runs.c - neighbouring slots: acquire_run and release_run, and the same by number.

#include "hutch_unfolded.h"

#include "hutch/core/generic.h"
#include "hutch/core/hooks.h"
#include "hutch/runs.h"
#include "hutch_runs.h"

// ------------------------------------------------------------------------------------------ runs of a bitmap

// Before: a set bit i of `starts` means that `by` slots from i on are free. After: 2 * `by` slots.
#define DOUBLE(by)                                                              \
    if (2 * (by) < HUTCH_WORD_BITS && length >= 2u * (by)) {                    \
        starts = (hutch_word_t)(starts & (starts >> ((by) % HUTCH_WORD_BITS))); \
    }

// Returns the bits of a word from which on `length` slots are free, all in this word. Shorter than a word.
// @param  rest  the length without its highest power of two
HUTCH_INLINE hutch_word_t places_inside(hutch_word_t live, unsigned length, unsigned rest)
{
    hutch_word_t starts = (hutch_word_t)~live;
    DOUBLE(1)
    DOUBLE(2)
    DOUBLE(4)
    DOUBLE(8)
    DOUBLE(16)
    hutch_word_t ends = starts;
    HUTCH_SHIFT_DOWN(hutch_word_t, ends, rest);
    return (hutch_word_t)(starts & ends);
}

// Returns how many slots are free at the upper end of a word that is not all free.
static unsigned free_at_top(hutch_word_t live)
{
    unsigned count = 0;
    for (unsigned by = HUTCH_WORD_BITS / 2; by != 0; by /= 2) {
        if (live <= (hutch_word_t)(HUTCH_WORD_ALL >> by)) {
            live = (hutch_word_t)(live << by);
            count += by;
        }
    }
    return count;
}

// Tests whether the free slots at the top of `edge` and those at the bottom of `live` are at least `need`
// together. With n free at the bottom of `live`, so that its lowest set bit is 2^n, `edge` must have need - n
// free at its top, that is, be below 2^(W - need + n). Compares with that limit minus 1, which fits a word.
HUTCH_INLINE bool is_enough(hutch_word_t edge, hutch_word_t live, unsigned need)
{
    const hutch_word_t lowest = (hutch_word_t)(live & (hutch_word_t)(0u - live));
    hutch_word_t most = (hutch_word_t)(lowest - 1u);
    if (need <= HUTCH_WORD_BITS) {
        most = (hutch_word_t)((hutch_word_t)(lowest << (HUTCH_WORD_BITS - need)) - 1u);
    } else if (need < 2u * HUTCH_WORD_BITS) {
        HUTCH_SHIFT_DOWN(hutch_word_t, most, need - HUTCH_WORD_BITS);
    } else {
        most = 0;
    }
    return edge <= most;
}

// Returns the first of `length` neighbouring free slots, where those past the capacity count as free;
// HUTCH_NONE when there are none. Goes word by word: a run that ends in a word begins before it or inside it.
static unsigned find_run(const hutch_word_t *words, unsigned capacity, unsigned length)
{
    hutch_word_t edge = HUTCH_WORD_ALL; // the last word so far that is not all free
    unsigned between = 0;               // the slots from there to this word, all of them free
    unsigned power = 1;
    while (power <= length / 2) {
        power *= 2u;
    }
    for (unsigned first = 0; first < capacity; first += HUTCH_WORD_BITS) {
        const hutch_word_t live = *words++;
        if (is_enough(edge, live, length - between)) {
            return first - between - free_at_top(edge);
        }
        if (live == 0) {
            between += HUTCH_WORD_BITS;
            continue;
        }
        const hutch_word_t places =
            length < HUTCH_WORD_BITS ? places_inside(live, length, length - power) : 0;
        if (places != 0) {
            return first + hutch_bits_first_set(places);
        }
        edge = live;
        between = 0;
    }
    return HUTCH_NONE;
}

unsigned hutch_runs_place(const struct hutch_pool *pool, unsigned length)
{
    if (length == 0 || length > pool->capacity) {
        return HUTCH_NONE;
    }
    const unsigned first = find_run(pool->live, pool->capacity, length);
    return first <= pool->capacity - length ? first : HUTCH_NONE; // each later place is past the end, too
}

// --------------------------------------------------------------------------------------------------- acquire

#if HUTCH_CFG_CHECK < 2
// The bits of word `k` that belong to the slots first .. first + length - 1.
static hutch_word_t mask_of(unsigned k, unsigned first, unsigned length)
{
    const unsigned from = k * HUTCH_WORD_BITS > first ? 0 : first % HUTCH_WORD_BITS;
    const unsigned left = first + length - k * HUTCH_WORD_BITS;
    const hutch_word_t below =
        left >= HUTCH_WORD_BITS ? HUTCH_WORD_ALL : (hutch_word_t)(hutch_bits_mask(left) - 1u);
    return (hutch_word_t)(below & (hutch_word_t)(HUTCH_WORD_ALL << from));
}

// Tests whether all slots of a run are live, and none of them hidden.
static bool run_is_live(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    for (unsigned k = first / HUTCH_WORD_BITS; k * HUTCH_WORD_BITS < first + length; k++) {
        const hutch_word_t mask = mask_of(k, first, length);
        if ((HUTCH_LOAD(pool->visible[k]) & mask) != mask) {
            return false;
        }
    }
    return true;
}

static unsigned hutch_locked_acquire_run(const struct hutch_pool *pool, unsigned length)
{
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const unsigned first = hutch_runs_place(pool, length);
    HUTCH_ASSERT(35, first == HUTCH_NONE || first + length <= pool->capacity);
    for (unsigned k = first / HUTCH_WORD_BITS; first != HUTCH_NONE && k * HUTCH_WORD_BITS < first + length;
         k++) {
        const hutch_word_t mask = mask_of(k, first, length);
        hutch_bitmap_claim(pool->live, pool->capacity, k, mask);
        if (pool->has_marks) {
            hutch_locked_mark(pool->visible, k, mask, true);
        }
    }
    if (HUTCH_CFG_STATS) {
        hutch_stats_note_claimed(pool->self, first, first != HUTCH_NONE ? length : 0);
    }
    hutch_locked_exit(pool, saved);
    return first;
}

#    if HUTCH_HAS_LOCK_FREE
// In one word: a swap takes all of the run or nothing.
static unsigned hutch_lockfree_acquire_run(const struct hutch_pool *pool, unsigned length)
{
    if (length != 0 && length <= HUTCH_WORD_BITS) {
        return hutch_lockfree_acquire_in_round(pool, length, HUTCH_MODE_USUAL);
    }
    if (HUTCH_CFG_STATS) {
        hutch_stats_note_lockfree_refused(pool);
    }
    return HUTCH_NONE;
}
#    endif
#endif

static unsigned acquire_run(const struct hutch_pool *pool, unsigned length)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const hutch_port_state_t saved = policy != NULL ? hutch_locked_enter(pool) : (hutch_port_state_t)0;
    const unsigned first = HUTCH_ENGINE(acquire_run, pool, length);
    if (policy != NULL) {
        for (unsigned index = first; first != HUTCH_NONE && index < first + length; index++) {
            HUTCH_POLICY_STAMP_(policy, index);
        }
        hutch_locked_exit(pool, saved);
    }
    return first;
}

void *hutch_acquire_run_(const struct hutch_pool *pool, unsigned length)
{
    unsigned first = HUTCH_NONE;
    PUBLIC_BEGIN
    IF_OBJECTS (pool) {
        first = acquire_run(pool, length);
    }
    PUBLIC_END
    return hutch_core_at(pool, first);
}

unsigned hutch_acquire_run_index_(const struct hutch_pool *pool, unsigned length)
{
    PUBLIC_BEGIN
    const unsigned first = acquire_run(pool, length);
    PUBLIC_END
    return first;
}

// --------------------------------------------------------------------------------------------------- release

#if HUTCH_CFG_CHECK < 2
static bool hutch_locked_release_run(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const bool is_live = run_is_live(pool, first, length);
    for (unsigned index = first; is_live && HUTCH_KEEPS_MORE(pool) && index < first + length; index++) {
        hutch_locked_release_tracked(pool, index, false);
    }
    for (unsigned k = first / HUTCH_WORD_BITS;
         is_live && !HUTCH_KEEPS_MORE(pool) && k * HUTCH_WORD_BITS < first + length; k++) {
        hutch_bitmap_release(pool->live, pool->capacity, k, mask_of(k, first, length));
    }
    hutch_locked_exit(pool, saved);
    return is_live;
}

#    if HUTCH_HAS_LOCK_FREE
// Slots with refs, one after another: another context may see a part of the run freed, and if it releases one
// of them wrongly, those before that one stay released.
static bool lockfree_release_tracked(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    bool is_done = run_is_live(pool, first, length);
    for (unsigned index = first; is_done && index < first + length; index++) {
        is_done = hutch_lockfree_release(pool, index, false);
    }
    return is_done;
}

// In a pool that keeps no more than the bitmap all or none: by compare-and-swap, within one word.
static bool hutch_lockfree_release_run(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    const unsigned k = first / HUTCH_WORD_BITS;
    const hutch_word_t mask = mask_of(k, first, length);
    bool is_done = false;
    if ((first + length - 1u) / HUTCH_WORD_BITS != k) {
        return false;
    }
    if (HUTCH_KEEPS_MORE(pool)) {
        return lockfree_release_tracked(pool, first, length);
    }
    if (HUTCH_CFG_STATS) {
        hutch_stats_note_lockfree(pool, -(int)length);
    }
    hutch_word_t before = HUTCH_ATOMIC_LOAD(pool->live[k], __ATOMIC_RELAXED);
    while (!is_done && (before & mask) == mask) {
        const hutch_word_t after = (hutch_word_t)(before & (hutch_word_t)~mask);
        is_done = HUTCH_CAS_WEAK(pool->live[k], before, after, HUTCH_LEAF_ORDER(pool, RELEASE));
    }
    if (is_done) {
        hutch_lockfree_note_room(pool, k);
    } else if (HUTCH_CFG_STATS) {
        hutch_stats_note_lockfree(pool, (int)length);
    }
    return is_done;
}
#    endif
#endif

static bool release_by_engine(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    const bool is_done = HUTCH_ENGINE(release_run, pool, first, length);
    if (HUTCH_CFG_STATS >= 2 && is_done) {
        for (unsigned index = first; index < first + length; index++) {
            hutch_stats_note_released(pool, index);
        }
    }
    return is_done;
}

static bool end_run(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    if (first >= pool->capacity || length == 0 || length > pool->capacity - first) {
        return false;
    }
    const bool is_counted = pool->options->policy != NULL;
    const hutch_port_state_t saved = is_counted ? hutch_locked_enter(pool) : (hutch_port_state_t)0;
    const bool is_done = release_by_engine(pool, first, length);
    if (is_counted) {
        hutch_core_leave_with_room(pool, saved, is_done ? length : 0);
    }
    HUTCH_WAKE(pool, is_done);
    return is_done;
}

bool hutch_release_run_(const struct hutch_pool *pool, const void *object, unsigned length)
{
    bool is_done = false;
    PUBLIC_BEGIN
    IF_OBJECTS (pool) {
        const unsigned first = hutch_slot_index(pool, object);
        is_done =
            first == HUTCH_NONE
                ? hutch_core_bad_pointer(pool, first, object, HUTCH_FAULT_DOUBLE_RELEASE)
                : end_run(pool, first, length) || hutch_core_bad_index(pool, first, HUTCH_FAULT_BAD_RUN);
    }
    PUBLIC_END
    return is_done;
}

bool hutch_release_run_at_(const struct hutch_pool *pool, unsigned index, unsigned length)
{
    PUBLIC_BEGIN
    const bool is_done =
        end_run(pool, index, length) || hutch_core_bad_index(pool, index, HUTCH_FAULT_BAD_RUN);
    PUBLIC_END
    return is_done;
}
