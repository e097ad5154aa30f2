// SPDX-License-Identifier: MIT
// hutch_cpputest.h - hutch_testing.h for CppUTest: HUTCH_CPPUTEST_WATCH; at the begin of main.
//
// A fault adds a failure, and the test goes on: nothing jumps over destructors, or is thrown through C.
#ifndef HUTCH_CPPUTEST_H
#define HUTCH_CPPUTEST_H

#include "hutch_testing.h"

#include "CppUTest/TestHarness.h"
#include "CppUTest/TestPlugin.h"
#include "CppUTest/TestRegistry.h"

class HutchPlugin : public TestPlugin
{
    static HutchPlugin *&plugin()
    {
        static HutchPlugin *one;
        return one;
    }
    static void fail(const char *text)
    {
        plugin()->result_->addFailure(TestFailure(plugin()->test_, text));
    }
    void preTestAction(UtestShell &test, TestResult &result) override
    {
        test_ = &test;
        result_ = &result;
        hutch_test_begin(fail);
    }
    void postTestAction(UtestShell &test, TestResult &) override
    {
        hutch_test_end(test.hasFailed());
    }

    UtestShell *test_ = nullptr;
    TestResult *result_ = nullptr;

  public:
    HutchPlugin() : TestPlugin("hutch")
    {
        plugin() = this;
        TestRegistry::getCurrentRegistry()->installPlugin(this);
    }
};

#define HUTCH_CPPUTEST_WATCH HutchPlugin hutch_plugin

#endif
