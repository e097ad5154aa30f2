// SPDX-License-Identifier: MIT
// states.c - every state of pools of 1 to 16 slots, and in each state every call with every argument.

#include "model.h"
#include "hutch/core/core.h"

#include <string.h>

enum { slots_max = 16 };
SUBJECT(of_1, 1, 1);
SUBJECT(of_2, 3, 2);
SUBJECT(of_3, 4, 3);
SUBJECT(of_4, 24, 4);
SUBJECT(of_5, 5, 5);
SUBJECT(of_6, 1, 6);
SUBJECT(of_7, 12, 7);
SUBJECT(of_8, 2, 8);
SUBJECT(of_9, 3, 9);
SUBJECT(of_10, 7, 10);
SUBJECT(of_11, 16, 11);
SUBJECT(of_12, 40, 12);
SUBJECT(of_13, 1, 13);
SUBJECT(of_14, 6, 14);
SUBJECT(of_15, 9, 15);
SUBJECT(of_16, 24, 16);

static const struct subject *const subjects[slots_max] = {
    &of_1_subject,  &of_2_subject,  &of_3_subject,  &of_4_subject,  &of_5_subject,  &of_6_subject,
    &of_7_subject,  &of_8_subject,  &of_9_subject,  &of_10_subject, &of_11_subject, &of_12_subject,
    &of_13_subject, &of_14_subject, &of_15_subject, &of_16_subject,
};

// One state, from which each call starts anew.
struct state {
    hutch_word_t words[HUTCH_BITMAP_WORDS(slots_max)];
    bool live[slots_max];
};

static void arrange(struct model *model, const struct subject *subject, const struct state *state)
{
    memcpy(subject->pool->live, state->words, HUTCH_BITMAP_WORDS(subject->capacity) * sizeof(hutch_word_t));
    memcpy(model->live, state->live, slots_max);
}

static void decode(struct state *state, unsigned bits)
{
    memset(state, 0, sizeof *state);
    for (unsigned i = 0; i < slots_max; i++) {
        if ((bits >> i & 1u) != 0) {
            state->live[i] = true;
            state->words[i / W] |= hutch_bits_mask(i);
        }
    }
}

static bool is_right(const struct subject *subject, const struct state *state, enum call call, unsigned a,
                     unsigned b)
{
    static struct model model;
    arrange(&model, subject, state);
    model.capacity = subject->capacity;
    return model_step(&model, subject, call, a, b) && model_agrees(&model, subject);
}

static unsigned wrong_calls(const struct subject *subject, const struct state *state)
{
    const unsigned capacity = subject->capacity, bytes = (unsigned)subject->pool->stride_bytes;
    unsigned wrong = 0;
    for (unsigned i = 0; i <= capacity + 1; i++) {
        wrong += !is_right(subject, state, CALL_RELEASE_AT, i, 0);
        wrong += !is_right(subject, state, CALL_RELEASE, i * bytes, 0);
        wrong += !is_right(subject, state, CALL_RELEASE, i * bytes - 1, 0);
        wrong += !is_right(subject, state, CALL_CLAIM, i, 0);
        wrong += !is_right(subject, state, CALL_ACQUIRE_RUN, i, 0);
        wrong += !is_right(subject, state, CALL_NEXT, i, 0);
        for (unsigned length = 0; length <= capacity - (i < capacity ? i : capacity) + 1; length++) {
            wrong += !is_right(subject, state, CALL_RELEASE_RUN, i, length);
        }
    }
    wrong += !is_right(subject, state, CALL_ACQUIRE, 0, 0);
    wrong += !is_right(subject, state, CALL_LIVE, 0, 0);
    wrong += !is_right(subject, state, CALL_CLEAR, 0, 0);
    wrong += !is_right(subject, state, CALL_RELEASE_IF, 1, 0);
    wrong += !is_right(subject, state, CALL_RELEASE_IF, 2, 0);
    wrong += !is_right(subject, state, CALL_RELEASE_IF, 3, 0);
    return wrong;
}

static void check_all_states(const struct subject *subject)
{
    struct state state;
    unsigned wrong = 0;
    for (unsigned bits = 0; bits < 1u << subject->capacity && wrong < 5; bits++) {
        decode(&state, bits);
        wrong += wrong_calls(subject, &state);
    }
    CHECK_EQUAL(wrong, 0);
}

static void every_call_is_right_in_every_state_of_1_to_16_slots(void)
{
    for (unsigned n = 0; n < slots_max; n++) {
        check_all_states(subjects[n]);
    }
}

static void every_generic_call_is_right_in_every_state_of_1_to_13_slots(void)
{
    for (unsigned n = 0; n < 13; n++) {
        struct subject generic;
        subject_generic(&generic, subjects[n]);
        check_all_states(&generic);
    }
}

const struct unit_test states_tests[] = {
    UNIT_TEST(every_call_is_right_in_every_state_of_1_to_16_slots),
    UNIT_TEST(every_generic_call_is_right_in_every_state_of_1_to_13_slots),
    UNIT_TESTS_END,
};
