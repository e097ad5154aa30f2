// SPDX-License-Identifier: MIT
// replay_refs.c - takes lockfree.h and ref.h through traces of refs.pml, one atomic access a step: each must
// be the access that the model makes there, and leave the words that the model has.
//
// The numbers of a line: operation or its result, then the slot's two bits and its counter after the step.
#define _XOPEN_SOURCE 600
#include <stdint.h>

#include "replay.h"
#include "replay_access.h"

#include "hutch/hutch.h"

enum { processes = 2, turns = 4, others = 2, unissued = 255 };

HUTCH_POOL_TRACKED(slots, uint8_t, 2, .lock = HUTCH_LOCK_FREE); // the second slot is others'
unsigned hutch_lockfree_releases;

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
}

static unsigned operations[processes], results[processes];

static void stop_before(char kind, const volatile void *place)
{
    const bool is_counter = place == (const volatile void *)slots_pool.generations;
    const bool is_visible = place == (const volatile void *)slots_pool.visible;
    if (is_counter || is_visible) {
        kind = kind == 'l' ? (is_counter ? 'g' : 'b') : kind == 'x' ? 's' : kind == 'c' ? 'h' : kind;
    }
    stop(kind);
}

static void run(void)
{
    hutch_ref_t ref = 0;
    for (unsigned turn = 0; turn < turns; turn++) {
        unsigned index;
        stop('o');
        switch (operations[now]) {
        case 0:
            results[now] = hutch_lockfree_acquire(&slots_pool, HUTCH_MODE_USUAL) == 0;
            break;
        case 1:
            ref = hutch_core_ref(&slots_pool, slots_pool.slots);
            results[now] = ref == 0 ? (unsigned)unissued : (unsigned)(ref >> slots_pool.ref_low_bits) - 1u;
            break;
        case 2:
            results[now] = hutch_core_find(&slots_pool, ref) == 0;
            break;
        default:
            results[now] = hutch_lockfree_release_ref(&slots_pool, ref, &index);
        }
        stop('e');
    }
    stop(0);
}

static void begin(const unsigned numbers[numbers_max])
{
    (void)numbers;
    slots_pool.live[0] = slots_pool.visible[0] = others;
    slots_pool.generations[0] = 0;
    for (unsigned i = 0; i < processes; i++) {
        start(i, run);
    }
}

static bool is_as_model(unsigned process, char kind, const unsigned numbers[numbers_max])
{
    const unsigned *const after = &numbers[1];
    const char texts = all[process].kind;
    if (texts != kind || (kind == 'e' && results[process] != numbers[0])) {
        printf("process %u: the model's step is %c %u, the text's %c %u\n", process, kind, numbers[0],
               texts == 0 ? '-' : texts, results[process]);
        return false;
    }
    operations[process] = kind == 'o' ? numbers[0] : operations[process];
    resume(process);
    const unsigned live = slots_pool.live[0], visible = slots_pool.visible[0];
    const unsigned counter = slots_pool.generations[0] == hutch_generation_unissued(slots_pool.ref_low_bits)
                                 ? (unsigned)unissued
                                 : slots_pool.generations[0];
    if (live != (others | after[0]) || visible != (others | after[1]) || counter != after[2]) {
        printf("process %u, step %c: the model has %u %u %u, the text %u %u %u\n", process, kind, after[0],
               after[1], after[2], live & 1u, visible & 1u, counter);
        return false;
    }
    return true;
}
