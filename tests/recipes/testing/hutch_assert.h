// SPDX-License-Identifier: MIT
// hutch_assert.h - hutch_testing.h for tests that are functions with assert: HUTCH_TEST(name); calls one.
#ifndef HUTCH_ASSERT_H
#define HUTCH_ASSERT_H

#include "hutch_testing.h"

#include <stdio.h>
#include <stdlib.h>

static const char *hutch_test_name;

static inline void hutch_assert_fail(const char *text)
{
    fprintf(stderr, "%s failed: %s\n", hutch_test_name, text);
    abort();
}

#define HUTCH_TEST(test)                     \
    do {                                     \
        hutch_test_name = #test;             \
        hutch_test_begin(hutch_assert_fail); \
        test();                              \
        hutch_test_end(false);               \
    } while (0)

#endif
