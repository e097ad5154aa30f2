// SPDX-License-Identifier: MIT
// main.c - runs the tables of all files.

#include "unit.h"
#include "zeroed.h"
#include "../../build/lists/unit.h"

int main(void)
{
#if !__STDC_HOSTED__
    zeroed_acquire_early();
#endif
    board_init();
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        unit_run(files[i]);
    }
    return unit_finish();
}
