// SPDX-License-Identifier: MIT
// ref_of_another_pool.c - a typed ref is its own pool's: both pools hold the same type of object here.
// says: incompatible type | could not convert | no viable conversion | no matching function | no known conversion
#include "hutch/hutch.h"
struct cat {
    int lives;
};
HUTCH_POOL_TRACKED(house_cats, struct cat, 8);
HUTCH_POOL_TRACKED(wild_cats, struct cat, 8);
bool bury(house_cats_ref_t house, wild_cats_ref_t wild);
bool bury(house_cats_ref_t house, wild_cats_ref_t wild)
{
#ifdef WRONG
    return wild_cats_release_ref(house) && wild_cats_release_ref(wild);
#else
    return house_cats_release_ref(house) && wild_cats_release_ref(wild);
#endif
}
