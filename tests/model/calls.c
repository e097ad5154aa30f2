// SPDX-License-Identifier: MIT
// calls.c - the rest of the model: releases, marks and refs, and which call does what.

#include "model.h"

// ------------------------------------------------------------------------------------------------- release

bool model_find(unsigned *p, const struct move *move, bool can_spill, unsigned *slot)
{
    unsigned place = move->a;
    if (MODEL_IS_RICH && place >= PLACE_OTHER && place < PLACE_NULL && can_spill && policy_of(*p) != NULL &&
        policy_of(*p)->spill != NULL) {
        *p = 1 - *p;
        place -= PLACE_OTHER;
    }
    *slot = place < capacity_of(*p) ? place : HUTCH_NONE;
    if (*slot == HUTCH_NONE || move->inside != 0) {
        return model_fault(*p,
                           *slot != HUTCH_NONE                            ? HUTCH_FAULT_MISALIGNED
                           : place == PLACE_NULL                          ? HUTCH_FAULT_NULL_POINTER
                           : HUTCH_CFG_CHECK >= 2 && place >= PLACE_OTHER ? HUTCH_FAULT_OTHER_POOL
                                                                          : HUTCH_FAULT_FOREIGN,
                           *slot);
    }
    return true;
}

static bool end(unsigned p, const struct move *move, bool is_despawn)
{
    unsigned slot;
    return model_find(&p, move, true, &slot) &&
           ((is_despawn ? model_despawn(p, slot) : model_release(p, slot, 1, false)) ||
            model_fault(p, HUTCH_FAULT_DOUBLE_RELEASE, slot));
}

static bool end_run(unsigned p, unsigned first, unsigned length)
{
    return (length != 0 && first < capacity_of(p) && length <= capacity_of(p) - first &&
            model_release(p, first, length, false)) ||
           model_fault(p, HUTCH_FAULT_BAD_RUN, first);
}

static bool persist(unsigned p, const struct move *move)
{
    unsigned slot;
    if (!model_find(&p, move, false, &slot)) {
        return false;
    }
    if (!has_marks(p) || !model_is(p, slot, VISIBLE)) {
        return model_fault(p, HUTCH_FAULT_USE_AFTER_RELEASE, slot);
    }
    uint8_t *const marks = &the_model->pools[p].marks[slot];
    *marks = (uint8_t)((*marks & ~PERSISTENT) | (move->b != 0 ? PERSISTENT : 0));
    return true;
}

// Each visible slot in its turn: also one that became visible ahead of the walk.
static unsigned walk(unsigned p, enum from from, unsigned goes)
{
    unsigned released = 0;
    for (unsigned i = 0; i < capacity_of(p); i++) {
        if (model_is(p, i, VISIBLE)) {
            model_call_back(from, number_of(p, i));
            released += (goes >> i % 8u & 1u) != 0 && model_is(p, i, VISIBLE) && model_despawn(p, i);
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

#ifndef MODEL_BOUNDED
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

static unsigned result_of_rich(const struct move *move)
{
    const unsigned a = move->a, p = move->pool;
    unsigned slot;
    switch ((enum call)move->call) {
    case CALL_ACQUIRE_URGENT:
    case CALL_SPAWN_URGENT:
        return model_acquire_or_spill(p, move->call == CALL_SPAWN_URGENT, true, move->b);
    case CALL_ADOPT:
        return model_adopt(p, a);
    case CALL_PRESPAWN:
        return model_prespawn(p, a);
    case CALL_BEGIN:
        slot = model_acquire(p, true);
        if (slot != HUTCH_NONE) {
            the_model->pools[p].marks[slot] |= BEGUN;
        }
        return slot == HUTCH_NONE ? slot : number_of(p, slot);
    case CALL_END:
        the_model->pools[p].marks[a] = (uint8_t)((the_model->pools[p].marks[a] | VISIBLE) & ~BEGUN);
        return 1;
    case CALL_UNDO:
        return model_release(p, a, 1, true);
    case CALL_LEAKS:
        return leaks(0) + (the_world->pools[1] != NULL ? leaks(1) : 0);
    default:
        return families_model(move);
    }
}
#else
static unsigned result_of_rich(const struct move *move)
{
    (void)move;
    return 0;
}
#endif

static unsigned result_of(const struct move *move)
{
    const unsigned a = move->a, b = move->b;
    unsigned p = move->pool, slot;
    switch ((enum call)move->call) {
    case CALL_ACQUIRE:
    case CALL_SPAWN:
        return model_acquire_or_spill(p, move->call == CALL_SPAWN, false, b);
    case CALL_CLAIM:
        return a >= capacity_of(p) ? (model_fault(p, HUTCH_FAULT_BAD_INDEX, a), HUTCH_NONE)
               : model_claim(p, a) ? number_of(p, a)
                                   : HUTCH_NONE;
    case CALL_ACQUIRE_RUN:
        return model_acquire_run(p, a);
    case CALL_PERSIST:
        return persist(p, move);
    case CALL_RELEASE:
    case CALL_DESPAWN:
        return end(p, move, move->call == CALL_DESPAWN);
    case CALL_RELEASE_AT:
        return a >= capacity_of(p) ? model_fault(p, HUTCH_FAULT_BAD_INDEX, a) : end(p, move, false);
    case CALL_RELEASE_RUN:
        return model_find(&p, move, false, &slot) && end_run(p, slot, b);
    case CALL_RELEASE_RUN_AT:
        return end_run(p, a, b);
    case CALL_RELEASE_IF:
        return walk(p, FROM_TEST, a);
    case CALL_WALK:
        return walk(p, FROM_VISIT, 0);
    case CALL_CLEAR:
        clear(p, false);
        return 1;
    case CALL_KEEP_REF:
        return keep_ref(p, a);
    case CALL_RELEASE_REF:
        return release_ref(p, a);
    case CALL_RESET:
        return clear(0, true) +
               (MODEL_IS_RICH && the_world->pools[POOLS_MAX - 1] != NULL ? clear(1, true) : 0);
    default:
        return result_of_rich(move);
    }
}

void model_make(const struct move *move)
{
    the_trace->result = result_of(move);
    trace_add(the_trace, EVENT_RESULT, move->call, the_trace->result);
}

void model_call(const struct world *its_world, struct model *its_model, const struct move *move,
                struct trace *its_trace)
{
    the_world = its_world;
    the_model = its_model;
    the_trace = its_trace;
    model_make(move);
}

// The stamps count from the first turn on, in their order.
static void rank(struct known *pool, unsigned capacity, unsigned first)
{
    static unsigned ranks[STAMPS_MAX];
    for (unsigned i = 0; i < capacity; i++) {
        ranks[i] = 0;
        for (unsigned j = 0; j < capacity && (pool->marks[i] & LIVE) != 0; j++) {
            const bool is_older = pool->turn - pool->stamps[j] >= pool->turn - pool->stamps[i];
            ranks[i] += (pool->marks[j] & LIVE) != 0 && is_older;
        }
    }
    for (unsigned i = 0; i < capacity; i++) {
        pool->stamps[i] = (pool->marks[i] & LIVE) != 0 ? first + ranks[i] : 0;
    }
}

void model_normalise(const struct world *its_world, struct model *its_model)
{
    for (unsigned p = 0; p < POOLS_MAX && its_world->pools[p] != NULL; p++) {
        struct known *const pool = &its_model->pools[p];
        const unsigned capacity = its_world->pools[p]->capacity;
        for (unsigned i = 0; i < capacity && HUTCH_CFG_CHECK >= 2; i++) {
            pool->value[i] = (pool->marks[i] & LIVE) != 0 ? pool->value[i] : VALUE_UNKNOWN;
        }
        if (its_world->evicts[p] == EVICTS_OLDEST) {
            rank(pool, capacity, its_world->first_count);
        }
        pool->turn = its_world->first_count + pool->live;
        if (MODEL_IS_RICH && its_world->herds[p] != NULL) {
            families_model_normalise(its_world, its_model);
        }
    }
}

#ifndef MODEL_BOUNDED
unsigned char *model_copy(const struct world *its_world, struct model *its_model, unsigned char *at,
                          bool is_save)
{
    for (unsigned p = 0; p < POOLS_MAX && its_world->pools[p] != NULL; p++) {
        struct known *const pool = &its_model->pools[p];
        const size_t capacity = its_world->pools[p]->capacity;
        at = copy_bytes(at, &pool->live, sizeof pool->live, is_save);
        at = copy_bytes(at, &pool->turn, sizeof pool->turn, is_save);
        at = copy_bytes(at, pool->marks, capacity, is_save);
        at = copy_bytes(at, pool->value, capacity, is_save);
        if (its_world->evicts[p] == EVICTS_OLDEST) {
            at = copy_bytes(at, pool->stamps, capacity * sizeof pool->stamps[0], is_save);
        }
        if (its_world->herds[p] != NULL) {
            at = copy_bytes(at, pool->kin, capacity * sizeof pool->kin[0], is_save);
            at = copy_bytes(at, &its_model->attached_count, sizeof its_model->attached_count, is_save);
            at = copy_bytes(at, its_model->attached, 2 * capacity * sizeof its_model->attached[0], is_save);
        }
    }
    return at;
}
#endif
