// SPDX-License-Identifier: MIT
// bullets_unity.c - the tests of cases.h under Unity.

#include "cases.h"
#include "hutch_unity.h"

void setUp(void)
{
    hutch_unity_set_up();
}

void tearDown(void)
{
    hutch_unity_tear_down();
}

#define RUN(name) RUN_TEST(name);

int main(void)
{
    UNITY_BEGIN();
    CASES(RUN)
    return UNITY_END();
}
