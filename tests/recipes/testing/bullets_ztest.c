// SPDX-License-Identifier: MIT
// bullets_ztest.c - the tests of cases.h under Zephyr's ztest.

#include "cases.h"
#include "hutch_ztest.h"

ZTEST_SUITE(bullets, NULL, NULL, NULL, NULL, NULL);

#define DEFINE(name)                  \
    HUTCH_ZTEST(bullets, name##_test) \
    {                                 \
        name();                       \
    }

CASES(DEFINE)
