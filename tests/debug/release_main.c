// SPDX-License-Identifier: MIT
// release_main.c - the tests of generations in release builds.

#include "unit.h"
#include "board.h"

extern const struct unit_test generations_tests[];

int main(void)
{
    board_init();
    unit_run(generations_tests);
    return unit_finish();
}
