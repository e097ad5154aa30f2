// SPDX-License-Identifier: MIT
// random.c - long seeded runs of random calls of each pool, typed and generic.

#include "model.h"

enum { CALLS_A_TURN = 300 };
uint32_t random_seed = 1;

unsigned model_random(uint32_t *dice, unsigned below)
{
    unsigned mask = 1, found;
    while (mask < below) {
        mask = mask * 2 + 1;
    }
    do {
        found = (unsigned)(unit_random(dice) >> 8) & mask;
    } while (found >= below);
    return found;
}

// A world's calls are those of any of its pools.
static bool has_call(const struct hutch_pool *pool, bool is_herd, unsigned call)
{
    if (call == CALL_BEGIN || call == CALL_END || call == CALL_UNDO) {
        return HUTCH_HAS_HOOKS(pool) && pool->options->policy == NULL; // as pools of hutch.hpp
    }
    return call == CALL_KEEP_REF || call == CALL_RELEASE_REF ? pool->generations != NULL
           : call >= CALL_MAKE && call <= CALL_ATTACH        ? is_herd
                                                             : true;
}

// An acquire, or any other call: those that take as long as the pool is large, or leave nothing in it, are
// rare.
static enum call random_call(unsigned p, uint32_t *dice, unsigned fills)
{
    static const uint8_t of_herds[] = {CALL_ADOPT_PREFAB, CALL_PRESPAWN_PREFAB, CALL_ADD_COMPONENT,
                                       CALL_ATTACH,       CALL_ATTACH,          CALL_ATTACH};
    const struct hutch_pool *const pool = subject_world.pools[p];
    for (;;) {
        const bool is_acquire = model_random(dice, 16) < fills;
        const bool is_of_herd = MODEL_IS_RICH && subject_world.herds[p] != NULL && model_random(dice, 2) == 0;
        const unsigned call = is_acquire ? is_of_herd ? CALL_MAKE : model_random(dice, CALL_SPAWN_URGENT + 1)
                              : is_of_herd ? of_herds[model_random(dice, sizeof of_herds)]
                                           : model_random(dice, CALLS_COUNT);
        const bool is_large = call == CALL_CLEAR || call >= CALL_RESET || call == CALL_RELEASE_IF ||
                              call == CALL_ADOPT || call == CALL_PRESPAWN ||
                              (call == CALL_WALK && pool->capacity > 1000);
        if ((subject_world.calls & ON(call)) != 0 &&
            (!MODEL_IS_RICH || has_call(pool, subject_world.herds[p] != NULL, call)) &&
            (!is_large || model_random(dice, pool->capacity <= W ? 4 : 32) == 0)) {
            return (enum call)call;
        }
    }
}

// Of 16 calls `fills` are acquires. Most are right; the others are off by a byte, or past the end.
static void move_by_chance(struct move *move, uint32_t *dice, unsigned fills)
{
    const bool can_spill = MODEL_IS_RICH && subject_world.pools[POOLS_MAX - 1] != NULL;
    const unsigned p = can_spill && model_random(dice, 4) == 0;
    const struct hutch_pool *const pool = subject_world.pools[p];
    const unsigned capacity = pool->capacity, roll = model_random(dice, 64),
                   slot = model_random(dice, capacity);
    const unsigned next = hutch_next_index_(pool, slot);
    move->call = (uint8_t)random_call(p, dice, fills);
    move->pool = (uint8_t)p;
    const bool is_place = move->call == CALL_RELEASE || move->call == CALL_DESPAWN ||
                          move->call == CALL_PERSIST || move->call == CALL_RELEASE_RUN ||
                          move->call == CALL_ADOPT_PREFAB || move->call == CALL_ADD_COMPONENT ||
                          move->call == CALL_ATTACH;
    move->inside = (uint8_t)(is_place && roll < 4 ? model_random(dice, (unsigned)pool->stride_bytes) : 0);
    move->a = (uint16_t)(roll < 48 && next != HUTCH_NONE ? next : slot);
    move->b = (uint16_t)(roll < 60 ? roll % 4 : 3 * W + roll % 16);
    move->victim = (uint16_t)(roll < 8 ? slot : next != HUTCH_NONE ? next : NOBODY);
    if (move->call == CALL_ACQUIRE_RUN) {
        move->a = (uint16_t)(roll < 60 ? roll / 4 : 3 * W + roll % 16);
    } else if (move->call == CALL_RELEASE_IF) {
        move->a = (uint16_t)(roll * 5 & 255u);
    } else if (roll >= 62 && (is_place || move->call == CALL_CLAIM || move->call == CALL_ADOPT ||
                              move->call == CALL_PRESPAWN || move->call == CALL_RELEASE_AT)) {
        move->a =
            (uint16_t)(roll == 62 && !can_spill ? capacity : PLACE_NULL); // past the end is the other pool
    } else if (MODEL_IS_RICH && is_place && !can_spill && roll == 61) {
        move->a = (uint16_t)(slot + 128u);
    } else if (can_spill && is_place && roll >= 52) {
        move->a = (uint16_t)(PLACE_OTHER + model_random(dice, subject_world.pools[1 - p]->capacity));
    }
    if (MODEL_IS_RICH && move->call >= CALL_MAKE &&
        move->call <= CALL_ATTACH) { // a prefab, a component, a child
        move->a = (uint16_t)(move->call == CALL_MAKE              ? roll % 2
                             : move->call == CALL_PRESPAWN_PREFAB ? slot + 1
                                                                  : move->a);
        move->b = (uint16_t)(move->call == CALL_ATTACH          ? model_random(dice, capacity)
                             : move->call == CALL_ADD_COMPONENT ? roll % 4
                                                                : roll % 2);
    }
}

static bool make(const struct move *move, uint32_t dice)
{
    struct trace *const trace = trace_begin(move);
    trace->dice = dice;
    trace->nested_at = move->a;
    return !move_is_allowed(&subject_model, move) || moves_agree(&subject_world, &subject_model);
}

// Refs of all that is live; so none is older than a turn, in which no slot's generations come round.
static bool keep_refs(unsigned p)
{
    static struct move move;
    const struct hutch_pool *const pool = subject_world.pools[p];
    bool is_right = true;
    move.call = CALL_KEEP_REF;
    move.pool = (uint8_t)p;
    for (unsigned i = 0; pool->generations != NULL && i < pool->capacity && is_right; i++) {
        if (subject_model.pools[p].marks[i] & VISIBLE) {
            move.a = (uint16_t)i;
            is_right = make(&move, 0);
        } else {
            subject_model.pools[p].marks[i] &= (uint8_t) ~(KEPT | STALE);
            real_forget_ref(p, i);
        }
    }
    return is_right;
}

// Some calls in one mood, then the whole of the pool is compared. By turns it fills, empties, and stays.
static bool random_turn(unsigned fills, uint32_t *dice)
{
    bool is_right = true;
    static struct move fill;
    fill.call = CALL_ADOPT;
    fill.a = subject_world.pools[0]->capacity;
    if (MODEL_IS_RICH && fills == 15) {
        is_right = make(&fill, 0);
    }
    for (unsigned i = 0; i < CALLS_A_TURN && is_right; i++) {
        static struct move move;
        move_by_chance(&move, dice, fills);
        is_right = make(&move, *dice | 1u);
    }
    is_right = is_right && looks_are_right(&subject_world, &subject_model);
    for (unsigned p = 0; p < POOLS_MAX && subject_world.pools[p] != NULL; p++) {
#if HUTCH_CFG_STATS
        is_right = is_right && subject_world.pools[p]->stats->peak == subject_model.pools[p].peak;
#endif
        is_right = is_right && keep_refs(p);
    }
    return is_right;
}

// Nothing stays hidden.
static void end(unsigned p)
{
    static struct move move;
    move.call = CALL_UNDO;
    move.pool = (uint8_t)p;
    for (unsigned i = 0; i < subject_world.pools[p]->capacity; i++) {
        move.a = (uint16_t)i;
        CHECK(make(&move, 0));
    }
}

// A lock-free pool of several words begins where the last search ended: the model takes the lowest slot.
static bool goes_round(void)
{
    for (unsigned p = 0; p < POOLS_MAX && subject_world.pools[p] != NULL; p++) {
        const struct hutch_pool *const pool = subject_world.pools[p];
        if (hutch_is_lock_free(pool) && pool->capacity > W) {
            return true;
        }
    }
    return false;
}

void random_calls(const struct subject *first, unsigned count, unsigned long its_turns)
{
    static const uint8_t fills[] = {15, 4, 11, 7, 1, 8};
    uint32_t dice = random_seed != 0 ? random_seed : 1;
    for (const struct subject *subject = first; subject < first + count; subject++) {
        bool is_right = true;
        subject_begin(subject, false);
        // The largest pools are slow to compare.
        const unsigned long turns = goes_round()                      ? 0
                                    : subject->pool->capacity <= 1000 ? its_turns
                                                                      : its_turns / 8 + 1;
        for (unsigned long turn = 0; turn < turns && is_right; turn++) {
            subject_world.verbs[0] = model_random(&dice, 2) != 0 ? NULL : subject->verbs;
            is_right = random_turn(fills[turn % 6], &dice);
        }
        CHECK(is_right);
        for (unsigned p = 0; p < POOLS_MAX && subject_world.pools[p] != NULL; p++) {
            end(p);
        }
    }
}
