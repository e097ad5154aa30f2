// SPDX-License-Identifier: MIT
// replay.c - takes lockfree.h through traces of lock_free.pml, one atomic access a step: each must be the
// access that the model makes there, and leave the words that the model has.
//
// A process is a coroutine that stops before each access. A line of a trace on stdin: process, kind of
// access, leaf, then the two leaf words and the counter of releases after it. `= a b` begins a trace: its
// free slots.
#define _XOPEN_SOURCE 600
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

static void stop_before(char kind, const volatile void *place);
#define __atomic_load_n(place, order) (stop_before('l', place), *(place))
#define __atomic_fetch_and(place, value, order) \
    (stop_before('c', place), changed((place), sizeof *(place), *(place) & (value)))
#define __atomic_fetch_add(place, value, order) \
    (stop_before('n', place), changed((place), sizeof *(place), *(place) + (value)))
// A swap that fails looks again in a second step, as the model does: more orders than the CPU has.
#define __atomic_compare_exchange_n(place, expected, value, weak, order, failed)       \
    (stop_before('x', place), *(place) == *(expected)                                  \
                                  ? (changed((place), sizeof *(place), (value)), true) \
                                  : (stop_before('l', place), *(expected) = *(place), false))

// Stores, and returns what was there.
static unsigned changed(volatile void *place, size_t size, unsigned value)
{
    const unsigned before = size == 1 ? *(volatile uint8_t *)place : *(volatile unsigned *)place;
    if (size == 1) {
        *(volatile uint8_t *)place = (uint8_t)value;
    } else {
        *(volatile unsigned *)place = value;
    }
    return before;
}

#include "hutch/hutch.h"

enum { processes = 2, turns = 2, stack_bytes = 65536, others = 0xFC };

HUTCH_POOL_IDS(slots, 10, .lock = HUTCH_LOCK_FREE); // leaves of 8 and 2 slots; 6 of the first are others'
unsigned hutch_lockfree_releases;

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
}

static struct process {
    ucontext_t context;
    char kind;      // of the access before which it stands; 0: it has ended
    unsigned place; // its leaf
    unsigned first; // the leaf at which a round begins
    char stack[stack_bytes];
} all[processes];
static ucontext_t harness;
static unsigned now;

static void stop(char kind, unsigned place)
{
    all[now].kind = kind;
    all[now].place = place;
    swapcontext(&all[now].context, &harness);
}

static void stop_before(char kind, const volatile void *place)
{
    const bool is_counter = place == (const volatile void *)&hutch_lockfree_releases;
    const bool is_second = place == (const volatile void *)&slots_pool.live[1];
    stop(is_counter && kind == 'l' ? 'r' : kind, is_second ? 1u : 0u);
}

static void run(void)
{
    for (unsigned turn = 0; turn < turns; turn++) {
        stop('s', 0);
        unsigned k = all[now].first;
        const hutch_word_t mask = hutch_lockfree_acquire_from(&slots_pool, &k, 1);
        if (mask != 0) {
            (void)hutch_lockfree_release(&slots_pool, k * HUTCH_WORD_BITS + hutch_bits_first_set(mask),
                                         false);
        }
    }
    stop(0, 0);
}

static void resume(unsigned process)
{
    now = process;
    swapcontext(&harness, &all[process].context);
}

static void begin(unsigned free_0, unsigned free_1)
{
    slots_pool.live[0] = (hutch_word_t)(others | (3u - free_0));
    slots_pool.live[1] = (hutch_word_t)(3u - free_1);
    hutch_lockfree_releases = 0;
    for (unsigned i = 0; i < processes; i++) {
        getcontext(&all[i].context);
        all[i].context.uc_stack.ss_sp = all[i].stack;
        all[i].context.uc_stack.ss_size = sizeof all[i].stack;
        makecontext(&all[i].context, run, 0);
        resume(i);
    }
}

static bool is_as_model(char kind, unsigned process, unsigned at, const unsigned after[3])
{
    struct process *const p = &all[process];
    if (p->kind != kind || ((kind == 'l' || kind == 'x' || kind == 'c') && p->place != at)) {
        printf("process %u: the model's access is %c at %u, the text's %c at %u\n", process, kind, at,
               p->kind == 0 ? '-' : p->kind, p->place);
        return false;
    }
    p->first = kind == 's' ? at : p->first;
    resume(process);
    if (slots_pool.live[0] != (others | after[0]) || slots_pool.live[1] != after[1] ||
        (hutch_lockfree_releases & 0xFFu) != after[2]) {
        printf("process %u, access %c at %u: the model has %u %u %u, the text %u %u %u\n", process, kind, at,
               after[0], after[1], after[2], slots_pool.live[0] & 3u, slots_pool.live[1],
               hutch_lockfree_releases);
        return false;
    }
    return true;
}

static bool has_ended(void)
{
    for (unsigned i = 0; i < processes; i++) {
        if (all[i].kind != 0) {
            printf("process %u: the model has ended, the text makes access %c\n", i, all[i].kind);
            return false;
        }
    }
    return true;
}

int main(void)
{
    char line[80], kind;
    unsigned process, at, after[3], steps = 0, traces = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "= %u %u", &after[0], &after[1]) == 2) {
            if (traces++ != 0 && !has_ended()) {
                return 1;
            }
            begin(after[0], after[1]);
        } else if (sscanf(line, "%u %c %u %u %u %u", &process, &kind, &at, &after[0], &after[1], &after[2]) ==
                   6) {
            steps++;
            if (process >= processes || !is_as_model(kind, process, at, after)) {
                return 1;
            }
        }
    }
    printf("%u traces, %u steps\n", traces, steps);
    return traces == 0 || !has_ended();
}
