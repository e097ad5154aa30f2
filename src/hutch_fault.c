// SPDX-License-Identifier: MIT
// hutch_fault.c - reports errors of the caller; counts them, and stops a debug build.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/core/core.h"
#include "hutch_debug_pool.h"

// Four bits per code, to save RAM in programs that never read the counts. A fault in an interrupt may go
// uncounted if it interrupts the count of another.
enum { COUNT_BITS = 4, COUNT_MAX = 15 };
uint8_t hutch_fault_counts[HUTCH_FAULT_CODES_END / 2];
HUTCH_STATIC_ASSERT(sizeof(hutch_fault_counts) <= 32, the_counters_take_32_bytes_at_most);

#if HAS_SINK
#    ifdef HUTCH_PORT_TRAP_HEADER
#        include HUTCH_PORT_TRAP_HEADER
#    endif
#    ifdef HUTCH_PORT_SINK
#        define FIRST_SINK HUTCH_PORT_SINK
#    else
#        define FIRST_SINK NULL
#    endif

#    if HUTCH_CFG_CHECK >= 2
struct hutch_fault hutch_last_fault;
#    endif
static void (*sink)(char c, void *context) = FIRST_SINK;
static void *sink_context;

void hutch_debug_set_sink(void (*put_char)(char c, void *context), void *context)
{
    sink = put_char;
    sink_context = context;
}

// How many different faults are remembered, and how often one is counted at most.
enum { REPEATS_MAX = HUTCH_HAS_ROOM ? 8 : 2, REPEATS_COUNTED = (unsigned)-1 > 65535u ? 1000000000 : 10000 };

// Counts a fault, and returns how often it came, this time included: one that comes in each frame is printed
// at the first, the 10th, the 100th time and so on. An interrupt may fault here, too.
static unsigned count_repeat(const struct hutch_fault *fault)
{
    static struct {
        const void *caller;
        const char *pool;
        unsigned count;
        uint8_t code;
    } repeats[REPEATS_MAX]; // the last few that differ in pool, code or call site
    static uint8_t oldest_repeat;
    const hutch_port_state_t saved = hutch_cores_enter();
    uint8_t at = 0;
    while (at < REPEATS_MAX && (repeats[at].count == 0 || repeats[at].code != fault->code ||
                                repeats[at].pool != fault->pool || repeats[at].caller != fault->caller)) {
        at++;
    }
    if (at == REPEATS_MAX) {
        at = oldest_repeat;
        oldest_repeat = (uint8_t)((oldest_repeat + 1u) % REPEATS_MAX); // a power of two
        repeats[at].caller = fault->caller;
        repeats[at].pool = fault->pool;
        repeats[at].code = fault->code;
        repeats[at].count = 0;
    }
    repeats[at].count += repeats[at].count < REPEATS_COUNTED ? 1u : 0u;
    const unsigned count = repeats[at].count;
    hutch_cores_exit(saved);
    return count;
}

static bool is_power_of_ten(unsigned count)
{
    unsigned power = 1;
    while (power < count) { // at most REPEATS_COUNTED, so it does not overflow
        power *= 10u;
    }
    return power == count && count < REPEATS_COUNTED; // where counting ends it would be printed each time
}

static void stop(const struct hutch_fault *fault)
{
    const unsigned count = sink != NULL ? count_repeat(fault) : 0;
#    if HUTCH_CFG_CHECK >= 2
    hutch_last_fault = *fault;
#    endif
    if (count != 0 && is_power_of_ten(count)) {
        hutch_fault_print(fault, sink, sink_context);
        if (count > 1) {
            hutch_fault_print_count(count, sink, sink_context);
        }
    }
#    if HUTCH_CFG_CHECK >= 2 && defined(HUTCH_PORT_TRAP)
    HUTCH_PORT_TRAP();
#    endif
}
#else
static void stop(const struct hutch_fault *fault)
{
    (void)fault;
}
#endif

void hutch_fault_default(const struct hutch_fault *fault)
{
    const uint8_t code = fault->code;
    if (code < HUTCH_FAULT_CODES_END) {
        uint8_t *const pair = &hutch_fault_counts[code / 2u];
        const uint8_t one = (code & 1u) != 0 ? 1u << COUNT_BITS : 1u, most = (uint8_t)(one * COUNT_MAX);
        if ((*pair & most) != most) {
            *pair = (uint8_t)(*pair + one);
        }
    }
    stop(fault);
}

unsigned hutch_fault_count(unsigned code)
{
    return code < HUTCH_FAULT_CODES_END
               ? (unsigned)hutch_fault_counts[code / 2u] >> (code % 2u * COUNT_BITS) & (unsigned)COUNT_MAX
               : 0;
}

unsigned hutch_fault_slot(size_t offset, size_t stride_bytes, size_t *inside)
{
    size_t step = stride_bytes;
    unsigned steps = 1, index = 0;
    while (step <= offset / 2) {
        step *= 2u;
        steps *= 2u;
    }
    for (; steps != 0; steps /= 2u, step /= 2u) {
        if (offset >= step) {
            offset -= step;
            index += steps;
        }
    }
    *inside = offset;
    return index;
}

#if HUTCH_CFG_NAMES
bool hutch_fault_report(const char *pool_name, const void *address, unsigned index, unsigned code)
{
    struct hutch_fault fault;
    fault.pool = pool_name;
    fault.address = address;
    fault.index = index;
    fault.code = (uint8_t)code;
    fault.note = NULL;
    fault.other_pool = NULL;
    fault.caller = NULL;
#    if HUTCH_CFG_CHECK >= 2
    fault.caller = hutch_debug_site();
#    endif
    hutch_on_fault(&fault);
    return false;
}

bool hutch_fault_pointer(const struct hutch_identity *identity, const void *object, unsigned code)
{
    const uintptr_t offset = (uintptr_t)object - (uintptr_t)identity->slots;
    unsigned index = HUTCH_NONE;
    size_t inside;
    if (object == NULL) {
        code = HUTCH_FAULT_NULL_POINTER;
    } else if (offset >= identity->span_bytes) {
        code = HUTCH_FAULT_FOREIGN;
    } else {
        index = hutch_fault_slot((size_t)offset, identity->stride_bytes, &inside);
        code = inside != 0 ? (unsigned)HUTCH_FAULT_MISALIGNED : code;
    }
    return hutch_fault_report(identity->name, object, index, code);
}

bool hutch_fault_index(const struct hutch_identity *identity, unsigned index, unsigned code)
{
    return hutch_fault_report(identity->name, NULL, index, code);
}
#else
bool hutch_fault_bare(const void *address, uint8_t code)
{
    struct hutch_fault fault;
    fault.address = address;
    fault.code = code;
    hutch_on_fault(&fault);
    return false;
}

bool hutch_fault_report(const char *pool_name, const void *address, unsigned index, unsigned code)
{
    (void)pool_name;
    (void)index;
    return hutch_fault_bare(address, (uint8_t)code);
}
#endif

void hutch_assert_failed(unsigned number)
{
    hutch_fault_report("hutch", NULL, number, HUTCH_FAULT_BROKEN);
}
