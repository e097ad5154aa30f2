// SPDX-License-Identifier: MIT
// refs_on_a_plain_pool.c - a pool without generations has no refs, and says what it needs.
// says: refs need HUTCH_POOL_TRACKED
#include "hutch/hutch.h"
struct cat {
    int lives;
};
#ifdef WRONG
HUTCH_POOL(cats, struct cat, 8);
#else
HUTCH_POOL_TRACKED(cats, struct cat, 8);
#endif
struct cat *alive(void);
struct cat *alive(void)
{
    return cats_deref(cats_ref(cats_first()));
}
