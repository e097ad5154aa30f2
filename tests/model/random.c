// SPDX-License-Identifier: MIT
// random.c - long seeded runs of random calls of each pool, typed and generic.

#include "model.h"

enum { CALLS_A_TURN = 300 };
uint32_t random_seed = 1;
#ifdef MODEL_BOUNDED
unsigned long random_turns = 8;
#else
unsigned long random_turns = 3000;
#endif

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

// An acquire, or any other call: those take as long as the pool is large, or leave nothing in it, are rare.
static enum call random_call(uint32_t *dice, unsigned fills)
{
    for (;;) {
        const bool is_acquire = model_random(dice, 16) < fills;
        const unsigned call = model_random(dice, is_acquire ? CALL_SPAWN_URGENT + 1 : CALLS_COUNT);
        const bool is_large = call == CALL_CLEAR || call >= CALL_RESET || call == CALL_RELEASE_IF ||
                              call == CALL_ADOPT || call == CALL_PRESPAWN ||
                              (call == CALL_WALK && subject_world.pools[0]->capacity > 1000);
        if ((subject_world.calls & ON(call)) != 0 && (!is_large || model_random(dice, 32) == 0)) {
            return (enum call)call;
        }
    }
}

// Most are right; the others are off by a byte, or past the end.
static void choose(struct move *move, uint32_t *dice, unsigned fills)
{
    const struct hutch_pool *const pool = subject_world.pools[0];
    const unsigned capacity = pool->capacity, roll = model_random(dice, 64),
                   slot = model_random(dice, capacity);
    const unsigned next = hutch_next_index_(pool, slot);
    move->call = (uint8_t)random_call(dice, fills);
    move->pool = 0;
    const bool is_place = move->call == CALL_RELEASE || move->call == CALL_DESPAWN ||
                          move->call == CALL_PERSIST || move->call == CALL_RELEASE_RUN;
    move->inside = (uint8_t)(is_place && roll < 4 ? model_random(dice, (unsigned)pool->stride_bytes) : 0);
    move->a = (uint16_t)(roll < 48 && next != HUTCH_NONE ? next : slot);
    move->b = (uint16_t)(roll < 60 ? roll % 4 : 3 * W + roll % 16);
    move->victim = (uint16_t)(roll < 8 ? slot : next != HUTCH_NONE ? next : NOBODY);
    if (move->call == CALL_ACQUIRE_RUN) {
        move->a = (uint16_t)(roll < 60 ? roll / 4 : 3 * W + roll % 16);
    } else if (move->call == CALL_RELEASE_IF) {
        move->a = (uint16_t)(roll * 5 & 255u);
    } else if (roll >= 62 && move->call != CALL_KEEP_REF && move->call != CALL_RELEASE_REF) {
        move->a = (uint16_t)(roll == 62 ? capacity : PLACE_NULL);
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
static bool keep_refs(void)
{
    static struct move move;
    bool is_right = true;
    move.call = CALL_KEEP_REF;
    for (unsigned i = 0; i < subject_world.pools[0]->capacity && is_right; i++) {
        if (subject_model.pools[0].marks[i] & VISIBLE) {
            move.a = (uint16_t)i;
            is_right = make(&move, 0);
        } else {
            subject_model.pools[0].marks[i] &= (uint8_t) ~(KEPT | STALE);
            real_forget_ref(0, i);
        }
    }
    return is_right;
}

// Some calls in one mood, then the whole of the pool is compared. By turns it fills, empties, and stays.
static bool random_turn(uint32_t *dice)
{
    static const uint8_t fills[] = {11, 4, 7, 15, 1, 8};
    const unsigned mood = model_random(dice, 6);
    bool is_right = true;
    for (unsigned i = 0; i < CALLS_A_TURN && is_right; i++) {
        static struct move move;
        choose(&move, dice, fills[mood]);
        is_right = make(&move, *dice | 1u);
    }
    is_right = is_right && looks_are_right(&subject_world, &subject_model);
#if HUTCH_CFG_STATS
    is_right = is_right && subject_world.pools[0]->stats->peak == subject_model.pools[0].peak;
#endif
    return is_right && (subject_world.pools[0]->generations == NULL || keep_refs());
}

// Nothing stays hidden.
static void end(void)
{
    static struct move move;
    move.call = CALL_UNDO;
    for (unsigned i = 0; i < subject_world.pools[0]->capacity; i++) {
        move.a = (uint16_t)i;
        CHECK(make(&move, 0));
    }
}

static void random_calls_are_right(void)
{
    uint32_t dice = random_seed != 0 ? random_seed : 1;
    for (unsigned n = 0; n < subjects_count; n++) {
        bool is_right = true;
        subject_begin(&subjects[n], false);
        // The largest pools are slow to compare.
        const unsigned long turns = subjects[n].pool->capacity <= 1000 ? random_turns : random_turns / 8 + 1;
        for (unsigned long turn = 0; turn < turns && is_right; turn++) {
            subject_world.verbs[0] = model_random(&dice, 2) != 0 ? NULL : subjects[n].verbs;
            is_right = random_turn(&dice);
        }
        CHECK(is_right);
        end();
    }
}

const struct unit_test random_tests[] = {
    UNIT_TEST(random_calls_are_right),
    UNIT_TESTS_END,
};
