// SPDX-License-Identifier: MIT
// hutch_check.h - hutch_testing.h for Check: hutch_tcase_watch(tcase) once, before other fixtures are added.
#ifndef HUTCH_CHECK_H
#define HUTCH_CHECK_H

#include "hutch_testing.h"

#include <check.h>

static inline void hutch_check_fail(const char *text)
{
    hutch_test_leave_locks();
    ck_abort_msg("%s", text);
}

static inline void hutch_check_setup(void)
{
    hutch_test_begin(hutch_check_fail);
}

static inline void hutch_check_teardown(void)
{
    hutch_test_end(false);
}

static inline void hutch_tcase_watch(TCase *tcase)
{
    tcase_add_checked_fixture(tcase, hutch_check_setup, hutch_check_teardown);
}

#endif
