// SPDX-License-Identifier: MIT
// systems.h - what the files of this folder share: the harness of tests/unit, and a shorter look at a fault.
#ifndef SYSTEMS_H
#define SYSTEMS_H

#include "unit.h"

/// Was there exactly one fault since the last look: of this pool, with this code?
static inline bool systems_fault_was(const char *pool, unsigned code)
{
    const struct hutch_fault *const fault = &unit_faults.kept[0];
    const unsigned count = unit_faults_forget();
    return HUTCH_CFG_CHECK == 0 ? count == 0 : count == 1 && unit_fault_is(fault, pool, code);
}

#endif
