// SPDX-License-Identifier: MIT
// hutch_fault_default.c - the default fault handler, in a file of its own for linkers without weak symbols.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/core/fault.h"

HUTCH_WEAK void hutch_on_fault(const struct hutch_fault *fault)
{
    if (HUTCH_CFG_NAMES) {
        hutch_fault_default(fault);
    }
}
