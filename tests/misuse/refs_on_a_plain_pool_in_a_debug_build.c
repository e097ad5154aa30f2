// SPDX-License-Identifier: MIT
// refs_on_a_plain_pool_in_a_debug_build.c - debug builds know every pool's generations, and still refuse what
// release builds would refuse.
// says: refs need HUTCH_POOL_TRACKED
#define HUTCH_CFG_CHECK 2
#include "hutch/hutch.h"
struct cat {
    int lives;
};
#ifdef WRONG
HUTCH_POOL(cats, struct cat, 8);
#else
HUTCH_POOL_TRACKED(cats, struct cat, 8);
#endif
bool bury(cats_ref_t cat);
bool bury(cats_ref_t cat)
{
    return cats_release_ref(cat);
}
