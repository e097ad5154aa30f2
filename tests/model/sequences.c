// SPDX-License-Identifier: MIT
// sequences.c - every sequence of calls on pools of 1 to 6 slots, as long as time allows: the counters have a
// history.

#include "model.h"

#include <string.h>

SUBJECT(one, 4, 1);
SUBJECT(two, 3, 2);
SUBJECT(three, 24, 3);
SUBJECT(four, 1, 4);
SUBJECT(five, 8, 5);
SUBJECT(six, 5, 6);

enum { length_max = 8, slots_max = 6 };

struct choice {
    enum call call;
    unsigned a, b;
};
enum { choices_max = 40 };

/// A pool and its reference at one place of a sequence.
struct moment {
    hutch_word_t words[HUTCH_BITMAP_WORDS(slots_max)];
#if HUTCH_CFG_STATS
    struct hutch_stats stats;
#endif
    bool live[slots_max];
    unsigned peak, refused;
    unsigned next_choice;
};

static struct model model;

static void keep(struct moment *moment, const struct subject *subject)
{
    memcpy(moment->words, subject->pool->live, HUTCH_BITMAP_WORDS(subject->capacity) * sizeof(hutch_word_t));
    memcpy(moment->live, model.live, slots_max);
#if HUTCH_CFG_STATS
    moment->stats = *subject->pool->stats;
#endif
    moment->peak = model.peak;
    moment->refused = model.refused;
    moment->next_choice = 0;
}

static void go_back(const struct moment *moment, const struct subject *subject)
{
    memcpy(subject->pool->live, moment->words, HUTCH_BITMAP_WORDS(subject->capacity) * sizeof(hutch_word_t));
    memcpy(model.live, moment->live, slots_max);
#if HUTCH_CFG_STATS
    *subject->pool->stats = moment->stats;
#endif
    model.peak = moment->peak;
    model.refused = moment->refused;
}

static unsigned list_choices(struct choice *choices, unsigned capacity)
{
    unsigned count = 0;
    choices[count++] = (struct choice){CALL_ACQUIRE, 0, 0};
    choices[count++] = (struct choice){CALL_CLEAR, 0, 0};
    for (unsigned i = 0; i < capacity; i++) {
        choices[count++] = (struct choice){CALL_RELEASE_AT, i, 0};
        choices[count++] = (struct choice){CALL_CLAIM, i, 0};
        choices[count++] = (struct choice){CALL_ACQUIRE_RUN, i + 1, 0};
        if (i + 2 <= capacity) {
            choices[count++] = (struct choice){CALL_RELEASE_RUN, i, 2};
        }
    }
    return count;
}

static void check_sequences(const struct subject *subject, unsigned length)
{
    static struct moment moments[length_max];
    struct choice choices[choices_max];
    const unsigned count = list_choices(choices, subject->capacity);
    unsigned depth = 0, wrong = 0;
    model_reset(&model, subject);
    keep(&moments[0], subject);
    while (wrong < 5) {
        struct moment *const moment = &moments[depth];
        if (moment->next_choice == count) {
            if (depth == 0) {
                break;
            }
            depth--;
            continue;
        }
        const struct choice *const choice = &choices[moment->next_choice++];
        go_back(moment, subject);
        wrong += !model_step(&model, subject, choice->call, choice->a, choice->b);
        wrong += !model_agrees(&model, subject);
        if (depth + 1 < length) {
            depth++;
            keep(&moments[depth], subject);
        }
    }
    CHECK_EQUAL(wrong, 0);
}

static void every_sequence_of_eight_calls_on_one_slot_is_right(void)
{
    check_sequences(&one_subject, 8);
}

static void every_sequence_of_six_calls_on_two_slots_is_right(void)
{
    check_sequences(&two_subject, 6);
}

static void every_sequence_of_five_calls_on_three_and_four_slots_is_right(void)
{
    check_sequences(&three_subject, 5);
    check_sequences(&four_subject, 5);
}

static void every_sequence_of_four_calls_on_five_and_six_slots_is_right(void)
{
    check_sequences(&five_subject, 4);
    check_sequences(&six_subject, 4);
}

const struct unit_test sequences_tests[] = {
    UNIT_TEST(every_sequence_of_eight_calls_on_one_slot_is_right),
    UNIT_TEST(every_sequence_of_six_calls_on_two_slots_is_right),
    UNIT_TEST(every_sequence_of_five_calls_on_three_and_four_slots_is_right),
    UNIT_TEST(every_sequence_of_four_calls_on_five_and_six_slots_is_right),
    UNIT_TESTS_END,
};
