// SPDX-License-Identifier: MIT
// main.c - runs the tables of all files.

#include "systems.h"
#include "../../build/lists/systems.h"

int main(void)
{
    board_init();
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        unit_run(files[i]);
    }
    const int code = unit_finish();
    board_exit(code);
    return code;
}
