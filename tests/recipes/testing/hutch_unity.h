// SPDX-License-Identifier: MIT
// hutch_unity.h - hutch_testing.h for Unity.
//
//   void setUp(void) { hutch_unity_set_up(); }
//   void tearDown(void) { hutch_unity_tear_down(); }
#ifndef HUTCH_UNITY_H
#define HUTCH_UNITY_H

#include "hutch_testing.h"
#include "unity.h"

static inline void hutch_unity_fail(const char *text)
{
    hutch_test_leave_locks();
    UNITY_TEST_FAIL(Unity.CurrentTestLineNumber, text);
}

static inline void hutch_unity_set_up(void)
{
    hutch_test_begin(hutch_unity_fail);
}

static inline void hutch_unity_tear_down(void)
{
    hutch_test_end(Unity.CurrentTestFailed != 0);
}

#endif
