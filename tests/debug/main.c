// SPDX-License-Identifier: MIT
// main.c - runs every table of the debug builds' tests; each file's stands here once.

#include "unit.h"

extern const struct unit_test pointers_tests[], refs_tests[], bytes_tests[], bitmap_tests[], locks_tests[];
extern const struct unit_test history_tests[], order_tests[], generations_tests[], interrupt_tests[];
extern const struct unit_test first_use_tests[], runs_tests[], callers_tests[], over_tests[];

static const struct unit_test *const files[] = {
    first_use_tests, pointers_tests, refs_tests,  bytes_tests,       bitmap_tests,    runs_tests, locks_tests,
    callers_tests,   history_tests,  order_tests, generations_tests, interrupt_tests, over_tests,
};

int main(void)
{
    board_init();
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        unit_run(files[i]);
    }
    return unit_finish();
}
