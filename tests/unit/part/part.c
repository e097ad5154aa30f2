// SPDX-License-Identifier: MIT
// part.c - runs the tests of some files, or a share of one: where all of them together find no room.

#include "unit.h"
#include "zeroed.h"

#ifdef PART_FILE
#    include PART_FILE
#    define DECLARE(tests) // SDCC takes no declaration after the definition
#else
#    define DECLARE(tests) extern const struct unit_test tests[];
#endif
#ifndef PARTS // some files, each in run()
#    define PARTS(run) run(PART)
#endif
#define RUN(tests) unit_run(tests);
PARTS(DECLARE)

int main(void)
{
#if defined(PART_BEGINS_EARLY) && (!__STDC_HOSTED__ || defined(__SDCC))
    zeroed_acquire_early();
#endif
    board_init();
    PARTS(RUN)
    return unit_finish();
}
