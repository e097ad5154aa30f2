// SPDX-License-Identifier: MIT
// traps.h - calls that a test expects to trap; any other trap fails the test that it happens in, and ends the
// program. Who includes it defines _GNU_SOURCE before anything else.
#ifndef HOST_TRAPS_H
#define HOST_TRAPS_H

#include "unit.h"

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf traps_back;
static volatile bool traps_expected;

static void traps_trapped(int number)
{
    (void)number;
    if (!traps_expected) {
        CHECK(!"trapped where nothing is wrong");
        board_exit(1);
    }
    siglongjmp(traps_back, 1);
}

static bool traps_ended(bool has_trapped)
{
    traps_expected = false;
    return has_trapped;
}

/// Does the call trap?
#define TRAPS(call) \
    (traps_expected = true, traps_ended(sigsetjmp(traps_back, 1) == 0 ? ((void)(call), false) : true))

static void traps_init(void)
{
    signal(SIGILL, traps_trapped);
    signal(SIGTRAP, traps_trapped);
    signal(SIGSEGV, traps_trapped);
}

#endif
