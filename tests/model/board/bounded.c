// SPDX-License-Identifier: MIT
// bounded.c - the comparison with the reference, as much of it as a small board has time and memory for.

#include "model.h"
#include "board.h"
#include "hutch/core/core.h"

enum { STATES_SLOTS = 6, CALLS = 20000, CALLS_A_TURN = 100 };

// MODEL_PART: 1 or 2 where not all of it has room: the pools' own functions, or those of src/.
#ifndef MODEL_PART
#    define MODEL_PART 0
#endif
#define MODEL_HAS(part) (MODEL_PART == 0 || MODEL_PART == (part))

#if MODEL_HAS(1)
#    define BOUNDED SUBJECT
#else
#    define BOUNDED SUBJECT_FOR_GENERIC
#endif
BOUNDED(one, 4, 1);
BOUNDED(six, 3, STATES_SLOTS);
BOUNDED(word, 1, W);
BOUNDED(word_and_one, 3, W + 1);
BOUNDED(scan, 1, 3 * W);
BOUNDED(summary, 2, 3 * W + 1);

static const struct subject *const subjects[] = {
    &one_subject, &six_subject, &word_subject, &word_and_one_subject, &scan_subject, &summary_subject,
};
enum { subjects_count = sizeof subjects / sizeof subjects[0] };

static struct model model;

static bool is_right(const struct subject *subject, unsigned state, enum call call, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < subject->capacity; i++) {
        model_set(&model, subject, i, (state >> i & 1u) != 0);
    }
    return model_step(&model, subject, call, a, b) && model_agrees(&model, subject);
}

static unsigned wrong_calls(const struct subject *subject, unsigned state)
{
    const unsigned bytes = (unsigned)subject->pool->stride_bytes;
    unsigned wrong = 0;
    for (unsigned i = 0; i <= subject->capacity + 1; i++) {
        wrong += !is_right(subject, state, CALL_RELEASE_AT, i, 0);
        wrong += !is_right(subject, state, CALL_RELEASE, i * bytes, 0);
        wrong += !is_right(subject, state, CALL_RELEASE, i * bytes - 1, 0);
        wrong += !is_right(subject, state, CALL_CLAIM, i, 0);
        wrong += !is_right(subject, state, CALL_ACQUIRE_RUN, i, 0);
        wrong += !is_right(subject, state, CALL_RELEASE_RUN, i, 2);
        wrong += !is_right(subject, state, CALL_NEXT, i, 0);
    }
    wrong += !is_right(subject, state, CALL_ACQUIRE, 0, 0);
    wrong += !is_right(subject, state, CALL_LIVE, 0, 0);
    wrong += !is_right(subject, state, CALL_RELEASE_IF, 2, 0);
    wrong += !is_right(subject, state, CALL_CLEAR, 0, 0);
    return wrong;
}

static void check_states(const struct subject *subject)
{
    unsigned wrong = 0;
    model_reset(&model, subject);
    for (unsigned state = 0; state < 1u << STATES_SLOTS && wrong < 5; state++) {
        wrong += wrong_calls(subject, state);
    }
    CHECK_EQUAL(wrong, 0);
}

#if MODEL_HAS(1)
static void every_call_is_right_in_every_state_of_six_slots(void)
{
    check_states(&six_subject);
}
#endif

#if MODEL_HAS(2)
static void every_generic_call_is_right_in_every_state_of_six_slots(void)
{
    struct subject generic;
    subject_generic(&generic, &six_subject);
    check_states(&generic);
}
#endif

// Up to `below`, by subtraction from a power of two: a division is a library call on small CPUs.
static unsigned random_below(uint32_t *dice, unsigned below)
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
    const unsigned stride = (unsigned)subject->pool->stride_bytes;
    const unsigned slot = random_below(dice, subject->capacity), roll = random_below(dice, 16);
    if (roll < fills) {
        return model_step(&model, subject, CALL_ACQUIRE, 0, 0);
    }
    switch (random_below(dice, 8)) {
    case 0:
        return model_step(&model, subject, CALL_CLAIM, slot, 0);
    case 1:
        return model_step(&model, subject, CALL_ACQUIRE_RUN, roll, 0);
    case 2:
        return model_step(&model, subject, CALL_RELEASE_RUN, slot, 2);
    case 3:
        return model_step(&model, subject, CALL_NEXT, slot, 0);
    case 4:
        return model_step(&model, subject, CALL_RELEASE, slot * stride + roll - fills, 0);
    case 5:
        return roll != 15 || model_step(&model, subject, CALL_RELEASE_IF, 3, 0);
    default:
        return model_step(&model, subject, CALL_RELEASE_AT, slot, 0);
    }
}

static bool random_calls_are_right(const struct subject *subject)
{
    uint32_t dice = 1 + subject->capacity;
    bool is_right_so_far = true;
    model_reset(&model, subject);
    for (unsigned turn = 0; turn < CALLS / CALLS_A_TURN / subjects_count && is_right_so_far; turn++) {
        const unsigned fills = 4 + turn % 4 * 3;
        for (unsigned i = 0; i < CALLS_A_TURN && is_right_so_far; i++) {
            is_right_so_far = random_step(subject, fills, &dice);
        }
        is_right_so_far = is_right_so_far && model_agrees(&model, subject);
    }
    return is_right_so_far;
}

#if MODEL_HAS(1)
static void random_calls_are_right_at_every_border(void)
{
    for (unsigned n = 0; n < subjects_count; n++) {
        CHECK(random_calls_are_right(subjects[n]));
    }
}
#endif

#if MODEL_HAS(2)
static void random_generic_calls_are_right_at_every_border(void)
{
    for (unsigned n = 0; n < subjects_count; n++) {
        struct subject generic;
        subject_generic(&generic, subjects[n]);
        CHECK(random_calls_are_right(&generic));
    }
}
#endif

static const struct unit_test bounded_tests[] = {
#if MODEL_HAS(1)
    UNIT_TEST(every_call_is_right_in_every_state_of_six_slots),
    UNIT_TEST(random_calls_are_right_at_every_border),
#endif
#if MODEL_HAS(2)
    UNIT_TEST(every_generic_call_is_right_in_every_state_of_six_slots),
    UNIT_TEST(random_generic_calls_are_right_at_every_border),
#endif
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(bounded_tests);
    return unit_finish();
}
