// SPDX-License-Identifier: MIT
// bounds.c - the measured program: every call of calls.txt, on 64 patterns of live slots.
//
// Before each call the pool is restored to the pattern. After each row of calls.txt BENCH_NEXT prints what
// the emulator counted: lane A is the generic function, lane B the typed one. The calls are in calls.inc,
// which call_list.py makes from calls.txt.
#include "mark.h"
#include "pools.h"
#include "rig.h"

#if defined(__SDCC)
#    define MEASURED static
static volatile unsigned kept; // so that SDCC computes each result; stored when nothing is counted any more
#    define KEEP(result) (kept = (unsigned)(result))
#else
#    define MEASURED __attribute__((noinline, flatten)) static
#    define KEEP(result) ((void)(result))
#endif

enum { PATTERNS = 64, WORD = HUTCH_WORD_BITS };

/// What `index`, `object` and `length` of a call are. The other two are then 0, or the slot 0.
enum arguments {
    ARGUMENTS_NONE,
    ARGUMENTS_ANY,        // index, object: each slot of interest
    ARGUMENTS_LIVE,       // each of them that is live
    ARGUMENTS_FREE,       // each of them that is free
    ARGUMENTS_LIVE_RUN,   // index, object, length: all live slots from a slot of interest on
    ARGUMENTS_FREE_RUN,   // all free ones
    ARGUMENTS_LENGTHS,    // length: 1 and 2, around the borders of words, half of the slots, all
    ARGUMENTS_FREE_SLOTS, // length: the number of free slots
    ARGUMENTS_FAMILY,     // object: the last live object; index: the live slot before it
};

typedef void measured_call(unsigned index, struct object *object, unsigned length);

struct row {
    const struct ram *ram;
    enum arguments arguments;
    measured_call *calls[2]; // generic and typed; NULL: there is none
};

static unsigned errors;
static hutch_port_state_t unmasked;
HUTCH_UNUSED static hutch_port_state_t saved;

// Of HUTCH_CFG_WAIT: nobody releases while a task sleeps, and its time is over at once.
#if HUTCH_CFG_WAIT
static hutch_port_time_t now;

bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    *wake = 0;
    return true;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    (void)wake;
    now += ticks;
    return false;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    *wake = 1;
}

hutch_port_time_t hutch_port_now(void)
{
    return now;
}
#endif

#include "calls.inc" // defines rows

// ---------------------------------------------------------------------------------------------- patterns

static uint32_t seed;

static unsigned chance(unsigned below)
{
    seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
    return (unsigned)((seed >> 16) * (uint32_t)below >> 16);
}

/// Is slot `index` live in a pattern? Sixteen regular ones, then words that are each filled by chance.
static bool is_in_pattern(unsigned pattern, unsigned index)
{
    static const unsigned char gaps[] = {1, 2, 3, 7, WORD / 2 - 1, WORD - 2, WORD - 1, WORD, WORD + 1};
    static unsigned eighths;
    switch (pattern) {
    case 0:
        return false;
    case 1:
        return true;
    case 2:
        return index == 0;
    case 3:
        return index == N - 1u;
    case 4:
        return index != 0;
    case 5:
        return index != N - 1u;
    case 6:
        return index % 2u == 1;
    default:
        break;
    }
    if (pattern < 16) {
        return index % (gaps[pattern - 7u] + 1u) == 0;
    }
    if (index == 0) {
        seed = pattern;
    }
    if (index % WORD == 0) {
        eighths = chance(5) * 2u; // of the slots of a word: none, a quarter, half, three quarters, all
    }
    return chance(8) < eighths;
}

/// Slots at the ends of words and levels.
static const unsigned interesting[] = {
    0, 1, WORD - 1u, WORD % N, N / 2u - 1u, N / 2u, N - 2u, N - 1u, WORD *WORD <= N ? WORD *WORD - 1u : 0};
static const unsigned lengths[] = {1, 2, 3, WORD / 2, WORD - 1, WORD % N, (WORD + 1) % N, N / 2, N};
enum {
    INTERESTING = sizeof interesting / sizeof interesting[0],
    LENGTHS = sizeof lengths / sizeof lengths[0]
};

static unsigned run_from(const struct hutch_pool *pool, unsigned index, bool is_live)
{
    unsigned length = 0;
    while (index + length < N && hutch_is_live_at(pool, index + length) == is_live) {
        length++;
    }
    return length;
}

// ------------------------------------------------------------------------------------------------- calls

static unsigned faults;

void hutch_on_fault(const struct hutch_fault *fault)
{
    faults += fault->code != HUTCH_FAULT_LEAK;
    hutch_fault_default(fault);
}

/// Ends what hutch_lock began.
static void unmask(void)
{
#if defined(__SDCC)
    hutch_port_depth = 1; // this port counts critical sections
#endif
    hutch_port_exit(unmasked);
}

/// Calls both forms, each on the pattern as it was.
static void call(const struct row *row, unsigned index, struct object *object, unsigned length, bool is_right)
{
    for (unsigned form = 0; form < 2; form++) {
        if (row->calls[form] != NULL) {
            const unsigned before = faults;
            row->calls[form](index, object, length);
            unmask();
            errors += is_right && faults != before;
            ram_restore(row->ram);
        }
    }
}

static struct object *object_at(const struct hutch_pool *pool, unsigned index)
{
    return (struct object *)hutch_at(pool, index); // NULL in a pool of numbers
}

/// As the contract says.
static void call_rightly(const struct row *row)
{
    const struct hutch_pool *const pool = row->ram->pool;
    struct object *const first = object_at(pool, 0);
    switch (row->arguments) {
    case ARGUMENTS_NONE:
        call(row, 0, first, 0, true);
        return;
    case ARGUMENTS_LENGTHS:
        for (unsigned k = 0; k < LENGTHS; k++) {
            call(row, 0, first, lengths[k], true);
        }
        return;
    case ARGUMENTS_FREE_SLOTS:
        call(row, 0, first, hutch_available(pool), true);
        return;
    case ARGUMENTS_FAMILY:
        if (hutch_live(pool) >= 3) {
            const unsigned last = hutch_last_index_(pool);
            unsigned parent = last - 1u;
            while (!hutch_is_live_at(pool, parent)) {
                parent--;
            }
            call(row, parent, object_at(pool, last), 0, true);
        }
        return;
    default:
        break;
    }
    for (unsigned k = 0; k < INTERESTING; k++) {
        const unsigned index = interesting[k];
        const bool is_live = hutch_is_live_at(pool, index);
        const bool wants_live = row->arguments == ARGUMENTS_LIVE || row->arguments == ARGUMENTS_LIVE_RUN;
        if (row->arguments == ARGUMENTS_ANY || is_live == wants_live) {
            const bool is_run = row->arguments == ARGUMENTS_LIVE_RUN || row->arguments == ARGUMENTS_FREE_RUN;
            call(row, index, object_at(pool, index), is_run ? run_from(pool, index, is_live) : 0, true);
        }
    }
}

/// With whatever arguments: NULL, past the end, before the start, inside a slot, each slot of interest.
static void call_anyhow(const struct row *row)
{
    const struct hutch_pool *const pool = row->ram->pool;
    unsigned char *const first = (unsigned char *)object_at(pool, 0);
    if (row->arguments == ARGUMENTS_NONE) {
        return;
    }
    call(row, N, NULL, N + 1u, false);
    for (unsigned k = 0; k < INTERESTING; k++) {
        call(row, interesting[k], object_at(pool, interesting[k]), N, false);
    }
    if (first != NULL) {
        call(row, HUTCH_NONE, (struct object *)(void *)(first + N * sizeof(struct object)), 0, false);
        call(row, HUTCH_NONE, (struct object *)(void *)(first - sizeof(struct object)), 0, false);
        call(row, HUTCH_NONE, (struct object *)(void *)(first + 2), 0, false);
    }
}

int main(void)
{
    unmasked = hutch_port_enter();
    hutch_port_exit(unmasked);
    for (unsigned pattern = 0; pattern < PATTERNS; pattern++) {
        pools_fill(pattern, is_in_pattern);
        for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
            call_rightly(&rows[k]);
            BENCH_NEXT();
            call_anyhow(&rows[k]);
            BENCH_NEXT();
        }
    }
    rig_exit(errors != 0);
    return 0;
}
