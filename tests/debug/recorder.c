// SPDX-License-Identifier: MIT
// recorder.c - the fault handler of the debug builds' tests: keeps what it is told, and may act in the middle
// of a release as an interrupt would.

#include "debug_test.h"

struct unit_faults unit_faults;
void (*debug_each_fault)(const struct hutch_fault *fault);

void debug_in_handler(const struct hutch_fault *fault); // locks.c

void hutch_on_fault(const struct hutch_fault *fault)
{
    if (unit_faults.count < UNIT_FAULTS_KEPT) {
        unit_faults.kept[unit_faults.count] = *fault;
    }
    unit_faults.count++;
    if (debug_each_fault != NULL) {
        debug_each_fault(fault);
    }
    debug_in_handler(fault);
}

unsigned unit_faults_forget(void)
{
    const unsigned count = unit_faults.count;
    unit_faults.count = 0;
    return count;
}
