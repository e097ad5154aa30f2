// SPDX-License-Identifier: MIT
// shared_owner.c - defines the shared pool, and is the program.

#include "shared.h"

HUTCH_POOL_DEFINE(ps);

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
}

void _start(void);
void _start(void)
{
    release(acquire());
    for (;;) {}
}
