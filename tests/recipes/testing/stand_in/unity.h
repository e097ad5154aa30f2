// SPDX-License-Identifier: MIT
// unity.h - a stand-in for Unity, which is no Debian package: what the recipe uses, with Unity's signatures.
#ifndef STAND_IN_UNITY_H
#define STAND_IN_UNITY_H

#include <setjmp.h>
#include <stdio.h>

static struct {
    const char *name;
    unsigned CurrentTestFailed, CurrentTestLineNumber, failures;
    jmp_buf out;
} Unity;

void setUp(void);
void tearDown(void);

static void unity_fail(const char *message, unsigned line)
{
    if (!Unity.CurrentTestFailed) {
        printf("%s:%u:%s:FAIL: %s\n", __FILE__, line, Unity.name, message);
    }
    Unity.CurrentTestFailed = 1;
    longjmp(Unity.out, 1);
}

static void unity_run(void (*test)(void), const char *name, unsigned line)
{
    Unity.CurrentTestLineNumber = line;
    Unity.name = name;
    Unity.CurrentTestFailed = 0;
    if (setjmp(Unity.out) == 0) {
        setUp();
        test();
    }
    if (setjmp(Unity.out) == 0) { // also after a failure, as Unity does
        tearDown();
    }
    if (!Unity.CurrentTestFailed) {
        printf("%s:%u:%s:PASS\n", __FILE__, line, name);
    }
    Unity.failures += Unity.CurrentTestFailed;
}

#define UNITY_TEST_FAIL(line, message) unity_fail(message, line)
#define RUN_TEST(test) unity_run(test, #test, __LINE__)
#define UNITY_BEGIN() ((void)0)
#define UNITY_END() ((int)Unity.failures)

#endif
