// SPDX-License-Identifier: MIT
// hutch_ztest.h - hutch_testing.h for Zephyr's ztest: HUTCH_ZTEST(suite, name) for ZTEST(suite, name).
//
// The end is part of the test and not an `after` function, where ztest allows no test to fail.
#ifndef HUTCH_ZTEST_H
#define HUTCH_ZTEST_H

#include "hutch_testing.h"

#include <zephyr/ztest.h>

static inline void hutch_ztest_fail(const char *text)
{
    hutch_test_leave_locks();
    zassert_unreachable("%s", text);
}

#define HUTCH_ZTEST(suite, name)            \
    static void name##_body(void);          \
    ZTEST(suite, name)                      \
    {                                       \
        hutch_test_begin(hutch_ztest_fail); \
        name##_body();                      \
        hutch_test_end(false);              \
    }                                       \
    static void name##_body(void)

#endif
