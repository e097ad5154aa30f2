// SPDX-License-Identifier: MIT
// fault.c - tells the handler what the caller did wrong; the default handler counts, and stops a debug build.

#include "hutch/fault.h"
#include "hutch/generic.h"

static unsigned counts[HUTCH_FAULT_CODES_END];

#if HUTCH_CFG_CHECK >= 2
#    include "debug_pool.h"
#    ifdef HUTCH_PORT_TRAP_HEADER
#        include HUTCH_PORT_TRAP_HEADER
#    endif

struct hutch_fault hutch_last_fault;
static void (*sink)(char c, void *context);
static void *sink_context;

void hutch_debug_set_sink(void (*put_char)(char c, void *context), void *context)
{
    sink = put_char;
    sink_context = context;
}

static void stop(const struct hutch_fault *fault)
{
    hutch_last_fault = *fault;
    if (sink != NULL) {
        hutch_fault_print(fault, sink, sink_context);
    }
#    ifdef HUTCH_PORT_TRAP
    HUTCH_PORT_TRAP();
#    endif
}
#else
static void stop(const struct hutch_fault *fault)
{
    (void)fault;
}
#endif

HUTCH_WEAK void hutch_on_fault(const struct hutch_fault *fault)
{
    if (fault->code < HUTCH_FAULT_CODES_END && counts[fault->code] != (unsigned)-1) {
        counts[fault->code]++;
    }
    stop(fault);
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

static void report(const char *name, const void *object, unsigned index, unsigned code)
{
    struct hutch_fault fault;
    fault.pool = name;
    fault.address = object;
    fault.index = index;
    fault.code = (uint8_t)code;
#if HUTCH_CFG_CHECK >= 2
    fault.note = NULL;
    fault.other_pool = NULL;
    hutch_debug_site_of(NULL, &fault.caller); // what was said, if anything
#endif
    hutch_on_fault(&fault);
}

bool hutch_fault_pointer(const char *name, const void *object, const void *slots, size_t span_bytes,
                         size_t stride_bytes, unsigned code)
{
    const uintptr_t offset = (uintptr_t)object - (uintptr_t)slots;
    if (object == NULL) {
        code = HUTCH_FAULT_NULL_POINTER;
    } else if (offset >= span_bytes) {
        code = HUTCH_FAULT_FOREIGN;
    } else if (remainder_of((size_t)offset, stride_bytes) != 0) {
        code = HUTCH_FAULT_MISALIGNED;
    }
    report(name, object, HUTCH_NONE, code);
    return false;
}

#if HUTCH_HAS_PLACES
bool hutch_fault_release(const void *object, const struct hutch_fault_place *place)
{
    return hutch_fault_pointer(place->name, object, place->slots, place->span_bytes, place->stride_bytes,
                               HUTCH_FAULT_DOUBLE_RELEASE);
}
#endif

bool hutch_fault_index(const char *name, unsigned index, unsigned code)
{
    report(name, NULL, index, code);
    return false;
}
