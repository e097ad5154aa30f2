// SPDX-License-Identifier: MIT
// level_pools.c - the pools of levels.h. A file of its own: where RAM is short, its users have no room for
// the texts of levels.c.

#include "levels.h"

#if defined(__SDCC) // emits an inline function, for its address, only where it was declared before
#    define DECLARE(name)                                 \
        int name##_acquire(void);                         \
        bool name##_release(int id);                      \
        int name##_claim(int id);                         \
        int name##_first(void);                           \
        int name##_next(int id);                          \
        int name##_acquire_run(unsigned length);          \
        bool name##_release_run(int id, unsigned length); \
        bool name##_is_live(int id);                      \
        unsigned name##_live(void);                       \
        void name##_clear(void);
DECLARE(one)
DECLARE(word_less_one)
DECLARE(word)
DECLARE(word_and_one)
DECLARE(scan)
DECLARE(summary)
DECLARE(square_less_one)
DECLARE(square)
DECLARE(square_and_one)
DECLARE(most)
#endif

// One word; scanned words; a summary; a summary of summaries. Each with one slot less and one more.
UNIT_IDS(one, 1);
UNIT_IDS(word_less_one, W - 1);
UNIT_IDS(word, W);
UNIT_IDS(word_and_one, W + 1);
UNIT_IDS(scan, 3 * W);
UNIT_IDS(summary, 3 * W + 1);
UNIT_IDS(square_less_one, W *W - 1);
UNIT_IDS(square, W *W);
UNIT_IDS(square_and_one, W *W + 1);
UNIT_IDS(most, HUTCH_CAPACITY_MAX);

#define LEVEL(name, capacity)                                                                            \
    {                                                                                                    \
        &name##_pool, capacity, name##_acquire, name##_release, name##_claim, name##_first, name##_next, \
            name##_acquire_run, name##_release_run, name##_is_live, name##_live, name##_clear            \
    }

const struct level levels[LEVELS_COUNT] = {
    LEVEL(one, 1),
    LEVEL(word_less_one, W - 1),
    LEVEL(word, W),
    LEVEL(word_and_one, W + 1),
    LEVEL(scan, 3 * W),
    LEVEL(summary, 3 * W + 1),
    LEVEL(square_less_one, W *W - 1),
    LEVEL(square, W *W),
    LEVEL(square_and_one, W *W + 1),
    LEVEL(most, HUTCH_CAPACITY_MAX),
};

bool level_is_probe(const struct level *level, unsigned index)
{
    const unsigned at_the_ends = 2 * W + 2;
    if (index < at_the_ends || index + at_the_ends >= level->capacity) {
        return true;
    }
    const unsigned in_word = index % W, word_number = index / W;
    return (in_word <= 1 || in_word == W - 1) && (word_number % 64 == 5 || (word_number + 1) % W <= 1);
}
