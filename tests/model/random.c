// SPDX-License-Identifier: MIT
// random.c - long seeded runs of random calls on pools at every border of the levels, typed and generic.

#include "model.h"

#include <stdio.h>

uint32_t random_seed = 1;
unsigned long random_calls = 25000000;

SUBJECT(one, 24, 1);
SUBJECT(few, 3, 6);
SUBJECT(word_less_one, 1, W - 1);
SUBJECT(word, 40, W);
SUBJECT(word_and_one, 5, W + 1);
SUBJECT(two_words, 8, 2 * W);
SUBJECT(scan, 100, 3 * W);
SUBJECT(summary, 7, 3 * W + 1);
SUBJECT(square_less_one, 1, W *W - 1);
SUBJECT(square, 12, W *W);
SUBJECT(square_and_one, 3, W *W + 1);
SUBJECT(most, 1, HUTCH_CAPACITY_MAX);

static const struct subject *const typed[] = {
    &one_subject,
    &few_subject,
    &word_less_one_subject,
    &word_subject,
    &word_and_one_subject,
    &two_words_subject,
    &scan_subject,
    &summary_subject,
    &square_less_one_subject,
    &square_subject,
    &square_and_one_subject,
    &most_subject,
};
enum { subjects_count = sizeof typed / sizeof typed[0] };

static struct model models[subjects_count];

// Dice below this: acquire. The rest is shared by all other calls. By turns a pool fills, empties, and stays.
static const unsigned acquire_odds[] = {170, 60, 110, 240, 20, 128};

static bool random_step(struct model *model, const struct subject *subject, unsigned acquire_below,
                        uint32_t *dice)
{
    const uint32_t roll = unit_random(dice);
    const unsigned slot = (unsigned)(((uint64_t)unit_random(dice) * subject->capacity) >> 32);
    const unsigned kind = roll & 0xFFu, detail = roll >> 8 & 0xFFu, length = roll >> 16 & 0xFu;
    const unsigned stride = (unsigned)subject->pool->stride_bytes;
    if (kind < acquire_below) {
        return model_step(model, subject, CALL_ACQUIRE, 0, 0);
    }
    if (detail < 170) { // one that is live, where one is near
        const unsigned live = hutch_next_index_(subject->pool, slot);
        return model_step(model, subject, CALL_RELEASE, (live != HUTCH_NONE ? live : slot) * stride, 0);
    }
    if (detail < 185) {
        return model_step(model, subject, CALL_RELEASE_AT, slot + (length == 0 ? subject->capacity : 0), 0);
    }
    if (detail < 200) {
        return model_step(model, subject, CALL_CLAIM, length == 0 ? subject->capacity : slot, 0);
    }
    if (detail < 215) {
        return model_step(model, subject, CALL_ACQUIRE_RUN, length < 15 ? length : length + 3 * W, 0);
    }
    if (detail < 230) {
        return model_step(model, subject, CALL_RELEASE_RUN, slot, length < 15 ? length / 4 : length + 3 * W);
    }
    if (detail < 240) {
        return model_step(model, subject, CALL_NEXT, slot, 0);
    }
    if (detail < 250) { // any address, up to a slot before and behind the pool
        return model_step(model, subject, CALL_RELEASE, (slot + length % 3) * stride - roll % (stride + 1),
                          0);
    }
    if (detail < 254) {
        return model_step(model, subject, CALL_LIVE, 0, 0);
    }
    if (length < 4) {
        return model_step(model, subject, CALL_RELEASE_IF, length + 2, 0);
    }
    return length != 4 || model_step(model, subject, CALL_CLEAR, 0, 0);
}

// Some calls on one pool in one mood, then the whole of it is compared.
static bool random_turn(unsigned n, bool is_generic, uint32_t *dice, unsigned long *calls_left)
{
    struct subject generic;
    subject_generic(&generic, typed[n]);
    const struct subject *const subject = is_generic ? &generic : typed[n];
    const unsigned mood = unit_random(dice) % (sizeof acquire_odds / sizeof acquire_odds[0]);
    const unsigned turn = subject->capacity > 1000 ? 600 : 300;
    for (unsigned i = 0; i<turn && * calls_left> 0; i++, --*calls_left) {
        if (!random_step(&models[n], subject, acquire_odds[mood], dice)) {
            return false;
        }
    }
    return model_agrees(&models[n], subject);
}

static void long_run_of_random_calls_is_right(void)
{
    uint32_t dice = random_seed != 0 ? random_seed : 1;
    unsigned long calls_left = random_calls;
    bool is_right = true;
    printf("# words of %u bits, %lu random calls; again by --seed %lu --calls %lu\n", W, random_calls,
           (unsigned long)random_seed, random_calls);
    for (unsigned n = 0; n < subjects_count; n++) {
        model_reset(&models[n], typed[n]);
    }
    for (unsigned long turn = 0; calls_left > 0 && is_right; turn++) {
        // The largest pools are slow to compare: they have one turn in eight.
        const unsigned n = unit_random(&dice) % subjects_count;
        if (typed[n]->capacity <= 1000 || turn % 8 == 0) {
            is_right = random_turn(n, unit_random(&dice) % 2 != 0, &dice, &calls_left);
        }
    }
    CHECK(is_right);
}

const struct unit_test random_tests[] = {
    UNIT_TEST(long_run_of_random_calls_is_right),
    UNIT_TESTS_END,
};
