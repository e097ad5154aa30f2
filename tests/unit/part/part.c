// SPDX-License-Identifier: MIT
// part.c - runs the tests of one file: on boards where all of them together find no room.

#include "unit.h"
#include "zeroed.h"
#include "board.h"

extern const struct unit_test PART[];

int main(void)
{
#if !__STDC_HOSTED__ || defined(__SDCC)
    zeroed_acquire_early();
#endif
    board_init();
    unit_run(PART);
    return unit_finish();
}
