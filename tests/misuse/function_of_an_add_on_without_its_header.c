// SPDX-License-Identifier: MIT
// function_of_an_add_on_without_its_header.c - a pool before an add-on's header has functions that name it.
// says: acquire_run needs hutch/runs.h before the pool
#ifndef WRONG
#    include "hutch/runs.h"
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
#include "hutch/runs.h"
int *get(void);
int *get(void)
{
    return things_acquire_run(2);
}
