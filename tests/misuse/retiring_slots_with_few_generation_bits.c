// SPDX-License-Identifier: MIT
// retiring_slots_with_few_generation_bits.c - with fewer than 24 bits slots would soon be used up.
// says: hutch_pool_cats_would_retire_its_slots_with_fewer_than_24_generation_bits
#ifdef WRONG
#    define HUTCH_CFG_RETIRE 1
#else
#    define HUTCH_CFG_RETIRE 2
#endif
#include "hutch/hutch.h"
struct cat {
    int lives;
};
HUTCH_POOL_TRACKED(cats, struct cat, 257);
bool any(void);
bool any(void)
{
    return cats_first() != NULL;
}
