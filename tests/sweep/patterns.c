// SPDX-License-Identifier: MIT
// patterns.c - chooses the slots that a scenario names, so that nearly each crosses a border between words.
#include "patterns.h"

enum { SLOTS = SWEEP_CAPACITY };

// Slot numbers at the ends of words and levels, rising.
static unsigned interesting_slot(unsigned number)
{
    const unsigned count = SLOTS, width = HUTCH_WORD_BITS;
    const bool is_deep = count > width * width;
    const unsigned slots[INTERESTING] = {0,
                                         count > width ? width - 1 : 1,
                                         count > width ? width : 2,
                                         is_deep ? width * width - 1 : count - 3,
                                         is_deep ? width * width : count - 2,
                                         count - 1};
    return slots[number];
}

static bool visits_live_slots(enum operation operation)
{
    return operation >= CLEAR && operation < SPAWN;
}

// The operation's slot: the highest interesting one that is as the operation wants it.
static unsigned target_of(enum operation operation, const bool *live)
{
    const bool wants_free = operation == RELEASE_FREE || operation == RELEASE_AT_FREE || operation == CLAIM;
    unsigned target = NO_SLOT;
    for (unsigned k = 0; k < INTERESTING; k++) {
        const unsigned slot = interesting_slot(k);
        if (live[slot] != wants_free && (operation != RELEASE_RUN || slot + RUN_LENGTH <= SLOTS)) {
            target = slot;
        }
    }
    return target;
}

// The slot that an interrupt owns: the lowest live interesting one that nobody else names.
static unsigned owned_slot(const bool *live, unsigned not_this, unsigned nor_this)
{
    for (unsigned k = 0; k < INTERESTING; k++) {
        const unsigned slot = interesting_slot(k);
        if (live[slot] && slot != not_this && slot != nor_this) {
            return slot;
        }
    }
    return NO_SLOT;
}

static bool needs_slot(enum interrupt interrupt)
{
#ifdef SWEEP_FREE
    if (interrupt == MOVE) {
        return true;
    }
#endif
    return interrupt == DROP || interrupt == SWAP;
}

bool patterns_fill(struct scenario *scenario, unsigned pattern, bool *live)
{
    const enum operation operation = scenario->operation;
    for (unsigned index = 0; index < SLOTS; index++) {
        live[index] = !visits_live_slots(operation);
    }
    for (unsigned k = 0; k < INTERESTING; k++) {
        live[interesting_slot(k)] = (pattern >> k & 1u) != 0;
    }
    const bool is_on_objects = operation >= DESPAWN && operation <= PERSIST;
    const bool names_slot =
        is_on_objects || (operation >= RELEASE && operation <= RELEASE_RUN && operation != RELEASE_FOREIGN &&
                          operation != REFUSED && operation != ACQUIRE_RUN);
    scenario->target = names_slot ? target_of(operation, live) : 0;
    const unsigned taken = names_slot ? scenario->target : NO_SLOT;
    // The objects with refs are what the interrupt releases, too: only one of the two may.
    scenario->dropped = is_on_objects ? taken : owned_slot(live, taken, NO_SLOT);
    scenario->nested_dropped = owned_slot(live, taken, scenario->dropped);
    return scenario->target != NO_SLOT &&
           (!needs_slot(scenario->interrupt) || scenario->dropped != NO_SLOT) &&
           (!needs_slot(scenario->nested) || scenario->nested_dropped != NO_SLOT);
}
