// SPDX-License-Identifier: MIT
// pool_over_another_type.c - of the same size; of two dimensions the right type may be.
// languages: c c++ avr
// says: hutch_pool_crates_needs_an_array_of_its_own_type_and_not_const
#include "hutch/hutch.h"
struct crate {
    int hp;
};
struct barrel {
    int hp;
};
#ifdef WRONG
static struct barrel level[3][4];
#else
static struct crate level[3][4];
#endif
HUTCH_POOL_OVER(crates, struct crate, level, 12);
