// SPDX-License-Identifier: MIT
// model_calls.c - the rest of the model: releases, marks and refs, and which call does what.

#include "model.h"

// ------------------------------------------------------------------------------------------------- release

// Finds the slot of a place, also in the pool that is spilled to; else reports what is wrong with it.
static bool find(unsigned *p, unsigned place, bool can_spill, unsigned *slot)
{
    *slot = place;
    if (place >= PLACE_OTHER && can_spill && policy_of(*p) != NULL && policy_of(*p)->spill != NULL) {
        *p = 1 - *p;
        *slot = place - PLACE_OTHER;
        return true;
    }
    if (place >= capacity_of(*p)) {
        *slot = place == PLACE_INSIDE ? 0 : HUTCH_NONE;
        return model_fault(*p,
                           place == PLACE_INSIDE                          ? HUTCH_FAULT_MISALIGNED
                           : place == PLACE_NULL                          ? HUTCH_FAULT_NULL_POINTER
                           : HUTCH_CFG_CHECK >= 2 && place >= PLACE_OTHER ? HUTCH_FAULT_OTHER_POOL
                                                                          : HUTCH_FAULT_FOREIGN,
                           *slot);
    }
    return true;
}

static bool end(unsigned p, unsigned place, bool is_despawn)
{
    unsigned slot;
    return find(&p, place, true, &slot) &&
           ((is_despawn ? model_despawn(p, slot) : model_release(p, slot, 1, false)) ||
            model_fault(p, HUTCH_FAULT_DOUBLE_RELEASE, slot));
}

static bool end_run(unsigned p, unsigned first, unsigned length)
{
    return (length != 0 && first < capacity_of(p) && length <= capacity_of(p) - first &&
            model_release(p, first, length, false)) ||
           model_fault(p, HUTCH_FAULT_BAD_RUN, first);
}

static bool persist(unsigned p, unsigned place, bool is_persistent)
{
    unsigned slot;
    if (!find(&p, place, false, &slot)) {
        return false;
    }
    if (!has_marks(p) || !model_is(p, slot, VISIBLE)) {
        return model_fault(p, HUTCH_FAULT_USE_AFTER_RELEASE, slot);
    }
    the_model->pools[p].marks[slot] &= (uint8_t)~PERSISTENT;
    the_model->pools[p].marks[slot] |= is_persistent ? PERSISTENT : 0;
    return true;
}

// Each visible slot in its turn: also one that became visible ahead of the walk.
static unsigned release_if(unsigned p, unsigned goes)
{
    unsigned released = 0;
    for (unsigned i = 0; i < capacity_of(p); i++) {
        if (model_is(p, i, VISIBLE)) {
            model_call_back(FROM_TEST, p, i);
            released += (goes >> i & 1u) != 0 && model_is(p, i, VISIBLE) && model_despawn(p, i);
        }
    }
    return released;
}

static unsigned clear(unsigned p, bool is_reset)
{
    unsigned released = 0;
    for (unsigned i = 0; i < capacity_of(p); i++) {
        if (model_is(p, i, VISIBLE) && !(is_reset && model_is(p, i, PERSISTENT))) {
            released += model_despawn(p, i);
        }
    }
    return released;
}

static unsigned leaks(unsigned p)
{
    unsigned count = 0;
    for (unsigned i = 0; i < capacity_of(p); i++) {
        if (model_is(p, i, VISIBLE) && !model_is(p, i, PERSISTENT)) {
            count++;
            model_fault(p, HUTCH_FAULT_LEAK, i);
        }
    }
    return count;
}

static bool keep_ref(unsigned p, unsigned slot)
{
    if (!model_is(p, slot, VISIBLE)) {
        return model_fault(p, HUTCH_FAULT_USE_AFTER_RELEASE, slot);
    }
    the_model->pools[p].marks[slot] = (uint8_t)((the_model->pools[p].marks[slot] | KEPT) & ~STALE);
    return true;
}

static bool release_ref(unsigned p, unsigned slot)
{
    if (!model_is(p, slot, KEPT)) {
        return model_fault(p, HUTCH_FAULT_NULL_REF, HUTCH_NONE);
    }
    return (!model_is(p, slot, STALE) && model_release(p, slot, 1, false)) ||
           model_fault(p, HUTCH_FAULT_STALE_RELEASE, HUTCH_NONE);
}

// ------------------------------------------------------------------------------------------------- a call

static unsigned result_of(const struct move *move)
{
    const unsigned a = move->a, b = move->b;
    unsigned p = move->pool, slot;
    switch ((enum call)move->call) {
    case CALL_ACQUIRE:
        return model_acquire_or_spill(p, false, false, b);
    case CALL_ACQUIRE_URGENT:
        return model_acquire_or_spill(p, false, true, b);
    case CALL_SPAWN:
        return model_acquire_or_spill(p, true, false, b);
    case CALL_SPAWN_URGENT:
        return model_acquire_or_spill(p, true, true, b);
    case CALL_CLAIM:
        return a >= capacity_of(p) ? (model_fault(p, HUTCH_FAULT_BAD_INDEX, a), HUTCH_NONE)
               : model_claim(p, a) ? p << 8 | a
                                   : HUTCH_NONE;
    case CALL_ADOPT:
        return model_adopt(p, a);
    case CALL_ACQUIRE_RUN:
        return model_acquire_run(p, a);
    case CALL_PRESPAWN:
        return model_prespawn(p, a);
    case CALL_BEGIN:
        slot = model_acquire(p, true);
        if (slot != HUTCH_NONE) {
            the_model->pools[p].marks[slot] |= BEGUN;
        }
        return slot;
    case CALL_END:
        the_model->pools[p].marks[a] = (uint8_t)((the_model->pools[p].marks[a] | VISIBLE) & ~BEGUN);
        return 1;
    case CALL_UNDO:
        return model_release(p, a, 1, true);
    case CALL_PERSIST:
        return persist(p, a, b != 0);
    case CALL_RELEASE:
        return end(p, a, false);
    case CALL_DESPAWN:
        return end(p, a, true);
    case CALL_RELEASE_AT:
        return a >= capacity_of(p) ? model_fault(p, HUTCH_FAULT_BAD_INDEX, a) : end(p, a, false);
    case CALL_RELEASE_RUN:
        return find(&p, a, false, &slot) && end_run(p, slot, b);
    case CALL_RELEASE_RUN_AT:
        return end_run(p, a, b);
    case CALL_RELEASE_IF:
        return release_if(p, a);
    case CALL_CLEAR:
        return (void)clear(p, false), 1;
    case CALL_KEEP_REF:
        return keep_ref(p, a);
    case CALL_RELEASE_REF:
        return release_ref(p, a);
    case CALL_MAKE:
    case CALL_ADOPT_PREFAB:
    case CALL_PRESPAWN_PREFAB:
    case CALL_ADD_COMPONENT:
    case CALL_ATTACH:
        return families_model(move);
    case CALL_RESET:
        return clear(0, true) + (the_world->pools[1] != NULL ? clear(1, true) : 0);
    case CALL_LEAKS:
        return leaks(0) + (the_world->pools[1] != NULL ? leaks(1) : 0);
    case CALLS_COUNT:
        break;
    }
    return 0;
}

void model_make(const struct move *move)
{
    trace_add(the_trace, EVENT_RESULT, move->call, result_of(move));
}

void model_call(const struct world *its_world, struct model *its_model, const struct move *move,
                struct trace *its_trace)
{
    the_world = its_world;
    the_model = its_model;
    the_trace = its_trace;
    model_make(move);
}

void model_normalise(const struct world *its_world, struct model *its_model)
{
    for (unsigned p = 0; p < POOLS_MAX && its_world->pools[p] != NULL; p++) {
        struct known *const pool = &its_model->pools[p];
        unsigned count = 0;
        for (unsigned i = 0; i < SLOTS_MAX && HUTCH_CFG_CHECK >= 2; i++) {
            pool->value[i] = (pool->marks[i] & LIVE) != 0 ? pool->value[i] : VALUE_UNKNOWN;
        }
        for (unsigned i = 0; i < SLOTS_MAX && its_world->evicts[p] != EVICTS_OLDEST; i++) {
            if ((pool->marks[i] & LIVE) != 0) {
                pool->order[count++] = (uint8_t)i;
            }
        }
    }
    families_model_normalise(its_model);
}
