// SPDX-License-Identifier: MIT
// part.c - runs the tests of one file, or a share of them: on boards where all of them together find no room.

#include "unit.h"
#include "zeroed.h"

#ifdef PART_FILE
#    include PART_FILE
#else
extern const struct unit_test PART[];
#endif

int main(void)
{
#if defined(PART_BEGINS_EARLY) && (!__STDC_HOSTED__ || defined(__SDCC))
    zeroed_acquire_early();
#endif
    board_init();
    unit_run(PART);
    return unit_finish();
}
