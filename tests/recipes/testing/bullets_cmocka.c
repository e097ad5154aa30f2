// SPDX-License-Identifier: MIT
// bullets_cmocka.c - the tests of cases.h under cmocka.

#include "cases.h"
#include "hutch_cmocka.h"

#define DEFINE(name)                      \
    static void name##_test(void **state) \
    {                                     \
        (void)state;                      \
        name();                           \
    }
#define ROW(name) HUTCH_UNIT_TEST(name##_test),

CASES(DEFINE)

int main(void)
{
    const struct CMUnitTest tests[] = {CASES(ROW)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
