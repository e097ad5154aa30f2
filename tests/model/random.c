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
static struct model model;

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

static bool random_step(const struct subject *subject, unsigned fills, uint32_t *dice)
{
    const unsigned capacity = subject->pool->capacity, stride = (unsigned)subject->pool->stride_bytes;
    const unsigned slot = model_random(dice, capacity), roll = model_random(dice, 16),
                   which = model_random(dice, 18);
    const unsigned next = hutch_next_index_(subject->pool, slot), live = next != HUTCH_NONE ? next : slot;
    unsigned a = slot, b = 0;
    enum call call = roll % 2 != 0 ? CALL_ACQUIRE : CALL_SPAWN;
    if (roll >= fills) {
        static const uint8_t calls[18] = {
            CALL_RELEASE,    CALL_RELEASE, CALL_DESPAWN,     CALL_RELEASE_REF, CALL_RELEASE_AT, CALL_RELEASE,
            CALL_DESPAWN,    CALL_CLAIM,   CALL_ACQUIRE_RUN, CALL_RELEASE_RUN, CALL_NEXT,       CALL_PERSIST,
            CALL_RELEASE_AT, CALL_LIVE,    CALL_WALK,        CALL_RELEASE_IF,  CALL_RESET,      CALL_CLEAR};
        call = (enum call)calls[which];
        if (which < 3) { // one that is live, where one is near
            a = live * stride;
        } else if (which < 5) {
            a = live;
        } else if (which < 7) { // any address, up to a slot outside the pool
            a = (slot + roll % 3) * stride - model_random(dice, stride + 1);
        } else if (call == CALL_ACQUIRE_RUN) {
            a = roll < 15 ? roll : 3 * W + roll;
        } else if (call == CALL_RELEASE_RUN) {
            b = roll < 15 ? roll / 4 : 3 * W + roll;
        } else if (call == CALL_WALK) {
            a = (unsigned)unit_random(dice) | 1u;
        } else if (call == CALL_RELEASE_IF) {
            a = roll % 4 + 2;
        } else if (roll == 15) {
            a = capacity;
        }
        // These take as long as the pool is large, or leave nothing in it.
        if (call >= CALL_LIVE &&
            model_random(dice, call >= CALL_RELEASE_IF || capacity > 1000 ? 32 : 2) != 0) {
            return true;
        }
    }
    return model_step(&model, subject, call, a, b);
}

// Some calls in one mood, then the whole of the pool is compared. By turns it fills, empties, and stays.
static bool random_turn(const struct subject *subject, unsigned mood, uint32_t *dice)
{
    static const uint8_t fills[] = {11, 4, 7, 15, 1, 8};
    bool is_right_so_far = true;
    for (unsigned i = 0; i < CALLS_A_TURN && is_right_so_far; i++) {
        is_right_so_far = random_step(subject, fills[mood], dice);
    }
    return is_right_so_far && model_agrees(&model, subject);
}

static void random_calls_are_right(void)
{
    uint32_t dice = random_seed != 0 ? random_seed : 1;
    for (unsigned n = 0; n < subjects_count; n++) {
        struct subject generic;
        bool is_right_so_far = true;
        subject_generic(&generic, subjects[n]->pool);
        model_reset(&model, subjects[n]);
        // The largest pools are slow to compare.
        const unsigned long turns = generic.pool->capacity <= 1000 ? random_turns : random_turns / 8 + 1;
        for (unsigned long turn = 0; turn < turns && is_right_so_far; turn++) {
            const unsigned mood = model_random(&dice, 6);
            is_right_so_far = random_turn(model_random(&dice, 2) != 0 ? &generic : subjects[n], mood, &dice);
        }
        CHECK(is_right_so_far);
    }
}

const struct unit_test random_tests[] = {
    UNIT_TEST(random_calls_are_right),
    UNIT_TESTS_END,
};
