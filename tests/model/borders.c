// SPDX-License-Identifier: MIT
// borders.c - every state of one word beside a border of the levels, with all other words full, free or
// mixed.

#include "model.h"
#include "hutch/core/core.h"

#include <string.h>

SUBJECT(scan, 1, 3 * W);
SUBJECT(summary, 3, 3 * W + 1);
SUBJECT(summary_more, 1, 4 * W + W / 2);
SUBJECT(square, 1, W *W);
SUBJECT(square_and_one, 2, W *W + 1);
SUBJECT(square_and_word, 1, W *W + W + 3);
#if HUTCH_WORD_BITS == 8
SUBJECT(most, 1, HUTCH_CAPACITY_MAX);
#endif

static const struct subject *const subjects[] = {
    &scan_subject,   &summary_subject,        &summary_more_subject,
    &square_subject, &square_and_one_subject, &square_and_word_subject,
#if HUTCH_WORD_BITS == 8
    &most_subject,
#endif
};
enum { subjects_count = sizeof subjects / sizeof subjects[0] };

static struct model model;

enum others { ALL_FREE, ALL_LIVE, ONE_FREE_A_WORD, OTHERS_COUNT };

static void set_others(const struct subject *subject, unsigned word, enum others others)
{
    for (unsigned i = 0; i < subject->capacity; i++) {
        if (i / W != word) {
            model_set(&model, subject, i, others == ALL_LIVE || (others == ONE_FREE_A_WORD && i % W != 2));
        }
    }
}

static void set_word(const struct subject *subject, unsigned word, hutch_word_t bits)
{
    for (unsigned i = word * W; i < (word + 1) * W && i < subject->capacity; i++) {
        model_set(&model, subject, i, (bits >> (i % W) & 1u) != 0);
    }
}

// The state to which each call is undone.
static hutch_word_t kept_words[HUTCH_BITMAP_WORDS(W * W + W + 3) + HUTCH_BITMAP_WORDS(512)];
static bool kept_live[W * W + W + 3 + 512];

static void keep(const struct subject *subject)
{
    memcpy(kept_words, subject->pool->live, HUTCH_BITMAP_WORDS(subject->capacity) * sizeof(hutch_word_t));
    memcpy(kept_live, model.live, subject->capacity);
}

static unsigned wrong_after(const struct subject *subject, enum call call, unsigned a, unsigned b)
{
    const unsigned wrong = !model_step(&model, subject, call, a, b) || !model_agrees(&model, subject);
    memcpy(subject->pool->live, kept_words, HUTCH_BITMAP_WORDS(subject->capacity) * sizeof(hutch_word_t));
    memcpy(model.live, kept_live, subject->capacity);
    return wrong;
}

static unsigned wrong_calls(const struct subject *subject, unsigned word)
{
    static const unsigned lengths[] = {1, 2, W / 2, W - 1, W, W + 1, 2 * W + 1};
    enum { lengths_count = sizeof lengths / sizeof lengths[0] };
    const unsigned first = word * W;
    const unsigned slots[] = {first - 1,     first,         first + 1,     first + 2,
                              first + W / 2, first + W - 2, first + W - 1, first + W};
    unsigned wrong = wrong_after(subject, CALL_ACQUIRE, 0, 0);
    for (unsigned n = 0; n < sizeof slots / sizeof slots[0]; n++) {
        wrong += wrong_after(subject, CALL_RELEASE_AT, slots[n], 0);
        wrong += wrong_after(subject, CALL_CLAIM, slots[n], 0);
        wrong += wrong_after(subject, CALL_NEXT, slots[n], 0);
        wrong += slots[n] != HUTCH_NONE &&
                 wrong_after(subject, CALL_RELEASE_RUN, slots[n], lengths[n % lengths_count]);
    }
    for (unsigned n = 0; n < lengths_count; n++) {
        wrong += wrong_after(subject, CALL_ACQUIRE_RUN, lengths[n], 0);
        wrong += wrong_after(subject, CALL_RELEASE_RUN, first, lengths[n]);
    }
    wrong += wrong_after(subject, CALL_LIVE, 0, 0);
    wrong += wrong_after(subject, CALL_CLEAR, 0, 0);
    return wrong;
}

static unsigned wrong_in_state(const struct subject *subject, unsigned word, hutch_word_t bits)
{
    set_word(subject, word, bits);
    keep(subject);
    return wrong_calls(subject, word);
}

// All states of a word of 8 bits. Of a wider one: each bit alone live, alone free, and each stretch from an
// end.
static unsigned wrong_in_states(const struct subject *subject, unsigned word)
{
    unsigned wrong = 0;
#if HUTCH_WORD_BITS == 8
    for (unsigned bits = 0; bits < 0x100; bits++) {
        wrong += wrong_in_state(subject, word, (hutch_word_t)bits);
    }
#else
    for (unsigned i = 0; i < W; i++) {
        wrong += wrong_in_state(subject, word, hutch_bits_mask(i));
        wrong += wrong_in_state(subject, word, (hutch_word_t)~hutch_bits_mask(i));
        wrong += wrong_in_state(subject, word, (hutch_word_t)(hutch_bits_mask(i) - 1u));
        wrong += wrong_in_state(subject, word, (hutch_word_t) ~(hutch_word_t)(hutch_bits_mask(i) - 1u));
    }
#endif
    return wrong;
}

static void check_borders(const struct subject *subject)
{
    const unsigned last = (subject->capacity - 1) / W;
    const unsigned words[] = {0, 1, W - 1, W, last - 1, last};
    unsigned wrong = 0;
    model_reset(&model, subject);
    for (unsigned n = 0; n < sizeof words / sizeof words[0]; n++) {
        for (unsigned others = 0; others < OTHERS_COUNT && words[n] <= last && wrong == 0; others++) {
            set_others(subject, words[n], (enum others)others);
            wrong += wrong_in_states(subject, words[n]);
        }
    }
    CHECK_EQUAL(wrong, 0);
}

static void every_state_of_a_word_beside_a_border_of_the_levels_is_right(void)
{
    for (unsigned n = 0; n < subjects_count; n++) {
        check_borders(subjects[n]);
    }
}

static void every_state_of_a_word_beside_a_border_is_right_by_generic_calls(void)
{
    for (unsigned n = 0; n < subjects_count; n++) {
        struct subject generic;
        subject_generic(&generic, subjects[n]);
        check_borders(&generic);
    }
}

const struct unit_test borders_tests[] = {
    UNIT_TEST(every_state_of_a_word_beside_a_border_of_the_levels_is_right),
    UNIT_TEST(every_state_of_a_word_beside_a_border_is_right_by_generic_calls),
    UNIT_TESTS_END,
};
