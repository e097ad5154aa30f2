// SPDX-License-Identifier: MIT
// levels.h - pools of numbers at every border of the free tracker's levels, for the word width of this build.
#ifndef LEVELS_H
#define LEVELS_H

#include "unit.h"

enum { W = HUTCH_WORD_BITS };

/// A pool of numbers, by its typed functions, which the compiler has folded for its capacity.
struct level {
    const struct hutch_pool *pool;
    unsigned capacity;
    int (*acquire)(void);
    bool (*release)(int id);
    int (*claim)(int id);
    int (*first)(void);
    int (*next)(int id);
    int (*acquire_run)(unsigned length);
    bool (*release_run)(int id, unsigned length);
    bool (*is_live)(int id);
    unsigned (*live)(void);
    void (*clear)(void);
};

enum { LEVELS_COUNT = 10 };
extern const struct level levels[LEVELS_COUNT];

/// Is this slot worth a visit? All of a small pool, and of a large one those at its ends and beside some of
/// the words' borders.
bool level_is_probe(const struct level *level, unsigned index);

#endif
