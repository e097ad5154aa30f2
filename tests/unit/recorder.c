// SPDX-License-Identifier: MIT
// recorder.c - the fault handler of the tests: keeps each fault until a test reads it.

#include "unit.h"

struct unit_faults unit_faults;

void hutch_on_fault(const struct hutch_fault *fault)
{
    if (unit_faults.count < UNIT_FAULTS_KEPT) {
        unit_faults.kept[unit_faults.count] = *fault;
    }
    unit_faults.count++;
}

bool unit_fault_was(const char *pool, unsigned code, const void *address, unsigned index)
{
    const struct hutch_fault *const fault = &unit_faults.kept[0];
    return unit_faults_forget() == 1 && unit_same_text(fault->pool, pool) && fault->code == code &&
           fault->address == address && fault->index == index;
}

unsigned unit_faults_forget(void)
{
    const unsigned count = unit_faults.count;
    unit_faults.count = 0;
    return count;
}
