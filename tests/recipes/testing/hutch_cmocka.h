// SPDX-License-Identifier: MIT
// hutch_cmocka.h - hutch_testing.h for cmocka: HUTCH_UNIT_TEST(name) in place of cmocka_unit_test(name).
#ifndef HUTCH_CMOCKA_H
#define HUTCH_CMOCKA_H

#include "hutch_testing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static inline void hutch_cmocka_fail(const char *text)
{
    hutch_test_leave_locks();
    fail_msg("%s", text);
}

static inline int hutch_cmocka_setup(void **state)
{
    (void)state;
    hutch_test_begin(hutch_cmocka_fail);
    return 0;
}

static inline int hutch_cmocka_teardown(void **state)
{
    (void)state;
    hutch_test_end(false);
    return 0;
}

#define HUTCH_UNIT_TEST(test) cmocka_unit_test_setup_teardown(test, hutch_cmocka_setup, hutch_cmocka_teardown)

#endif
