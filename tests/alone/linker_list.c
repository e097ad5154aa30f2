// SPDX-License-Identifier: MIT
// linker_list.c - with HUTCH_CFG_REGISTER the linker lists the pools of every file, and no other thing.

#include "unit.h"
#include "shared_pools.h" // five pools in another file

enum { POOLS = 7 };
HUTCH_POOL(things, uint16_t, 4);
HUTCH_POOL_IDS(channels, 8);

static bool is_listed_once(const struct hutch_pool *pool)
{
    unsigned found = 0;
    for (unsigned i = 0; hutch_listed_pool(i) != NULL; i++) {
        found += hutch_listed_pool(i) == pool ? 1 : 0;
    }
    return found == 1;
}

TEST(every_pool_of_every_file_is_listed_once)
{
    CHECK(is_listed_once(&things_pool));
    CHECK(is_listed_once(&channels_pool));
    CHECK(is_listed_once(&parcels_pool));
    CHECK(is_listed_once(&locked_parcels_pool));
    CHECK(is_listed_once(&shelves_pool));
    CHECK(is_listed_once(&shared_small_pool));
    CHECK(is_listed_once(&shared_large_pool));
}

TEST(list_ends_behind_the_last_pool)
{
    for (unsigned i = 0; i < POOLS; i++) {
        CHECK(hutch_listed_pool(i) != NULL);
    }
    CHECK(hutch_listed_pool(POOLS) == NULL);
    CHECK(hutch_listed_pool(HUTCH_NONE) == NULL);
}

static unsigned lines;
static void count_lines(char c, void *context)
{
    (void)context;
    lines += c == '\n' ? 1 : 0;
}

TEST(report_has_a_line_for_each)
{
    lines = 0;
    hutch_report(count_lines, NULL);
    CHECK_EQUAL(lines, 1 + POOLS);
}

TEST(owner_of_an_object_is_found_among_numbers_without_objects)
{
    CHECK(hutch_owner(things_acquire()) == &things_pool);
    CHECK(hutch_owner(&lines) == NULL);
}

#include "../../build/lists/alone/linker_list.h"
UNIT_MAIN(linker_list_tests)
