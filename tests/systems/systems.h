// SPDX-License-Identifier: MIT
// systems.h - what the files of this folder share: the harness of tests/unit, and a shorter look at a fault.
#ifndef SYSTEMS_H
#define SYSTEMS_H

#include "unit.h"

/// Was there exactly one fault since the last look: of this pool, with this code?
static inline bool systems_fault_was(const char *pool, unsigned code)
{
    const struct hutch_fault *const fault = &unit_faults.kept[0];
    return unit_faults_forget() == 1 && unit_same_text(fault->pool, pool) && fault->code == code;
}

#endif
