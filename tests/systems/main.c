// SPDX-License-Identifier: MIT
// main.c - runs the table of each file.

#include "systems.h"

extern const struct unit_test published_tests[], prefab_tests[], policy_tests[], limits_tests[],
    sizing_tests[], families_tests[], adopted_tests[];

int main(void)
{
    static const struct unit_test *const tables[] = {
        published_tests, prefab_tests,   policy_tests,  limits_tests,
        sizing_tests,    families_tests, adopted_tests,
    };
    board_init();
    for (unsigned i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        unit_run(tables[i]);
    }
    const int code = unit_finish();
    board_exit(code);
    return code;
}
