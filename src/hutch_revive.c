// SPDX-License-Identifier: MIT
// hutch_revive.c - pools that outlive a reset.

#include "hutch_unfolded.h"

#include "hutch_state.h"

bool hutch_state_mend(const struct hutch_pool *pool)
{
    const unsigned capacity = pool->capacity, leaves = HUTCH_LEAF_WORDS(capacity);
    bool is_sound = true;
    for (unsigned k = leaves; k < HUTCH_BITMAP_WORDS(capacity); k++) {
        pool->live[k] = 0;
    }
    for (unsigned k = 0; k < leaves; k++) {
        const hutch_word_t word = pool->live[k], full = hutch_bits_full(k, capacity);
        is_sound = (word & (hutch_word_t)~full) == 0; // the last word alone has such bits
        pool->live[k] = (hutch_word_t)(word & full);
        (void)hutch_bitmap_claim(pool->live, capacity, k, pool->live[k]);
    }
    return is_sound;
}

#if HUTCH_CFG_CHECK >= 2
static void close_one(const struct hutch_pool *pool, unsigned index)
{
    if (pool->slots != NULL) {
        hutch_bytes_close(pool, index);
    }
}

static void close_known(const struct hutch_pool *pool)
{
    if (hutch_debug_is_listed(pool)) {
        hutch_state_close(pool);
    }
}
#else
#    define close_one(pool, index) ((void)0)
#    define close_known(pool) ((void)0)
#endif

static void set_zero(void *memory, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ((unsigned char *)memory)[i] = 0;
    }
}

// Ends what the reset interrupted. An object is gone that was hidden, or whose counter is the one during a
// lock-free release: what it was is lost, and half of all values is far from it. The refs to a free slot come
// to an end, because its release may not have come to that.
static void settle(const struct hutch_pool *pool)
{
    const hutch_ref_t unissued = hutch_generation_unissued(pool->ref_low_bits);
    for (unsigned index = 0; pool->generations != NULL && index < pool->capacity; index++) {
        const unsigned k = index / HUTCH_WORD_BITS;
        const hutch_word_t mask = hutch_bits_mask(index);
        const hutch_ref_t counter = pool->generations[index];
        if ((pool->visible[k] & pool->live[k] & mask) != 0 && counter != unissued) {
            continue;
        }
        if ((pool->live[k] & mask) != 0) {
            close_one(pool, index);
            pool->live[k] = (hutch_word_t)(pool->live[k] & (hutch_word_t)~mask);
        }
        pool->generations[index] = counter == unissued ? (hutch_ref_t)(unissued / 2u)
                                                       : hutch_generation_next(counter, pool->ref_low_bits);
    }
    for (unsigned k = 0; pool->has_marks != 0 && k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        pool->visible[k] = pool->live[k];
        if (HUTCH_HAS_HOOKS(pool)) {
            hutch_word_t *const persistent = HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT) + k;
            *persistent = (hutch_word_t)(*persistent & pool->live[k]);
        }
    }
}

#if HUTCH_CFG_CHECK >= 2
// Makes a pool's debug state from its bitmap. The tag of its refs stays. After a reset the library knows no
// pool: if it knows this one, a test has called as after a reset, and sanitizers know its bytes.
static void renew(const struct hutch_pool *pool, bool is_kept)
{
    const uint8_t tag = pool->debug->tag;
    if (hutch_debug_is_listed(pool)) {
        hutch_state_count(pool);
        return;
    }
    set_zero(pool->debug, sizeof *pool->debug);
#    if HUTCH_CFG_NOTES
    set_zero(pool->notes, pool->capacity * sizeof *pool->notes);
#    endif
    if (is_kept) {
        hutch_state_prepare(pool);
        pool->debug->tag = tag;
        hutch_state_open(pool);
    }
}
#endif

void hutch_state_end(const struct hutch_pool *pool, bool is_kept)
{
    if (!is_kept) {
        close_known(pool);
        set_zero(pool->live, HUTCH_BITMAP_WORDS((size_t)pool->capacity) * sizeof(hutch_word_t));
        set_zero(pool->visible, HUTCH_LEAF_WORDS((size_t)pool->capacity) * sizeof(hutch_word_t) *
                                    (pool->has_marks != 0 ? pool->has_marks : 1u));
        set_zero(pool->generations, pool->generations != NULL ? pool->capacity * sizeof(hutch_ref_t) : 0u);
    } else {
        settle(pool);
        (void)hutch_state_mend(pool);
    }
#if HUTCH_CFG_STATS
    set_zero(pool->stats, sizeof *pool->stats);
    hutch_state_recount(pool);
#endif
#if HUTCH_CFG_STATS >= 2
    set_zero(pool->idle_since, pool->capacity * sizeof *pool->idle_since);
#endif
#if HUTCH_CFG_CHECK >= 2
    renew(pool, is_kept);
#endif
}

bool hutch_revive(const struct hutch_state *state, struct hutch_seal *seal)
{
    const uint32_t layout = hutch_state_layout(state);
    bool is_kept = !HUTCH_CFG_FENCE && seal->layout == layout && seal->inverted == (uint32_t)~layout;
    for (unsigned i = 0; i < state->length; i++) {
        is_kept = hutch_state_mend(state->pools[i]) && is_kept;
    }
    seal->inverted = is_kept ? seal->inverted : 0u; // after a reset in this call as much is kept
    for (unsigned i = 0; i < state->length; i++) {
        hutch_state_end(state->pools[i], is_kept);
    }
    seal->layout = layout;
    seal->inverted = (uint32_t)~layout;
    return is_kept;
}
