// SPDX-License-Identifier: MIT
// fault.c - tells the handler what the caller did wrong; the default handler counts.

#include "hutch/fault.h"
#include "hutch/generic.h"

static unsigned counts[HUTCH_FAULT_CODES_END];

HUTCH_WEAK void hutch_on_fault(const struct hutch_fault *fault)
{
    if (fault->code < HUTCH_FAULT_CODES_END && counts[fault->code] != (unsigned)-1) {
        counts[fault->code]++;
    }
}

unsigned hutch_fault_count(unsigned code)
{
    return code < HUTCH_FAULT_CODES_END ? counts[code] : 0;
}

// The offset within a slot. Own arithmetic: a division by a variable is a library call on CPUs without a
// divider.
static size_t remainder_of(size_t offset, size_t stride_bytes)
{
    size_t step = stride_bytes;
    while (step <= offset / 2) {
        step *= 2;
    }
    while (step >= stride_bytes) {
        if (offset >= step) {
            offset -= step;
        }
        step /= 2;
    }
    return offset;
}

bool hutch_fault_release(const char *name, const void *object, const void *slots, size_t span_bytes,
                         size_t stride_bytes)
{
    struct hutch_fault fault = {name, object, HUTCH_NONE, HUTCH_FAULT_NULL_POINTER};
    const uintptr_t offset = (uintptr_t)object - (uintptr_t)slots;
    if (object != NULL) {
        if (offset >= span_bytes) {
            fault.code = HUTCH_FAULT_FOREIGN;
        } else if (remainder_of((size_t)offset, stride_bytes) != 0) {
            fault.code = HUTCH_FAULT_MISALIGNED;
        } else {
            fault.code = HUTCH_FAULT_DOUBLE_RELEASE;
        }
    }
    hutch_on_fault(&fault);
    return false;
}

bool hutch_fault_index(const char *name, unsigned index, unsigned code)
{
    const struct hutch_fault fault = {name, NULL, index, (uint8_t)code};
    hutch_on_fault(&fault);
    return false;
}
