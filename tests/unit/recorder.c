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

// What the caller has done wrong, not what has damaged a pool.
static bool is_misuse(unsigned code)
{
    return code < HUTCH_FAULT_TAIL_BITS;
}

bool unit_fault_is(const struct hutch_fault *fault, const char *pool, unsigned code)
{
#if HUTCH_CFG_NAMES
    return fault->code == code && (pool == NULL || unit_same_text(fault->pool, pool));
#else
    const bool is_pointer = code == HUTCH_FAULT_NULL_POINTER || code == HUTCH_FAULT_MISALIGNED;
    (void)pool;
    return fault->code == code || (is_pointer && fault->code == HUTCH_FAULT_FOREIGN);
#endif
}

bool unit_fault_is_of(const struct hutch_fault *fault, unsigned index)
{
#if HUTCH_CFG_NAMES
    return fault->index == index;
#else
    (void)fault;
    (void)index;
    return true;
#endif
}

bool unit_fault_was_kept(const char *pool, unsigned code, const void *address, unsigned index)
{
    const struct hutch_fault *const fault = &unit_faults.kept[0];
    if (HUTCH_CFG_CHECK == 0 && is_misuse(code)) {
        return unit_faults.count == 0;
    }
    return unit_faults.count == 1 && unit_fault_is(fault, pool, code) && fault->address == address &&
           unit_fault_is_of(fault, index);
}

bool unit_fault_was(const char *pool, unsigned code, const void *address, unsigned index)
{
    const bool was = unit_fault_was_kept(pool, code, address, index);
    unit_faults_forget();
    return was;
}

unsigned unit_faults_forget(void)
{
    const unsigned count = unit_faults.count;
    unit_faults.count = 0;
    return count;
}
