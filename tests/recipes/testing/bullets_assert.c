// SPDX-License-Identifier: MIT
// bullets_assert.c - the tests of cases.h as plain functions; an argument selects one: a failure ends all.

#include "cases.h"
#include "hutch_assert.h"

#include <string.h>

#define RUN(name)                                         \
    if (count == 1 || strcmp(arguments[1], #name) == 0) { \
        HUTCH_TEST(name);                                 \
    }

int main(int count, char **arguments)
{
    CASES(RUN)
    return 0;
}
