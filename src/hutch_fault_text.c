// SPDX-License-Identifier: MIT
// hutch_fault_text.c - the texts of the fault codes; linked only if they are used.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/core/fault.h"

#define FAULT_TEXT(name, number, text, cure) \
    if (code == (number)) {                  \
        return #name ": " text;              \
    }

const char *hutch_fault_text(unsigned code)
{
    HUTCH_FAULT_LIST(FAULT_TEXT)
    return "unknown fault";
}
