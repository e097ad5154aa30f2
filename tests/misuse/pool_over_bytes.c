// SPDX-License-Identifier: MIT
// pool_over_bytes.c - bytes are not aligned for an object: a data abort on a Cortex-M0.
// languages: c c++ avr
// says: hutch_pool_crates_needs_an_array_of_its_own_type_and_not_const
#include "hutch/hutch.h"
struct crate {
    int hp;
};
#ifdef WRONG
static struct {
    char kind, raw[4 * sizeof(struct crate)];
} level;
#else
static struct {
    char kind;
    struct crate raw[4];
} level;
#endif
HUTCH_POOL_OVER(crates, struct crate, level.raw, 4);
