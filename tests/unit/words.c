// SPDX-License-Identifier: MIT
// words.c - the arithmetic on one word of the bitmap, against loops that go bit by bit.

#include "unit.h"
#include "hutch/core/core.h"

enum { W = HUTCH_WORD_BITS };

static unsigned slow_first_set(hutch_word_t word)
{
    unsigned index = 0;
    while ((word & 1u) == 0) {
        word = (hutch_word_t)(word >> 1);
        index++;
    }
    return index;
}

static unsigned slow_count(hutch_word_t word)
{
    unsigned count = 0;
    for (; word != 0; word = (hutch_word_t)(word >> 1)) {
        count += (unsigned)(word & 1u);
    }
    return count;
}

// All words of 8 and 16 bits. Of wider ones: each single bit, each pair of bits, each stretch of ones, and
// random words of every density.
static void for_many_words(void (*visit)(hutch_word_t word))
{
#if HUTCH_WORD_BITS <= 16
    hutch_word_t word = 0;
    do {
        visit(word);
        word++;
    } while (word != 0);
#else
    uint32_t seed = 0x9E3779B9u;
    visit(0);
    for (unsigned high = 0; high < W; high++) {
        for (unsigned low = 0; low <= high; low++) {
            const hutch_word_t two = (hutch_word_t)(hutch_bits_mask(high) | hutch_bits_mask(low));
            visit(two);
            visit((hutch_word_t)~two);
            visit((hutch_word_t)(hutch_bits_mask(high) - hutch_bits_mask(low)));
        }
    }
    for (unsigned n = 0; n < 8000; n++) {
        hutch_word_t word = unit_random(&seed);
        word = (hutch_word_t)(word << (W / 2)) ^ unit_random(&seed);
        for (unsigned thinner = n % 4; thinner > 0; thinner--) {
            word &= (hutch_word_t)((hutch_word_t)unit_random(&seed) << (W / 2)) ^ unit_random(&seed);
        }
        visit(word);
        visit((hutch_word_t)~word);
    }
#endif
}

static void check_first_set(hutch_word_t word)
{
    if (word != 0) {
        const unsigned expected = slow_first_set(word);
        CHECK_EQUAL(hutch_bits_first_set(word), expected);
        CHECK_EQUAL(hutch_bits_number(hutch_bits_mask(expected)), expected);
        CHECK_EQUAL(hutch_bits_number_portable(hutch_bits_mask(expected)), expected);
        CHECK_EQUAL(hutch_bits_number_portable((hutch_word_t)(word & (hutch_word_t)(0u - word))), expected);
    }
}

TEST(first_set_bit_is_found_in_every_word_by_the_port_and_portably)
{
    for_many_words(check_first_set);
}

static void check_count(hutch_word_t word)
{
    CHECK_EQUAL(hutch_bits_count(word), slow_count(word));
}

TEST(set_bits_are_counted_in_every_word)
{
    for_many_words(check_count);
}

TEST(full_word_has_a_bit_for_each_slot_that_exists)
{
    for (unsigned bits = 1; bits <= 4 * W; bits++) {
        unsigned total = 0;
        for (unsigned k = 0; k < HUTCH_WORDS(bits); k++) {
            const hutch_word_t full = hutch_bits_full(k, bits);
            CHECK((full & (hutch_word_t)(full + 1u)) == 0); // ones from bit 0 up
            CHECK(k + 1 == HUTCH_WORDS(bits) || full == HUTCH_WORD_ALL);
            total += slow_count(full);
        }
        CHECK_EQUAL(total, bits);
    }
}

// words needed: leaves, then a word of summary for each started W of them, then one on top.
TEST(storage_has_exactly_the_levels_that_the_capacity_needs)
{
    CHECK_EQUAL(HUTCH_BITMAP_WORDS(1), 1);
    CHECK_EQUAL(HUTCH_BITMAP_WORDS(W), 1);
    CHECK_EQUAL(HUTCH_BITMAP_WORDS(W + 1), 2);
    CHECK_EQUAL(HUTCH_BITMAP_WORDS(3 * W), 3);
#if HUTCH_PORT_SCANS
    CHECK_EQUAL(HUTCH_BITMAP_WORDS(W * W + 1), W + 1); // no summary
#else
    CHECK_EQUAL(HUTCH_BITMAP_WORDS(3 * W + 1), 4 + 1);
    CHECK_EQUAL(HUTCH_BITMAP_WORDS(W * W), W + 1);
    CHECK_EQUAL(HUTCH_BITMAP_WORDS(W * W + 1), (W + 1) + 2 + 1);
#endif
    CHECK(HUTCH_WORDS(HUTCH_WORDS(HUTCH_WORDS(HUTCH_CAPACITY_MAX))) == 1);
}

// The largest value of a generation's bits; one less if they fill a ref, as ref 0 would match the largest.
TEST(one_generation_is_never_issued_and_ref_0_neither)
{
    const hutch_ref_t all = (hutch_ref_t) ~(hutch_ref_t)0;
    for (unsigned low_bits = 1; low_bits < HUTCH_CFG_REF_BITS; low_bits++) {
        const hutch_ref_t unissued = hutch_generation_unissued(low_bits);
        CHECK(unissued == (hutch_ref_t)(all >> low_bits));
        CHECK(hutch_generation_next((hutch_ref_t)(unissued - 1u), low_bits) == 0);
    }
    CHECK(hutch_generation_unissued(0) == (hutch_ref_t)(all - 1u));
    CHECK(hutch_generation_next((hutch_ref_t)(all - 2u), 0) == 0);
}

#include "../../build/lists/unit/words.h"
