// SPDX-License-Identifier: MIT
// main.c - runs every table of tests; each file's stands here once.

#include "unit.h"
#include "zeroed.h"

extern const struct unit_test zeroed_tests[], acquire_tests[], claim_tests[], wrong_release_tests[];
extern const struct unit_test levels_tests[], runs_tests[], iterate_tests[], release_if_tests[];
extern const struct unit_test stats_tests[], ids_tests[], shared_tests[], locked_tests[], strides_tests[];
extern const struct unit_test words_tests[], check_tests[], faults_tests[], report_tests[], spawn_tests[];
extern const struct unit_test lock_free_tests[], walks_tests[], over_tests[], counted_tests[], ways_tests[];
extern const struct unit_test iterate_locked_tests[], walks_locked_tests[], sizes_tests[], queue_tests[];
extern const struct unit_test state_tests[];

static const struct unit_test *const files[] = {
    zeroed_tests, acquire_tests, claim_tests,          wrong_release_tests, levels_tests,
    runs_tests,   iterate_tests, release_if_tests,     stats_tests,         ids_tests,
    shared_tests, locked_tests,  strides_tests,        words_tests,         check_tests,
    faults_tests, report_tests,  spawn_tests,          lock_free_tests,     walks_tests,
    over_tests,   counted_tests, iterate_locked_tests, walks_locked_tests,  ways_tests,
    sizes_tests,  queue_tests,
#ifndef UNIT_LITTLE_RAM
    state_tests,
#endif
};

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
