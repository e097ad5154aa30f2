// SPDX-License-Identifier: MIT
// zeroed.c - zeroed memory is an empty pool: it works before main and needs no call to make it ready.

#include "unit.h"
#include "zeroed.h"

HUTCH_POOL(early, uint32_t, 3);
HUTCH_POOL(untouched, uint32_t, 5);
HUTCH_POOL_IDS(untouched_ids, 200);

static uint32_t *first_early;

#if __STDC_HOSTED__ && !defined(__SDCC)
__attribute__((constructor))
#endif
void zeroed_acquire_early(void)
{
    first_early = early_acquire();
    *first_early = 12345;
}

TEST(pool_works_before_main_and_board_init)
{
    CHECK(first_early == early_at(0));
    CHECK(early_is_live(first_early));
    CHECK_EQUAL(*first_early, 12345);
    CHECK_EQUAL(early_live(), 1);
}

TEST(pool_that_nobody_has_touched_is_empty_and_sound)
{
    CHECK_EQUAL(untouched_live(), 0);
    CHECK_EQUAL(untouched_available(), 5);
    CHECK(untouched_first() == NULL);
    CHECK(hutch_check(&untouched_pool));
    CHECK_EQUAL(untouched_ids_live(), 0);
    CHECK(untouched_ids_first() == -1);
    CHECK(hutch_check(&untouched_ids_pool));
}

#include "../../build/lists/unit/zeroed.h"
