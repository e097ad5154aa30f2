// SPDX-License-Identifier: MIT
// all_words.c - find-first, count and acquire for all 4,294,967,296 words of 32 bits, compared with the
// compiler's own functions.

#include "unit.h"
#include "board.h"
#include "hutch/core/core.h"

static void every_word_of_32_bits_is_searched_and_counted_rightly(void)
{
    uint32_t word = 0;
    unsigned wrong = 0;
    do {
        const uint32_t lowest = word & (0u - word);
        if (word != 0) {
            const unsigned first = (unsigned)__builtin_ctz(word);
            wrong += hutch_bits_first_set(word) != first || hutch_bits_number_portable(lowest) != first;
        }
        wrong += hutch_bits_count(word) != (unsigned)__builtin_popcount(word);
        hutch_word_t live[1] = {word};
        const uint32_t lowest_free = ~word & (word + 1u);
        wrong += hutch_bitmap_acquire(live, 32, 0) != lowest_free || live[0] != (word | lowest_free);
        wrong += hutch_lockfree_find(word, HUTCH_WORD_ALL, 1) != lowest_free;
        word++;
    } while (word != 0);
    CHECK_EQUAL(wrong, 0);
}

static const struct unit_test all_words_tests[] = {
    UNIT_TEST(every_word_of_32_bits_is_searched_and_counted_rightly),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(all_words_tests);
    return unit_finish();
}
