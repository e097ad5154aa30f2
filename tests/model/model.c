// SPDX-License-Identifier: MIT
// model.c - what an acquire and a release of one slot must do, in plain loops over marks of slots.

#include "model.h"

const struct world *the_world;
struct model *the_model;
struct trace *the_trace;

bool model_is(unsigned p, unsigned slot, unsigned marks)
{
    return slot < capacity_of(p) && (the_model->pools[p].marks[slot] & marks) == marks;
}

static unsigned room(unsigned p)
{
    return capacity_of(p) - the_model->pools[p].live;
}

void model_call_back(enum from from, unsigned number)
{
    if (trace_call_back(the_trace, from, number)) {
        model_make(&the_trace->nested);
        the_trace->is_nested = false;
    }
}

// Debug builds tell more apart; generic.h lists what.
bool model_fault(unsigned p, unsigned code, unsigned slot)
{
    const bool is_hidden = model_is(p, slot, LIVE) && !model_is(p, slot, VISIBLE);
    if (HUTCH_CFG_CHECK >= 2 && is_hidden &&
        (code == HUTCH_FAULT_DOUBLE_RELEASE || code == HUTCH_FAULT_USE_AFTER_RELEASE)) {
        code = HUTCH_FAULT_RELEASE_IN_DESPAWN;
    }
    trace_fault(the_trace, code, p, slot);
    return false;
}

static const struct hutch_hooks *hooks_of(unsigned p)
{
    static const struct hutch_hooks none = {NULL, NULL, NULL};
    const struct hutch_hooks *const hooks = the_world->pools[p]->options->hooks;
    return hooks != NULL ? hooks : &none;
}

// ----------------------------------------------------------------------------------------------- one slot

static void take(unsigned p, unsigned slot, bool is_hidden)
{
    struct known *const pool = &the_model->pools[p];
    pool->marks[slot] |= (uint8_t)(is_hidden && has_marks(p) ? LIVE : LIVE | VISIBLE);
    pool->live++;
    pool->turn++;
    pool->peak = pool->live > pool->peak ? pool->live : pool->peak;
    pool->value[slot] = HUTCH_CFG_CHECK < 2 ? pool->value[slot] : VALUE_UNKNOWN;
    if (the_world->evicts[p] == EVICTS_OLDEST) {
        pool->stamps[slot] = pool->turn;
    }
    if (MODEL_IS_RICH && the_world->herds[p] != NULL) {
        families_model_taken(p, slot);
    }
}

static void forget(unsigned p, unsigned slot)
{
    struct known *const pool = &the_model->pools[p];
    pool->marks[slot] &= CONSTRUCTED | KEPT | STALE;
    if (pool->marks[slot] & KEPT) {
        pool->marks[slot] |= STALE;
    }
    pool->live--;
}

// Calls on_room if an ordinary acquire would have been refused before, and would not be now.
static void tell_room(unsigned p, unsigned before)
{
    const struct hutch_policy *const policy = policy_of(p);
    if (policy != NULL && policy->on_room != NULL && before <= policy->reserve && room(p) > policy->reserve) {
        model_call_back(FROM_ROOM, number_of(p, room(p)));
    }
}

// Frees slots that are all visible, or one that is hidden.
bool model_release(unsigned p, unsigned first, unsigned count, bool is_hidden)
{
    const unsigned before = room(p);
    for (unsigned i = first; i < first + count; i++) {
        if (!model_is(p, i, LIVE) || model_is(p, i, VISIBLE) == is_hidden) {
            return false;
        }
    }
    for (unsigned i = first; i < first + count; i++) {
        forget(p, i);
    }
    tell_room(p, before);
    return true;
}

static bool hide(unsigned p, unsigned slot)
{
    if (!model_is(p, slot, VISIBLE)) {
        return false;
    }
    the_model->pools[p].marks[slot] &= (uint8_t)~VISIBLE;
    if (MODEL_IS_RICH && the_world->herds[p] != NULL) {
        families_model_despawned(p, slot);
    } else if (hooks_of(p)->despawn != NULL) {
        model_call_back(FROM_DESPAWN, number_of(p, slot));
    }
    return true;
}

bool model_despawn(unsigned p, unsigned slot)
{
    return has_marks(p) ? hide(p, slot) && model_release(p, slot, 1, true) : model_release(p, slot, 1, false);
}

// ------------------------------------------------------------------------------------------------- acquire

// Takes the lowest free slot, unless only so many are free as are kept back.
static unsigned take_lowest(unsigned p, bool is_hidden, unsigned kept, bool *is_low)
{
    const struct hutch_policy *const policy = policy_of(p);
    unsigned slot = 0;
    *is_low = false;
    if (room(p) <= kept) {
        return HUTCH_NONE;
    }
    while (the_model->pools[p].marks[slot] & LIVE) {
        slot++;
    }
    take(p, slot, is_hidden);
    *is_low = policy != NULL && policy->on_low != NULL && room(p) == policy->low;
    return slot;
}

static unsigned take_and_tell(unsigned p, bool is_hidden, unsigned kept)
{
    bool is_low;
    const unsigned slot = take_lowest(p, is_hidden, kept, &is_low);
    if (is_low) {
        model_call_back(FROM_LOW, number_of(p, room(p)));
    }
    return slot;
}

static unsigned victim_of(unsigned p)
{
    const struct known *const pool = &the_model->pools[p];
    unsigned victim = HUTCH_NONE;
    if (the_world->evicts[p] == EVICTS_CHOSEN) {
        model_call_back(FROM_EVICT, number_of(p, 0));
        return the_trace->move.victim;
    }
    for (unsigned i = 0; i < capacity_of(p); i++) {
        if (model_is(p, i, VISIBLE) &&
            (victim == HUTCH_NONE ||
             (the_world->evicts[p] == EVICTS_LOWEST
                  ? pool->value[i] < pool->value[victim]
                  : pool->turn - pool->stamps[i] > pool->turn - pool->stamps[victim]))) {
            victim = i;
        }
    }
    return victim;
}

// Chooses up to four victims: a choice is void if a slot was acquired meanwhile, or if the victim is not
// visible. With no victim the last try is for what the choice itself may have released.
static unsigned acquire(unsigned p, bool is_hidden, bool is_urgent)
{
    const unsigned kept = is_urgent || policy_of(p) == NULL ? 0 : policy_of(p)->reserve;
    unsigned slot = take_and_tell(p, is_hidden, kept);
    for (unsigned tries = 0;
         MODEL_IS_RICH && slot == HUTCH_NONE && tries < 4 && the_world->evicts[p] != EVICTS_NOTHING;
         tries++) {
        const unsigned turn = the_model->pools[p].turn, victim = victim_of(p);
        bool is_low = false;
        if (victim >= capacity_of(p)) {
            if (victim < NOBODY) {
                model_fault(p, HUTCH_FAULT_BAD_INDEX, victim);
            }
            return take_and_tell(p, is_hidden, kept);
        }
        if (the_model->pools[p].turn == turn && model_is(p, victim, VISIBLE)) {
            if (has_marks(p)) {
                hide(p, victim);
            }
            forget(p, victim);
            slot = take_lowest(p, is_hidden, 0, &is_low);
        }
        if (is_low) {
            model_call_back(FROM_LOW, number_of(p, room(p)));
        }
        slot = slot == HUTCH_NONE ? take_and_tell(p, is_hidden, kept) : slot;
    }
    return slot;
}

unsigned model_acquire(unsigned p, bool is_hidden)
{
    const unsigned slot = acquire(p, is_hidden, false);
    the_trace->refused[p] += slot == HUTCH_NONE;
    return slot;
}

// Returns the pool and the slot, as one number.
unsigned model_acquire_or_spill(unsigned p, bool is_hidden, bool is_urgent, unsigned value)
{
    const bool can_spill = MODEL_IS_RICH && policy_of(p) != NULL && policy_of(p)->spill != NULL;
    const unsigned first = p;
    unsigned slot = acquire(p, is_hidden, is_urgent);
    if (slot == HUTCH_NONE && can_spill) {
        p = 1 - p;
        slot = acquire(p, is_hidden, is_urgent);
    }
    if (slot == HUTCH_NONE) {
        the_trace->refused[first]++;
        return HUTCH_NONE;
    }
    if (is_hidden && has_marks(p)) {
        if (hooks_of(p)->construct != NULL && !model_is(p, slot, CONSTRUCTED)) {
            model_call_back(FROM_CONSTRUCT, number_of(p, slot));
            the_model->pools[p].marks[slot] |= CONSTRUCTED;
        }
        if (hooks_of(p)->spawn != NULL) {
            model_call_back(FROM_SPAWN, number_of(p, slot));
        }
        the_model->pools[p].marks[slot] |= VISIBLE;
    }
    if (the_world->values != 0) {
        the_model->pools[p].value[slot] = (uint8_t)value;
    }
    return number_of(p, slot);
}

bool model_claim(unsigned p, unsigned slot)
{
    if (model_is(p, slot, LIVE)) {
        the_trace->refused[p]++;
        return false;
    }
    take(p, slot, false);
    return true;
}

unsigned model_acquire_run(unsigned p, unsigned length)
{
    unsigned first = 0, clear = 0;
    while (length != 0 && first + clear < capacity_of(p) && clear < length) {
        if (model_is(p, first + clear, LIVE)) {
            first += clear + 1;
            clear = 0;
        } else {
            clear++;
        }
    }
    if (length == 0 || clear < length) {
        the_trace->refused[p]++;
        return HUTCH_NONE;
    }
    for (unsigned i = first; i < first + length; i++) {
        take(p, i, false);
    }
    return number_of(p, first);
}

#ifndef MODEL_BOUNDED
unsigned model_adopt(unsigned p, unsigned count)
{
    unsigned adopted = 0;
    if (count > capacity_of(p)) {
        return model_fault(p, HUTCH_FAULT_BAD_INDEX, count);
    }
    for (unsigned i = 0; i < count; i++) {
        adopted += !model_is(p, i, VISIBLE) && model_claim(p, i);
    }
    return adopted;
}

bool model_prespawn(unsigned p, unsigned count)
{
    if (count > capacity_of(p)) {
        return model_fault(p, HUTCH_FAULT_PRESPAWN, count);
    }
    for (unsigned i = 0; i < count && has_marks(p) && hooks_of(p)->construct; i++) {
        if (!model_is(p, i, LIVE) && !model_is(p, i, CONSTRUCTED)) {
            model_call_back(FROM_CONSTRUCT, number_of(p, i));
            the_model->pools[p].marks[i] |= CONSTRUCTED;
        }
    }
    return true;
}
#endif
