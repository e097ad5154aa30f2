// SPDX-License-Identifier: MIT
// main.c - searches each world, then reports for each law whether it was ever broken.

#include "search.h"
#include "board.h"

int main(void)
{
    board_init();
    unit_run(worlds_tests);
    unit_run(families_tests);
    unit_run(laws_tests);
    return unit_finish();
}
