// SPDX-License-Identifier: MIT
// small_engine.c - the functions that small pools share, see core/small.h: called with every stride, every
// capacity and every slot, and compared with arithmetic that is written out.

#include "unit.h"

#include <string.h>

#include "hutch/core/small.h"

enum { CAPACITY_MAX = 255, STRIDE_MAX = 255, WORDS = 3 * (CAPACITY_MAX / HUTCH_WORD_BITS + 1) };

static unsigned char slots[CAPACITY_MAX * STRIDE_MAX];
static hutch_word_t words[WORDS], copy[WORDS]; // of live slots, or the marks of all kinds
static hutch_ref_t generations[CAPACITY_MAX + 1];

static hutch_shape_t shape_of(unsigned capacity, unsigned stride_bytes)
{
    return (hutch_shape_t)(capacity << 8 | stride_bytes);
}

// How many bits a ref has for the index.
static unsigned index_bits(unsigned capacity)
{
    unsigned bits = 0;
    while (1u << bits < capacity) {
        bits++;
    }
    return bits;
}

// The counter that no slot gets: its refs would be 0, or that of a generation that is not there.
static hutch_ref_t counter_max(unsigned capacity)
{
    const unsigned bits = index_bits(capacity);
    const hutch_ref_t all = (hutch_ref_t) ~(hutch_ref_t)0;
    return bits == 0 ? (hutch_ref_t)(all - 1u) : (hutch_ref_t)(all >> bits);
}

static void fill(hutch_word_t *array)
{
    memset(array, 0xff, WORDS * sizeof *array);
}

static void clear_bit(hutch_word_t *array, unsigned index)
{
    array[index / HUTCH_WORD_BITS] &=
        (hutch_word_t) ~(hutch_word_t)((hutch_word_t)1 << index % HUTCH_WORD_BITS);
}

// Returns whether the words are as the copy, and makes all bits 1 again.
static bool is_as_copied(void)
{
    const bool is_same = memcmp(words, copy, sizeof words) == 0;
    fill(words);
    fill(copy);
    return is_same;
}

// Returns whether a call reported one object that starts in no slot of the pool, and wrote no word.
static bool is_foreign(const void *object)
{
    return unit_fault_was(NULL, HUTCH_FAULT_FOREIGN, object, HUTCH_NONE) && is_as_copied();
}

static unsigned wrong_releases(unsigned stride_bytes)
{
    const uint32_t end = (uint32_t)stride_bytes * CAPACITY_MAX;
    unsigned wrong = 0;
    for (uint32_t offset = 0; offset < 0x10000u + 2u * STRIDE_MAX; offset++) {
        const bool is_slot = offset < end && offset % stride_bytes == 0;
        const void *const object = (const void *)((uintptr_t)slots + offset);
        const hutch_shape_t shape = shape_of(CAPACITY_MAX, stride_bytes);
        if (hutch_small_release_scanned(object, slots, words, shape) != is_slot) {
            wrong++;
        }
        if (is_slot) {
            clear_bit(copy, (unsigned)(offset / stride_bytes));
            wrong += !is_as_copied();
        } else {
            wrong += unit_faults_forget() != UNIT_REPORTED(1);
        }
    }
    return wrong;
}

TEST(every_address_is_divided_at_every_stride)
{
    fill(words);
    fill(copy);
    for (unsigned stride_bytes = 1; stride_bytes <= STRIDE_MAX; stride_bytes++) {
        CHECK_EQUAL(wrong_releases(stride_bytes), 0);
        CHECK(memcmp(words, copy, sizeof words) == 0);
    }
}

TEST(slot_after_the_last_is_foreign_even_where_the_bits_after_the_last_are_set)
{
    fill(words);
    fill(copy);
    for (unsigned capacity = 1; capacity < CAPACITY_MAX; capacity++) {
        const hutch_shape_t shape = shape_of(capacity, 3);
        const void *const object = slots + (size_t)capacity * 3;
        CHECK(!hutch_small_release_scanned(object, slots, words, shape) && is_foreign(object));
        CHECK(!hutch_small_release_summed(object, slots, words, shape) && is_foreign(object));
        CHECK(!hutch_small_release_tracked(object, slots, words, shape, generations) && is_foreign(object));
        CHECK(!hutch_small_release_tracked_summed(object, slots, words, shape, generations) &&
              is_foreign(object));
        CHECK(hutch_small_ref(object, slots, words, shape, generations) == 0 && is_foreign(object));
        CHECK(!hutch_small_hide(object, slots, words, shape) && is_foreign(object));
        CHECK_EQUAL(generations[capacity], 0);
    }
}

static void check_last_generations(unsigned capacity, unsigned index)
{
    const hutch_ref_t last = (hutch_ref_t)(counter_max(capacity) - 1u);
    for (unsigned ahead = 0; ahead < 2; ahead++) { // the last counter is followed by 0
        generations[index] = (hutch_ref_t)(last - ahead);
        clear_bit(copy, index);
        CHECK(hutch_small_release_tracked(slots + index, slots, words, shape_of(capacity, 1), generations));
        CHECK_EQUAL(generations[index], ahead == 0 ? 0 : last);
        CHECK(is_as_copied());
    }
    generations[index] = 0;
}

TEST(last_generation_is_followed_by_the_first)
{
    fill(words);
    fill(copy);
    for (unsigned capacity = 1; capacity <= CAPACITY_MAX; capacity++) {
        check_last_generations(capacity, 0);
        check_last_generations(capacity, capacity - 1);
    }
}

TEST(ref_is_the_generation_then_the_index_and_leads_back)
{
    fill(words);
    for (unsigned capacity = 1; capacity <= CAPACITY_MAX; capacity++) {
        const hutch_shape_t shape = shape_of(capacity, 2);
        const unsigned bits = index_bits(capacity);
        for (unsigned index = 0; index < capacity; index++) {
            const hutch_ref_t counter = (hutch_ref_t)(counter_max(capacity) - 1u - index % 2);
            const hutch_ref_t expected = (hutch_ref_t)((hutch_ref_t)(counter + 1u) << bits | index);
            void *const object = slots + (size_t)index * 2;
            generations[index] = counter;
            CHECK_EQUAL(hutch_small_ref(object, slots, words, shape, generations), expected);
            CHECK(hutch_small_deref(expected, slots, words, shape, generations) == object);
            CHECK(hutch_small_deref((hutch_ref_t)(expected ^ (hutch_ref_t)((hutch_ref_t)1 << bits)), slots,
                                    words, shape, generations) == NULL);
            generations[index] = 0;
        }
        const hutch_ref_t past = (hutch_ref_t)((hutch_ref_t)1 << bits | capacity);
        CHECK(capacity == 1u << bits || hutch_small_deref(past, slots, words, shape, generations) == NULL);
    }
}

TEST(hide_clears_the_marks_of_visible_and_of_persistent)
{
    fill(words);
    fill(copy);
    for (unsigned capacity = 1; capacity <= CAPACITY_MAX; capacity++) {
        const unsigned leaves = (capacity + HUTCH_WORD_BITS - 1) / HUTCH_WORD_BITS;
        for (unsigned index = 0; index < capacity; index++) {
            const void *const object = slots + index;
            CHECK(hutch_small_hide(object, slots, words, shape_of(capacity, 1)));
            clear_bit(copy, index);
            clear_bit(copy + (size_t)HUTCH_MARK_PERSISTENT * leaves, index);
            CHECK(memcmp(words, copy, sizeof words) == 0);
            CHECK(!hutch_small_hide(object, slots, words, shape_of(capacity, 1)));
            CHECK(unit_fault_was(NULL, HUTCH_FAULT_DOUBLE_RELEASE, object, HUTCH_NONE) && is_as_copied());
        }
    }
}

#include "../../build/lists/alone/small_engine.h"
UNIT_MAIN(small_engine_tests)
