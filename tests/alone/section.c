// SPDX-License-Identifier: MIT
// section.c - pools in linker sections that the program names.

#include "unit.h"

#ifdef SECTION_AFTER_INCLUDE // instead of a flag
#    undef HUTCH_CFG_SECTION
#    define HUTCH_CFG_SECTION "near_pools"
#endif

struct thing {
    int number[5];
};

HUTCH_POOL(near_things, struct thing, 40);
HUTCH_POOL_IDS(near_numbers, 70);
HUTCH_POOL_SPAWNED(near_orcs, struct thing, 40);
HUTCH_POOL_PREFABS(near_birds, struct thing, 40);
#undef HUTCH_CFG_SECTION
#define HUTCH_CFG_SECTION "far_pools"
HUTCH_POOL(far_things, struct thing, 40);
#undef HUTCH_CFG_SECTION
#define HUTCH_CFG_SECTION
HUTCH_POOL(usual_things, struct thing, 40);

// Made by the linker, for sections whose names are names in C, too.
extern unsigned char __start_near_pools[], __stop_near_pools[], __start_far_pools[], __stop_far_pools[];

static bool is_in(const void *address, const unsigned char *start, const unsigned char *stop)
{
    return (uintptr_t)address >= (uintptr_t)start && (uintptr_t)address < (uintptr_t)stop;
}

TEST(slots_and_bitmap_are_in_the_section)
{
    CHECK(is_in(near_things_at(0), __start_near_pools, __stop_near_pools));
    CHECK(is_in(near_things_at(39), __start_near_pools, __stop_near_pools));
    CHECK(is_in(near_things_pool.live, __start_near_pools, __stop_near_pools));
    CHECK(is_in(near_numbers_pool.live, __start_near_pools, __stop_near_pools));
}

TEST(refs_marks_and_families_are_in_the_section)
{
    CHECK(is_in(near_orcs_pool.live, __start_near_pools, __stop_near_pools));
    CHECK(is_in(near_orcs_pool.visible, __start_near_pools, __stop_near_pools));
    CHECK(is_in(near_orcs_pool.visible, __start_near_pools, __stop_near_pools));
    CHECK(is_in(near_orcs_pool.generations, __start_near_pools, __stop_near_pools));
    CHECK(is_in(near_birds_herd.kin, __start_near_pools, __stop_near_pools));
#if HUTCH_CFG_STATS
    CHECK(is_in(near_orcs_pool.stats, __start_near_pools, __stop_near_pools));
#endif
}

TEST(a_section_named_anew_is_that_of_the_next_pool)
{
    CHECK(is_in(far_things_at(0), __start_far_pools, __stop_far_pools));
    CHECK(is_in(far_things_at(39), __start_far_pools, __stop_far_pools));
    CHECK(is_in(far_things_pool.live, __start_far_pools, __stop_far_pools));
    CHECK(!is_in(far_things_pool.live, __start_near_pools, __stop_near_pools));
}

TEST(a_pool_after_an_empty_name_is_in_neither)
{
    CHECK(usual_things_acquire() == usual_things_at(0));
    CHECK(!is_in(usual_things_pool.live, __start_far_pools, __stop_far_pools));
    CHECK(!is_in(usual_things_pool.live, __start_near_pools, __stop_near_pools));
    CHECK(!is_in(usual_things_at(0), __start_far_pools, __stop_far_pools));
    CHECK(!is_in(usual_things_at(0), __start_near_pools, __stop_near_pools));
}

#include "../../build/lists/alone/section.h"
UNIT_MAIN(section_tests)
