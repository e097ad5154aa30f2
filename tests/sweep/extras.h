// SPDX-License-Identifier: MIT
// extras.h - a part of sweep.c: what pools with hooks or a policy hold besides their bitmap.
#ifndef SWEEP_EXTRAS_H
#define SWEEP_EXTRAS_H

#ifdef SWEEP_SPAWNED
static hutch_ref_t target_ref; // to the object in the scenario's slot

static hutch_word_t *persistent_words(void)
{
    return cells_pool.visible + HUTCH_MARK_PERSISTENT * HUTCH_LEAF_WORDS(SLOTS);
}

// All generations from the start, and what is live can be seen, and is not persistent.
static void set_spawned(const struct scenario *scenario)
{
    for (unsigned index = 0; index < SLOTS; index++) {
        cells_pool.generations[index] = 0;
    }
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS(SLOTS); k++) {
        cells_pool.visible[k] = cells_pool.live[k];
        persistent_words()[k] = 0;
    }
    if (hutch_core_is_live_at(&cells_pool, scenario->target)) {
        target_ref = hutch_core_ref(&cells_pool, hutch_core_at(&cells_pool, scenario->target));
    }
}

static void note_spawned(void)
{
    unsigned sum = 0;
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS(SLOTS); k++) {
        sum += SLOTS * hutch_bits_count(cells_pool.visible[k]);
        sum += SWEEP_PERSISTENT * hutch_bits_count(persistent_words()[k]);
    }
    for (unsigned index = 0; index < SLOTS; index++) {
        sum += cells_pool.generations[index];
    }
    got.generations = (uint16_t)sum;
}
#else
static void set_spawned(const struct scenario *scenario)
{
    (void)scenario;
}

static void note_spawned(void)
{
}
#endif

#ifdef SWEEP_POLICY
// Turns from the start, and one of the two slots to spill to.
static void set_policy(const struct scenario *scenario)
{
    swept_nobody_goes = policy_names_nobody(scenario);
    swept_policy.state->acquired = SWEEP_TURNS_BEFORE;
    swept_policy.state->released = SWEEP_TURNS_BEFORE - hutch_core_live(&cells_pool);
    for (unsigned index = 0; index < SLOTS; index++) {
        if (swept_policy.stamps != NULL) {
            swept_policy.stamps[index] = swept_stamp(index);
        }
        if (SWEEP_POLICY == SWEEP_LOWEST) {
            ((struct cell *)hutch_core_at(&cells_pool, index))->bytes[0] = swept_value(index);
        }
    }
    spares_pool.live[0] = 1;
    swept_notices = 0;
}

static void note_policy(void)
{
    const struct hutch_policy_state *const state = swept_policy.state;
    const unsigned miscounted = state->acquired - state->released - hutch_core_live(&cells_pool); // 0
    unsigned sum = state->acquired + miscounted;
    for (unsigned index = 0; swept_policy.stamps != NULL && index < SLOTS; index++) {
        sum = sum * 3u + (hutch_bitmap_is_live(cells_pool.live, index) ? swept_policy.stamps[index] : 0u);
    }
    for (unsigned spare = 0; spare < SWEEP_SPARES; spare++) {
        sum = sum * 2u + hutch_bitmap_is_live(spares_pool.live, spare);
    }
    got.order = (uint16_t)sum;
    got.notices = swept_notices;
}
#else
static void set_policy(const struct scenario *scenario)
{
    (void)scenario;
}

static void note_policy(void)
{
}
#endif

#endif
