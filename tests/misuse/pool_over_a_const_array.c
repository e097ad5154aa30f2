// SPDX-License-Identifier: MIT
// pool_over_a_const_array.c - the array would be in flash. Of two dimensions it may be.
// languages: c c++ avr
// says: hutch_pool_crates_needs_an_array_of_its_own_type_and_not_const
#include "hutch/hutch.h"
#include "hutch/spawn.h"
struct crate {
    int hp;
};
#ifdef WRONG
static const struct crate rows[2][2] = {{{1}, {2}}, {{3}, {4}}};
#else
static struct crate rows[2][2] = {{{1}, {2}}, {{3}, {4}}};
#endif
HUTCH_POOL_SPAWNED_OVER(crates, struct crate, rows, 4);
