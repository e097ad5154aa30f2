// SPDX-License-Identifier: MIT
// bullets_gtest.cpp - the tests of cases.h under GoogleTest.

#include "cases.h"
#include "hutch_gtest.h"

HUTCH_GTEST_WATCH;

#define DEFINE(name)    \
    TEST(bullets, name) \
    {                   \
        name();         \
    }

CASES(DEFINE)
