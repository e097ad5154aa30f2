// SPDX-License-Identifier: MIT
// model_policy.h - a part of model.c: what a pool does when it is full, with a policy and without.
#ifndef SWEEP_MODEL_POLICY_H
#define SWEEP_MODEL_POLICY_H

#ifdef SWEEP_POLICY

enum { TRIES_MAX = 4 };

static unsigned taken, stamps[SLOTS]; // turns, and each slot's
static bool spares[SWEEP_SPARES];

static unsigned count_free(void)
{
    unsigned free = 0;
    for (unsigned index = 0; index < SLOTS; index++) {
        free += !slots[index];
    }
    return free;
}

static void note_taken(unsigned index)
{
    stamps[index] = ++taken;
}

// An acquire has left so many free.
static void note_low(unsigned free)
{
    if ((SWEEP_POLICY == SWEEP_KEEPS || SWEEP_POLICY == SWEEP_LOWEST) && free == SWEEP_LOW) {
        seen.notices++;
    }
}

// Counting and taking are one moment.
static unsigned take(bool is_urgent)
{
    const unsigned free = count_free(), kept = is_urgent ? 0 : SWEEP_RESERVE;
    if (free <= kept) {
        return NO_SLOT;
    }
    const unsigned index = take_lowest();
    note_taken(index);
    note_low(free - 1u);
    return index;
}

static bool is_better(unsigned index, unsigned than)
{
    return SWEEP_POLICY == SWEEP_OLDEST ? taken - stamps[index] > taken - stamps[than]
                                        : swept_value(index) < swept_value(than);
}

// Whoever looks, looks at one slot after the other.
static unsigned choose(void)
{
    unsigned chosen = NO_SLOT;
    if (SWEEP_POLICY == SWEEP_SPILLS) {
        step();
        return !policy_names_nobody(current) && slots[SWEEP_NAMED] ? (unsigned)SWEEP_NAMED : NO_SLOT;
    }
    for (unsigned index = 0; index < SLOTS; index++) {
        step();
        if (slots[index] && !hidden[index] && (chosen == NO_SLOT || is_better(index, chosen))) {
            chosen = index;
        }
    }
    return chosen;
}

// The victim goes if nothing was taken since it was chosen. Its slot is free to nobody else: releasing it and
// taking the lowest are one moment.
static unsigned evict(unsigned victim, unsigned taken_before)
{
    step();
    if (taken != taken_before || !slots[victim] || hidden[victim]) {
        return NO_SLOT;
    }
#    ifdef SWEEP_SPAWNED
    hidden[victim] = true;
    step();
    hidden[victim] = false;
#    endif
    note_released(victim);
    slots[victim] = false;
    const unsigned index = take_lowest();
    note_taken(index);
    note_low(count_free());
    return index;
}

static unsigned find(bool is_urgent)
{
    step();
    unsigned index = take(is_urgent);
    for (unsigned i = 0; index == NO_SLOT && SWEEP_POLICY != SWEEP_KEEPS && i < TRIES_MAX; i++) {
        step();
        const unsigned taken_before = taken, victim = choose();
        index = victim != NO_SLOT ? evict(victim, taken_before) : NO_SLOT;
        if (index != NO_SLOT) {
            return index;
        }
        step();
        index = take(is_urgent);
        if (victim == NO_SLOT) {
            break;
        }
    }
    return index;
}

static unsigned acquire_or_spill(bool is_urgent)
{
    const unsigned index = find(is_urgent);
    if (index != NO_SLOT || SWEEP_POLICY != SWEEP_SPILLS) {
        return index;
    }
    step();
    for (unsigned spare = 0; spare < SWEEP_SPARES; spare++) {
        if (!spares[spare]) {
            spares[spare] = true;
            return SWEEP_SPARE_SLOT + spare;
        }
    }
    return NO_SLOT;
}

static bool release_spare(unsigned spare)
{
    const bool was_live = spares[spare];
    spares[spare] = false;
    seen.faults = (uint16_t)(seen.faults + !was_live);
    return was_live;
}

// Frees a slot that is live: is there room for ordinary callers again?
static void free_slot(unsigned index)
{
    const bool was_full = count_free() <= SWEEP_RESERVE;
    slots[index] = false;
    if (was_full && count_free() > SWEEP_RESERVE &&
        (SWEEP_POLICY == SWEEP_KEEPS || SWEEP_POLICY == SWEEP_SPILLS)) {
        seen.notices = (uint16_t)(seen.notices + 0x100u);
    }
}

// The stamps that count, and the other pool.
static uint16_t order(void)
{
    unsigned sum = taken;
    for (unsigned index = 0; SWEEP_POLICY == SWEEP_OLDEST && index < SLOTS; index++) {
        sum = sum * 3u + (slots[index] ? stamps[index] : 0u);
    }
    for (unsigned spare = 0; spare < SWEEP_SPARES; spare++) {
        sum = sum * 2u + spares[spare];
    }
    return (uint16_t)sum;
}

// As the sweep leaves them before each landing.
static void begin_policy(void)
{
    taken = SWEEP_TURNS_BEFORE;
    for (unsigned index = 0; index < SLOTS; index++) {
        stamps[index] = swept_stamp(index);
    }
    for (unsigned spare = 0; spare < SWEEP_SPARES; spare++) {
        spares[spare] = spare == 0;
    }
}

static unsigned acquire(void)
{
    return acquire_or_spill(false);
}

#else

enum { SWEEP_SPARE_SLOT = NO_SLOT };

static unsigned acquire(void)
{
    return take_lowest();
}

static unsigned find(bool is_urgent)
{
    (void)is_urgent;
    step();
    return take_lowest();
}

static unsigned acquire_or_spill(bool is_urgent)
{
    (void)is_urgent;
    return NO_SLOT;
}

static bool release_spare(unsigned spare)
{
    (void)spare;
    return false;
}

static void free_slot(unsigned index)
{
    slots[index] = false;
}

static void note_taken(unsigned index)
{
    (void)index;
}
#endif

#endif
