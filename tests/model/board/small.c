// SPDX-License-Identifier: MIT
// small.c - the random calls of kinds.c with the small engine, on a board: programs that do not count.

#include "model.h"
#include "board.h"

int main(void)
{
    board_init();
    unit_run(kinds_tests);
    return unit_finish();
}
