// SPDX-License-Identifier: MIT
// fault.h - the caller's errors: their codes, what is reported, and who is told.
#ifndef HUTCH_FAULT_H
#define HUTCH_FAULT_H

#include "compiler.h"

// One row a fault: name, number, text. Numbers never change; tens are groups, gaps are for later.
// clang-format off
#define HUTCH_FAULT_LIST(row)                                                      \
    row(NONE, 0, "no fault")                                                       \
    row(NULL_POINTER, 10, "release of NULL")                                       \
    row(FOREIGN, 11, "the pointer is not into this pool")                          \
    row(MISALIGNED, 12, "the pointer is into a slot, not at its start")            \
    row(BAD_INDEX, 13, "the index is past the capacity")                           \
    row(DOUBLE_RELEASE, 20, "the slot is already free")                            \
    row(BAD_RUN, 21, "the run is empty, leaves the pool or has a free slot in it") \
    row(TAIL_BITS, 40, "damaged bitmap: a bit past the capacity is set")           \
    row(SUMMARY, 41, "damaged summary: it differs from the words below it")        \
    row(DESCRIPTOR, 42, "damaged descriptor")
// clang-format on

#define HUTCH_FAULT_ENUM_(name, number, text) HUTCH_FAULT_##name = number,
enum hutch_fault_code { HUTCH_FAULT_LIST(HUTCH_FAULT_ENUM_) HUTCH_FAULT_CODES_END = 64 };

/// What a fault handler is told.
struct hutch_fault {
    const char *pool; // the pool's name
    const void *address; // what the caller passed, or the damaged word; NULL for an index or id
    unsigned index; // the slot where one is known (for damage: the bitmap word), else HUTCH_NONE
    uint8_t code; // enum hutch_fault_code
};

HUTCH_BEGIN_DECLS

/// Is told of every fault. Define it in your program to replace the default, which counts faults per code.
/// @param  fault  valid during the call only
/// @return nothing; the operation that found the fault then answers false or NULL, with the pool unchanged
/// @time   default: a few instructions
/// @isr    called in whichever context the faulty call was made, outside the pool's lock
/// @fault  none
void hutch_on_fault(const struct hutch_fault *fault);

/// How many faults of one code the default handler has counted.
/// @param  code  enum hutch_fault_code
/// @return the count since start; 0 for an unknown code; stays at the largest unsigned when that is reached
/// @time   one load
/// @isr    any context
/// @fault  none
unsigned hutch_fault_count(unsigned code);

/// What a fault code means, as a short English text.
/// @param  code  enum hutch_fault_code
/// @return a constant string, never NULL; "unknown fault" for an unknown code
/// @time   one pass over the list of codes
/// @isr    any context
/// @fault  none
const char *hutch_fault_text(unsigned code);

HUTCH_END_DECLS

#endif
