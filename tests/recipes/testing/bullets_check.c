// SPDX-License-Identifier: MIT
// bullets_check.c - the tests of cases.h under Check; with CK_FORK=no in its environment in one process.

#include "cases.h"
#include "hutch_check.h"

#define DEFINE(name)        \
    START_TEST(name##_test) \
    {                       \
        name();             \
    }                       \
    END_TEST
#define ADD(name) tcase_add_test(tcase, name##_test);

CASES(DEFINE)

int main(void)
{
    Suite *const suite = suite_create("bullets");
    TCase *const tcase = tcase_create("bullets");
    SRunner *const runner = srunner_create(suite);
    suite_add_tcase(suite, tcase);
    hutch_tcase_watch(tcase);
    CASES(ADD)
    srunner_run_all(runner, CK_VERBOSE);
    const int failures = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failures;
}
