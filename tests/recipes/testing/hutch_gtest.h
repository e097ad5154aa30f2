// SPDX-License-Identifier: MIT
// hutch_gtest.h - hutch_testing.h for GoogleTest: HUTCH_GTEST_WATCH; at file scope, in one file.
//
// A fault adds a failure, and the test goes on, as after EXPECT_: nothing jumps over destructors.
#ifndef HUTCH_GTEST_H
#define HUTCH_GTEST_H

#include "hutch_testing.h"

#include <gtest/gtest.h>

class HutchListener : public ::testing::EmptyTestEventListener
{
    static void fail(const char *text)
    {
        const ::testing::TestInfo *const test = ::testing::UnitTest::GetInstance()->current_test_info();
        ADD_FAILURE_AT(test->file(), test->line()) << text;
    }
    void OnTestStart(const ::testing::TestInfo &) override
    {
        hutch_test_begin(fail);
    }
    void OnTestEnd(const ::testing::TestInfo &test) override
    {
        hutch_test_end(test.result()->Failed());
    }

  public:
    HutchListener()
    {
        ::testing::UnitTest::GetInstance()->listeners().Append(this);
    }
};

#define HUTCH_GTEST_WATCH static HutchListener *const hutch_gtest_listener = new HutchListener

#endif
