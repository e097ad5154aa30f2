// SPDX-License-Identifier: MIT
// main.c - runs the tables of all files.

#include "unit.h"
#include "../../build/lists/debug.h"

int main(void)
{
    board_init();
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        unit_run(files[i]);
    }
    return unit_finish();
}
