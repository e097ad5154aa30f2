// SPDX-License-Identifier: MIT
// claims.h - prints the claims of a program that tests a game, as TAP.
#ifndef CLAIMS_H
#define CLAIMS_H

#include <stdbool.h>
#include <stdio.h>

#ifndef CLAIMS_ABOUT
#    define CLAIMS_ABOUT "" // before each of them
#endif

static unsigned claims, failed;

static void check(bool is_so, const char *claim)
{
    failed += !is_so;
    printf("%sok %u - " CLAIMS_ABOUT "%s\n", is_so ? "" : "not ", ++claims, claim);
}

// Returns the program's exit code.
static int claims_end(void)
{
    printf("1..%u\n", claims);
    return failed != 0;
}

#endif
