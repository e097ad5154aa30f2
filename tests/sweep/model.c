// SPDX-License-Identifier: MIT
// model.c - runs an operation on an array of booleans, with the interrupt between each two atomic steps.
#include "model.h"

enum { SLOTS = SWEEP_CAPACITY };

static bool slots[SLOTS], hidden[SLOTS]; // live, and live but not to be seen
static bool persistent[SLOTS];
static uint8_t released[SLOTS]; // how often
static const struct scenario *current;
static struct outcome seen;
static unsigned steps, interrupt_step;     // steps passed, and the one before which the interrupt comes
static unsigned nested_steps, nested_step; // the same within the interrupt's handler, and what follows it
static bool in_handler, handler_ran;

static const struct outcome *followed; // NULL: the lowest slot is taken
static unsigned pairs;                 // acquires of the operation PAIR so far

void model_follow(const struct outcome *choices)
{
    followed = choices;
}

// The slot that the outcome says was taken here.
static unsigned followed_slot(void)
{
    if (in_handler || current->operation == OPERATIONS) {
        return followed->interrupted[1];
    }
    if (current->operation == PAIR) {
        const unsigned slot = pairs++ == 0 ? followed->result >> PAIR_BITS : followed->result & PAIR_MASK;
        return slot == (NO_SLOT & PAIR_MASK) ? (unsigned)NO_SLOT : slot;
    }
    return followed->result;
}

static unsigned take_lowest(void)
{
    const unsigned wanted = followed != NULL ? followed_slot() : NO_SLOT;
    if (wanted < SLOTS && !slots[wanted]) {
        slots[wanted] = true;
        return wanted;
    }
    for (unsigned index = 0; index < SLOTS; index++) {
        if (!slots[index]) {
            slots[index] = true;
            return index;
        }
    }
    return NO_SLOT;
}

static void step(void);

// The slot's object is gone, and its marks with it.
static void note_released(unsigned index)
{
    released[index]++;
    persistent[index] = false;
}

#include "model_policy.h"

static bool release(unsigned index)
{
    if (index >= SWEEP_SPARE_SLOT) {
        return release_spare(index - SWEEP_SPARE_SLOT);
    }
    const bool was_live = slots[index] && !hidden[index];
    if (was_live) {
        free_slot(index);
        note_released(index);
    } else {
        seen.faults++;
    }
    return was_live;
}

static void interrupt(enum interrupt what, unsigned dropped, uint16_t *results);

// A place where an interrupt may land: before each atomic step, and after the last.
static void step(void)
{
    if (in_handler || handler_ran) {
        if (nested_steps++ == nested_step) {
            interrupt(current->nested, current->nested_dropped, seen.nested);
        }
    }
    if (!in_handler && steps++ == interrupt_step) {
        in_handler = true;
        interrupt(current->interrupt, current->dropped, seen.interrupted);
        in_handler = false;
        handler_ran = true;
        if (nested_steps++ == nested_step) {
            interrupt(current->nested, current->nested_dropped, seen.nested);
        }
    }
}

static void step_if(bool nests)
{
    if (nests) {
        step();
    }
}

static void interrupt(enum interrupt what, unsigned dropped, uint16_t *results)
{
    const bool nests = results == seen.interrupted && current->nested != NOTHING;
    if (what == DROP || what == SWAP) {
        step_if(nests);
        results[0] = release(dropped);
    }
    if (what == KEEP || what == CYCLE || what == SWAP) {
        step_if(nests);
        results[1] = (uint16_t)acquire();
    }
    if (what == CYCLE && results[1] != NO_SLOT) {
        step_if(nests);
        results[0] = release(results[1]);
    }
#ifdef SWEEP_POLICY
    if (what == URGENT) {
        results[1] = (uint16_t)acquire_or_spill(true);
    }
#elif defined(SWEEP_FREE)
    if (what == MOVE) {
        step_if(nests);
        results[1] = (uint16_t)acquire();
        step_if(nests);
        results[0] = release(dropped);
    }
#endif
}

static bool hide_and_release(unsigned index)
{
    hidden[index] = true;
    step();
    hidden[index] = false;
    free_slot(index);
    note_released(index);
    return true;
}

// Lets a visible object go with its despawn hook.
static bool part_with(unsigned index)
{
    step();
#ifdef SWEEP_FREE
    const uint8_t generation = released[index]; // without a lock, a new object in the slot is noticed
    step();
    if (released[index] != generation) {
        return false;
    }
#endif
    return slots[index] && !hidden[index] && hide_and_release(index);
}

// A release by the operation: one moment, but for two steps where there is a generation and no lock.
static bool give(unsigned index)
{
#if defined(SWEEP_FREE) && defined(SWEEP_SPAWNED)
    const bool was_live = part_with(index);
    seen.faults = (uint16_t)(seen.faults + !was_live);
    return was_live;
#else
    step();
    return release(index);
#endif
}

// One read a leaf word, so an interrupt may come between two.
static unsigned next(unsigned from)
{
    while (from < SLOTS) {
        step();
        do {
            if (slots[from]) {
                return from;
            }
            from++;
        } while (from < SLOTS && from % HUTCH_WORD_BITS != 0);
    }
    return NO_SLOT;
}

// Of release_if: unless somebody has released it since.
static bool give_if_live(unsigned index)
{
    step();
    if (!slots[index]) {
        return false;
    }
#ifdef SWEEP_SPAWNED
    return part_with(index);
#else
    step();
    return slots[index] && release(index);
#endif
}

static unsigned walk(bool releases)
{
    unsigned visits = 0;
    for (unsigned index = next(0); index != NO_SLOT; index = next(index + 1)) {
        visits = swept_visit(visits, index);
        if (releases) {
            visits = swept_visit(visits, give(index));
        }
    }
    return visits;
}

static unsigned release_if(void)
{
    unsigned count = 0;
    for (unsigned index = next(0); index != NO_SLOT; index = next(index + 1)) {
        count += swept_goes(index) && give_if_live(index);
    }
    return count;
}

// A lock-free pool's runs lie within one word.
static bool crosses(unsigned first)
{
#ifdef SWEEP_FREE
    return first / HUTCH_WORD_BITS != (first + RUN_LENGTH - 1u) / HUTCH_WORD_BITS;
#else
    (void)first;
    return false;
#endif
}

static unsigned acquire_run(void)
{
    for (unsigned first = followed != NULL && followed->result < SLOTS ? followed->result : 0;
         first + RUN_LENGTH <= SLOTS; first++) {
        unsigned length = 0;
        while (length < RUN_LENGTH && !slots[first + length] && !crosses(first)) {
            length++;
        }
        if (length == RUN_LENGTH) {
            for (unsigned k = 0; k < RUN_LENGTH; k++) {
                slots[first + k] = true;
            }
            return first;
        }
    }
    return NO_SLOT;
}

static bool release_run(unsigned first)
{
    bool is_live = first + RUN_LENGTH <= SLOTS && !crosses(first);
    for (unsigned k = 0; is_live && k < RUN_LENGTH; k++) {
        is_live = slots[first + k];
    }
    for (unsigned k = 0; is_live && k < RUN_LENGTH; k++) {
#if defined(SWEEP_FREE) && defined(SWEEP_SPAWNED)
        is_live = part_with(first + k); // slot by slot
#else
        slots[first + k] = false;
        note_released(first + k);
#endif
    }
    seen.faults = (uint16_t)(seen.faults + !is_live);
    return is_live;
}

static unsigned clear(void)
{
#ifdef SWEEP_SPAWNED
    for (unsigned index = next(0); index != NO_SLOT; index = next(index + 1)) {
        (void)part_with(index);
    }
#else
    for (unsigned index = 0; index < SLOTS; index++) {
#    ifdef SWEEP_POLICY
        step(); // slot by slot, and looked at before
        if (slots[index]) {
            step();
            if (slots[index]) {
                free_slot(index);
            }
        }
#    else
        if (index % HUTCH_WORD_BITS == 0) {
            step();
        }
        slots[index] = false;
#    endif
    }
#endif
    return 0;
}

static unsigned pair(void)
{
    step();
    const unsigned first = acquire() & PAIR_MASK;
    step();
    return first << PAIR_BITS | (acquire() & PAIR_MASK);
}

static unsigned spawn(bool is_urgent)
{
    const unsigned index = find(is_urgent);
    if (index != NO_SLOT) {
        hidden[index] = true;
        step();
        hidden[index] = false;
    }
    return index;
}

static unsigned despawn(unsigned index)
{
    const bool was_seen = part_with(index);
    seen.faults = (uint16_t)(seen.faults + !was_seen);
    return was_seen;
}

// Does the slot still have the object that it began with? Its ref is asked for, followed, or released by.
static bool is_first_object(unsigned index)
{
    return slots[index] && released[index] == 0;
}

// The generation of the slot's object, from 1; 0 and a fault when there is none.
static unsigned ref(unsigned index)
{
    if (!slots[index]) {
        seen.faults++;
        return 0;
    }
    return released[index] + 1u;
}

// The mark goes with the object.
static bool persist(unsigned index)
{
    step();
    bool is_live = slots[index];
#ifdef SWEEP_FREE
    const uint8_t generation = released[index]; // without a lock, a new object in the slot is noticed
    step();
    is_live = is_live && slots[index] && released[index] == generation;
#endif
    persistent[index] = is_live;
    seen.faults = (uint16_t)(seen.faults + !is_live);
    return is_live;
}

static unsigned operate(void)
{
    const unsigned target = current->target;
    switch (current->operation) {
    case ACQUIRE:
        step();
        return acquire();
    case PAIR:
        return pair();
    case COUNT:
        for (unsigned turns = 0; turns < COUNT_TURNS; turns++) {
            step();
        }
        return 0;
    case RELEASE:
    case RELEASE_AT:
    case RELEASE_FREE:
    case RELEASE_AT_FREE:
        return give(target);
    case RELEASE_FOREIGN:
        seen.faults++;
        return false;
    case CLAIM:
    case CLAIM_LIVE:
        step();
        if (slots[target]) {
            return NO_SLOT;
        }
        slots[target] = true;
        note_taken(target);
        return target;
    case REFUSED:
        seen.faults += REFUSED_FAULTS;
        return 0;
    case ACQUIRE_RUN:
        step();
        return acquire_run();
    case RELEASE_RUN:
        step();
        return release_run(target);
    case CLEAR:
        return clear();
    case WALK:
        return walk(false);
    case WALK_RELEASE:
        return walk(true);
    case SPAWN:
        return spawn(false);
    case SPAWN_URGENT:
        return spawn(true);
    case ACQUIRE_URGENT:
        return acquire_or_spill(true);
    case DESPAWN:
        return despawn(target);
    case REF:
        step();
        return ref(target);
    case DEREF:
        step();
        return is_first_object(target) ? target : NO_SLOT;
    case RELEASE_REF:
        step();
        if (is_first_object(target)) {
#ifdef SWEEP_FREE
            return hide_and_release(target);
#else
            return release(target);
#endif
        }
        seen.faults++;
        return false;
    case PERSIST:
        return persist(target);
    default:
        return release_if();
    }
}

// What can be seen of the pool.
static void note_state(void)
{
    model_words(slots, seen.words);
#ifdef SWEEP_POLICY
    seen.order = order();
#endif
#ifdef SWEEP_SPAWNED
    seen.generations = 0;
    for (unsigned index = 0; index < SLOTS; index++) {
        seen.generations = (uint16_t)(seen.generations + released[index] + (slots[index] ? SLOTS : 0) +
                                      (persistent[index] ? SWEEP_PERSISTENT : 0));
    }
#endif
}

static void run(const struct scenario *scenario, const bool *live)
{
    const struct outcome nothing = {0, {NO_SLOT, NO_SLOT}, {NO_SLOT, NO_SLOT}, 0, 0, 0, 0, {0}};
    current = scenario;
    seen = nothing;
    steps = nested_steps = pairs = 0;
    in_handler = handler_ran = false;
    for (unsigned index = 0; index < SLOTS; index++) {
        slots[index] = live[index];
        hidden[index] = persistent[index] = false;
        released[index] = 0;
    }
#ifdef SWEEP_POLICY
    begin_policy();
#endif
    seen.result = operate();
    step();
    note_state();
}

bool outcome_equals(const struct outcome *a, const struct outcome *b)
{
    bool same = a->result == b->result && a->interrupted[0] == b->interrupted[0] &&
                a->interrupted[1] == b->interrupted[1] && a->nested[0] == b->nested[0] &&
                a->nested[1] == b->nested[1] && a->faults == b->faults && a->generations == b->generations &&
                a->notices == b->notices && a->order == b->order;
    for (unsigned k = 0; k < WORDS_TOLD; k++) {
        same = same && a->words[k] == b->words[k];
    }
    return same;
}

unsigned model_outcomes(const struct scenario *scenario, const bool *live, bool is_masked,
                        struct outcome *outcomes)
{
    unsigned count = 0;
    interrupt_step = is_masked ? NO_SLOT : 0;
    nested_step = 0;
    for (;;) {
        run(scenario, live);
        const bool is_last = handler_ran ? steps == interrupt_step + 1 : true;
        const bool is_last_nested = scenario->nested == NOTHING || nested_steps <= nested_step + 1;
        if (is_masked) { // the interrupt comes at the end, whatever the steps
            in_handler = true;
            interrupt(scenario->interrupt, scenario->dropped, seen.interrupted);
            note_state();
        }
        unsigned k = 0;
        while (k < count && !outcome_equals(&outcomes[k], &seen)) {
            k++;
        }
        if (k == OUTCOMES_MAX) {
            return OUTCOMES_MAX + 1;
        }
        if (k == count) {
            outcomes[count++] = seen;
        }
        if (is_last_nested) {
            nested_step = 0;
            if (is_last) {
                return count;
            }
            interrupt_step++;
        } else {
            nested_step++;
        }
    }
}
