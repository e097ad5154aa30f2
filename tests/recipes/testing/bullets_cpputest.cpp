// SPDX-License-Identifier: MIT
// bullets_cpputest.cpp - the tests of cases.h under CppUTest.

#include "cases.h"
#include "hutch_cpputest.h"

#include "CppUTest/CommandLineTestRunner.h"

TEST_GROUP(bullets){};

#define DEFINE(name)    \
    TEST(bullets, name) \
    {                   \
        ::name();       \
    }

CASES(DEFINE)

int main(int count, char **arguments)
{
    HUTCH_CPPUTEST_WATCH;
    return CommandLineTestRunner::RunAllTests(count, arguments);
}
