// SPDX-License-Identifier: MIT
// pragma_pack_around_a_pool.c - the slots of a debug build are structs, and would be packed.
// says: hutch_pool_cats_is_inside_pragma_pack_write_pragma_pack_pop_before_it
#define HUTCH_CFG_CHECK 2
#include "hutch/hutch.h"
struct cat {
    int lives;
};
#ifdef WRONG
#    undef HUTCH_SLOT_ALIGNED_ // 64-bit hosts align them all the same
#    define HUTCH_SLOT_ALIGNED_
#    pragma pack(push, 1)
#endif
HUTCH_POOL(cats, struct cat, 6);
#ifdef WRONG
#    pragma pack(pop)
#endif
