// SPDX-License-Identifier: MIT
// replay_lock_free.c - takes lockfree.h through traces of lock_free.pml, one atomic access a step: each must
// be the access that the model makes there, and leave the words that the model has.
//
// The numbers of a line: leaf, then the two leaf words and the counter of releases after the step. A trace
// begins with its free slots.
#define _XOPEN_SOURCE 600
#include <stdint.h>

#include "replay.h"
#include "replay_access.h"

#include "hutch/hutch.h"

enum { processes = 2, turns = 2, others = 0xFC };

HUTCH_POOL_IDS(slots, 10, .lock = HUTCH_LOCK_FREE); // leaves of 8 and 2 slots; 6 of the first are others'
unsigned hutch_lockfree_releases;

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
}

static unsigned places[processes]; // the leaf of the access before which a process stands
static unsigned firsts[processes]; // the leaf at which its round begins

static void stop_before(char kind, const volatile void *place)
{
    const bool is_counter = place == (const volatile void *)&hutch_lockfree_releases;
    const bool is_second = place == (const volatile void *)&slots_pool.live[1];
    places[now] = is_second ? 1u : 0u;
    stop(is_counter && kind == 'l' ? 'r' : kind);
}

static void run(void)
{
    for (unsigned turn = 0; turn < turns; turn++) {
        stop('s');
        unsigned k = firsts[now];
        const hutch_word_t mask = hutch_lockfree_acquire_from(&slots_pool, &k, 1);
        if (mask != 0) {
            (void)hutch_lockfree_release(&slots_pool, k * HUTCH_WORD_BITS + hutch_bits_first_set(mask),
                                         false);
        }
    }
    stop(0);
}

static void begin(const unsigned numbers[numbers_max])
{
    slots_pool.live[0] = (hutch_word_t)(others | (3u - numbers[0]));
    slots_pool.live[1] = (hutch_word_t)(3u - numbers[1]);
    hutch_lockfree_releases = 0;
    for (unsigned i = 0; i < processes; i++) {
        start(i, run);
    }
}

static bool is_as_model(unsigned process, char kind, const unsigned numbers[numbers_max])
{
    const unsigned at = numbers[0], *const after = &numbers[1];
    const char texts = all[process].kind;
    if (texts != kind || ((kind == 'l' || kind == 'x' || kind == 'c') && places[process] != at)) {
        printf("process %u: the model's access is %c at %u, the text's %c at %u\n", process, kind, at,
               texts == 0 ? '-' : texts, places[process]);
        return false;
    }
    firsts[process] = kind == 's' ? at : firsts[process];
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
