// SPDX-License-Identifier: MIT
// ztest.h - a stand-in for Zephyr's ztest: what the recipe uses, with its signatures; and `main`.
#ifndef STAND_IN_ZTEST_H
#define STAND_IN_ZTEST_H

#include <setjmp.h>
#include <stdio.h>

struct ztest_unit_test {
    const char *name;
    void (*run)(void);
    struct ztest_unit_test *next;
};
static struct ztest_unit_test *ztest_first, **ztest_last = &ztest_first;
static jmp_buf ztest_out;

#define zassert_unreachable(...) (printf(__VA_ARGS__), printf("\n"), longjmp(ztest_out, 1))
#define ZTEST_SUITE(suite, predicate, setup, before, after, teardown) struct hutch_stand_in
#define ZTEST(suite, test)                                                 \
    static void test##_ztest(void);                                        \
    __attribute__((constructor)) static void test##_enter(void)            \
    {                                                                      \
        static struct ztest_unit_test entry = {#test, test##_ztest, NULL}; \
        *ztest_last = &entry;                                              \
        ztest_last = &entry.next;                                          \
    }                                                                      \
    static void test##_ztest(void)

int main(void)
{
    int failures = 0;
    for (struct ztest_unit_test *test = ztest_first; test != NULL; test = test->next) {
        printf("START - %s\n", test->name);
        if (setjmp(ztest_out) == 0) {
            test->run();
            printf(" PASS - %s\n", test->name);
        } else {
            printf(" FAIL - %s\n", test->name);
            failures++;
        }
    }
    return failures;
}

#endif
