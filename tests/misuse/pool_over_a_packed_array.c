// SPDX-License-Identifier: MIT
// pool_over_a_packed_array.c - its objects are not aligned, although they have the right type.
// says: hutch_pool_crates_needs_an_array_that_is_aligned_take_it_out_of_the_packed_struct
#include "hutch/hutch.h"
struct crate {
    int hp;
};
#ifdef WRONG
#    define PACKED __attribute__((packed))
#else
#    define PACKED
#endif
static struct PACKED level {
    char kind;
    struct crate crates[4];
} level;
HUTCH_POOL_OVER(crates, struct crate, level.crates, 4);
