// SPDX-License-Identifier: MIT
// main.c - runs the comparisons with the reference: all of them, or only the random one as long as is asked
// for.
//
// usage: model [--seed N] [--turns N]   on the host; with either of them, only the random calls

#include "model.h"
#include "board.h"

#ifdef MODEL_BOUNDED
static unsigned long random_turns = 8;
#else
static unsigned long random_turns = 3000;
#endif

TEST(random_calls_are_right)
{
    random_calls(subjects, subjects_count, random_turns);
}

#ifndef MODEL_BOUNDED
TEST(random_calls_of_every_kind_of_pool_are_right)
{
    kinds_init();
    random_calls(kinds, kinds_count, random_turns / 64 + 1);
}
#endif

#include "../../build/lists/model/main.h"

#ifdef MODEL_BOUNDED
int main(void)
{
    board_init();
    unit_run(states_tests);
    unit_run(main_tests);
    return unit_finish();
}
#else
#    include <stdio.h>
#    include <stdlib.h>
#    include <string.h>

int main(int count, char **words)
{
    bool is_random_only = false;
    board_init();
    for (int i = 1; i < count; i += 2) {
        is_random_only = true;
        if (i + 1 < count && strcmp(words[i], "--seed") == 0) {
            random_seed = (uint32_t)strtoul(words[i + 1], NULL, 0);
        } else if (i + 1 < count && strcmp(words[i], "--turns") == 0) {
            random_turns = strtoul(words[i + 1], NULL, 0);
        } else {
            fputs("usage: model [--seed N] [--turns N]\n", stderr);
            return 2;
        }
    }
    if (!is_random_only) {
        unit_run(worlds_tests);
    }
    if (!is_random_only && HUTCH_CFG_CHECK < 2) {
        unit_run(states_tests);
        unit_run(runs_tests);
    }
    if (HUTCH_CFG_CHECK < 2) {
        unit_run(main_tests);
    }
    unit_run(laws_tests);
    return unit_finish();
}
#endif
