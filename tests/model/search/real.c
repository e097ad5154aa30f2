// SPDX-License-Identifier: MIT
// real.c - the pools themselves: what they keep, the calls, the comparison with the model, and the laws.
//
// Three things are brought back after each call, because they only grow: a policy's counts and stamps keep
// their order, a slot's generation is that of the ref that is kept of it or the one after, and how many
// acquires were refused begins at 0 again. The peak has a history: tests/model/sequences.c compares it.

#include "search.h"

#include "hutch/core/over.h"
#include "hutch/prefab.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"

#include <string.h>

static const struct world *world;
static struct trace *trace;
static hutch_ref_t kept[POOLS_MAX][SLOTS_MAX];

// ---------------------------------------------------------------------------------------------- what is kept

static unsigned leaves_of(const struct hutch_pool *pool)
{
    return HUTCH_LEAF_WORDS((unsigned)pool->capacity);
}

static unsigned char *copy(unsigned char *at, void *memory, size_t bytes, bool is_save)
{
    memcpy(is_save ? at : memory, is_save ? memory : at, bytes);
    return at + bytes;
}

static unsigned char *copy_pool(unsigned char *at, unsigned p, bool is_save)
{
    const struct hutch_pool *const pool = world->pools[p];
    const struct hutch_policy *const policy = pool->options->policy;
    const unsigned capacity = pool->capacity;
    at = copy(at, pool->live, HUTCH_BITMAP_WORDS(capacity) * sizeof(hutch_word_t), is_save);
    if (pool->has_marks) {
        at = copy(at, pool->visible, pool->has_marks * leaves_of(pool) * sizeof(hutch_word_t), is_save);
    }
    if (pool->generations != NULL) {
        at = copy(at, pool->generations, capacity * sizeof(hutch_ref_t), is_save);
        at = copy(at, kept[p], capacity * sizeof(hutch_ref_t), is_save);
    }
    if (policy != NULL) {
        at = copy(at, policy->state, sizeof *policy->state, is_save);
    }
    if (policy != NULL && policy->stamps != NULL) {
        at = copy(at, policy->stamps, capacity * sizeof(unsigned), is_save);
    }
    if (world->herds[p] != NULL) {
        at = copy(at, world->herds[p]->kin, capacity * sizeof(struct hutch_kin), is_save);
    }
    if (pool->slots != NULL && (world->values != 0 || HUTCH_CFG_CHECK >= 2)) {
        at = copy(at, pool->slots, capacity * pool->stride_bytes, is_save);
    }
#if HUTCH_CFG_CHECK >= 2
    at = copy(at, pool->debug, sizeof *pool->debug, is_save);
#endif
#if HUTCH_CFG_STATS
    static const struct hutch_stats none = {0};
    *pool->stats = is_save ? *pool->stats : none;
#endif
    return at;
}

unsigned real_save(const struct world *its_world, unsigned char *bytes)
{
    unsigned char *at = bytes;
    world = its_world;
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        at = copy_pool(at, p, true);
    }
    return (unsigned)(at - bytes);
}

void real_load(const struct world *its_world, const unsigned char *bytes)
{
    unsigned char *at = (unsigned char *)(uintptr_t)bytes; // is read only
    world = its_world;
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        at = copy_pool(at, p, false);
    }
}

void real_start(const struct world *its_world)
{
    static struct trace unread;
    world = its_world;
    trace = &unread;
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        const struct hutch_pool *const pool = world->pools[p];
        hutch_release_at_(pool, hutch_acquire_index_(pool)); // debug builds prepare a pool at its first use
        for (unsigned i = 0; i < pool->capacity && pool->slots != NULL && HUTCH_CFG_CHECK < 2; i++) {
            memset(pool->slots + i * pool->stride_bytes, 0, pool->stride_bytes);
        }
        memset(kept[p], 0, sizeof kept[p]);
    }
    trace = NULL;
}

void real_normalise(const struct world *its_world, const struct model *model)
{
    world = its_world;
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        const struct hutch_pool *const pool = world->pools[p];
        const struct hutch_policy *const policy = pool->options->policy;
        const struct known *const known = &model->pools[p];
        for (unsigned i = 0; pool->generations != NULL && i < pool->capacity; i++) {
            pool->generations[i] = world->first_generation;
            kept[p][i] =
                (known->marks[i] & KEPT) != 0 ? hutch_ref_make(pool, i, HUTCH_REF_TAG(pool)) : (hutch_ref_t)0;
            if ((known->marks[i] & STALE) != 0) {
                pool->generations[i] = hutch_generation_next(pool->generations[i], pool->ref_low_bits);
            }
        }
        if (world->herds[p] != NULL) {
            families_real_normalise(world, p, model);
        }
        if (policy != NULL) {
            policy->state->released = world->first_count;
            policy->state->acquired = world->first_count + known->live;
        }
        for (unsigned i = 0; policy != NULL && policy->stamps != NULL && i < pool->capacity; i++) {
            policy->stamps[i] = 0x5A5A5A5Au; // of free slots
        }
        for (unsigned i = 0; policy != NULL && policy->stamps != NULL && i < known->live; i++) {
            policy->stamps[known->order[i]] = world->first_count + i + 1u;
        }
    }
}

// ------------------------------------------------------------------------------------------------- the calls

static const struct verbs generic_verbs = {
    hutch_acquire,     hutch_acquire_urgent_, hutch_claim_, hutch_release,       hutch_release_at_,
    hutch_release_if_, hutch_clear,           hutch_spawn_, hutch_spawn_urgent_, hutch_despawn_};

static void make(const struct move *move);

// Returns the pool and the slot of an object, as one number.
unsigned real_number_of(const void *object)
{
    for (unsigned p = 0; object != NULL && p < POOLS_MAX && world->pools[p] != NULL; p++) {
        for (unsigned i = 0; world->pools[p]->slots != NULL && i < world->pools[p]->capacity; i++) {
            if (object == world->pools[p]->slots + i * world->pools[p]->stride_bytes) {
                return p << 8 | i;
            }
        }
    }
    return HUTCH_NONE;
}

static unsigned number_of_pool(const struct hutch_pool *pool)
{
    return pool == world->pools[0] ? 0 : pool == world->pools[1] ? 1 : 15;
}

void real_call_back(enum from from, unsigned number)
{
    trace_add(trace, EVENT_CALLBACK, from, number);
    if (++trace->callbacks == trace->nested_at) {
        make(&trace->nested);
    }
}

static void call_back_hidden(enum from from, const void *object)
{
    const unsigned number = real_number_of(object);
    laws_broken[LAW_HOOK_SEES_HIDDEN] +=
        number == HUTCH_NONE || hutch_is_live(world->pools[number >> 8], object);
    real_call_back(from, number);
}

void real_construct(void *object)
{
    call_back_hidden(FROM_CONSTRUCT, object);
}

void real_spawn(void *object, const void *args)
{
    CHECK(args == world);
    call_back_hidden(FROM_SPAWN, object);
}

void real_despawn(void *object)
{
    call_back_hidden(FROM_DESPAWN, object);
}

void real_room(const struct hutch_pool *pool)
{
    real_call_back(FROM_ROOM, number_of_pool(pool) << 8 | hutch_available(pool));
}

void real_low(const struct hutch_pool *pool)
{
    real_call_back(FROM_LOW, number_of_pool(pool) << 8 | hutch_available(pool));
}

unsigned real_choose(const struct hutch_pool *pool)
{
    real_call_back(FROM_EVICT, number_of_pool(pool) << 8);
    return trace->move.victim != 255 ? trace->move.victim : HUTCH_NONE;
}

bool real_test(const void *object, void *context)
{
    const unsigned number = real_number_of(object);
    real_call_back(FROM_TEST, number);
    return (*(const unsigned *)context >> (number & 255u) & 1u) != 0;
}

struct unit_faults unit_faults; // of a fault outside of a call
unsigned unit_faults_forget(void)
{
    const unsigned count = unit_faults.count;
    unit_faults.count = 0;
    return count;
}

void hutch_on_fault(const struct hutch_fault *fault)
{
    unsigned p = 0;
    unit_faults.count += trace == NULL;
    while (trace != NULL && p < POOLS_MAX && world->pools[p] != NULL &&
           fault->pool != world->pools[p]->identity->name) {
        p++;
    }
    if (trace != NULL) {
        trace_add(trace, EVENT_FAULT, fault->code, p << 8 | (HUTCH_CFG_CHECK < 2 ? fault->index & 255u : 0));
    }
}

static const void *address_of(unsigned p, unsigned place)
{
    const struct hutch_pool *const pool = world->pools[p];
    return place >= PLACE_OTHER    ? address_of(1 - p, place - PLACE_OTHER)
           : place == PLACE_NULL   ? NULL
           : place == PLACE_INSIDE ? (const void *)(pool->slots + 1)
                                   : (const void *)((uintptr_t)pool->slots + place * pool->stride_bytes);
}

// A new object gets its value.
static unsigned with_value(void *object, unsigned value)
{
    if (object != NULL && world->values != 0) {
        ((struct thing *)object)->value = (uint8_t)value;
    }
    return real_number_of(object);
}

static unsigned result_by_number(const struct hutch_pool *pool, const struct move *move)
{
    switch ((enum call)move->call) {
    case CALL_ACQUIRE:
        return hutch_acquire_index_(pool);
    case CALL_ACQUIRE_URGENT:
        return hutch_acquire_urgent_index_(pool);
    case CALL_CLAIM:
        return hutch_claim_index_(pool, move->a) ? move->a : HUTCH_NONE;
    case CALL_ACQUIRE_RUN:
        return hutch_acquire_run_index_(pool, move->a);
    default:
        return 0;
    }
}

static unsigned keep_ref(unsigned p, unsigned slot)
{
    const hutch_ref_t ref = hutch_ref(world->pools[p], address_of(p, slot));
    kept[p][slot] = ref != 0 ? ref : kept[p][slot];
    return ref != 0;
}

static unsigned result_of(const struct move *move)
{
    const struct hutch_pool *const pool = world->pools[move->pool];
    const struct verbs *const typed = world->verbs[move->pool], *const verbs =
                                                                    typed != NULL ? typed : &generic_verbs;
    const unsigned a = move->a, b = move->b, p = move->pool;
    unsigned goes = a;
    if (pool->slots == NULL && move->call <= CALL_ACQUIRE_RUN) {
        return result_by_number(pool, move);
    }
    switch ((enum call)move->call) {
    case CALL_ACQUIRE:
        return with_value(verbs->acquire(pool), b);
    case CALL_ACQUIRE_URGENT:
        return with_value(verbs->acquire_urgent(pool), b);
    case CALL_SPAWN:
        return with_value(verbs->spawn(pool, world), b);
    case CALL_SPAWN_URGENT:
        return with_value(verbs->spawn_urgent(pool, world), b);
    case CALL_CLAIM:
        return real_number_of(verbs->claim(pool, a));
    case CALL_ADOPT:
        return hutch_adopt(pool, a);
    case CALL_ACQUIRE_RUN:
        return real_number_of(hutch_acquire_run_(pool, a));
    case CALL_PRESPAWN:
        return hutch_prespawn_(pool, a);
    case CALL_BEGIN:
        return hutch_create_begin(pool);
    case CALL_END:
        hutch_create_end(pool, a);
        return 1;
    case CALL_UNDO:
        hutch_create_undo(pool, a);
        return 1;
    case CALL_PERSIST:
        return hutch_persist_(pool, address_of(p, a), b != 0);
    case CALL_RELEASE:
        return verbs->release(pool, address_of(p, a));
    case CALL_DESPAWN:
        return verbs->despawn(pool, address_of(p, a));
    case CALL_RELEASE_AT:
        return verbs->release_at(pool, a);
    case CALL_RELEASE_RUN:
        return hutch_release_run_(pool, address_of(p, a), b);
    case CALL_RELEASE_RUN_AT:
        return hutch_release_run_at_(pool, a, b);
    case CALL_RELEASE_IF:
        return verbs->release_if(pool, real_test, &goes);
    case CALL_CLEAR:
        verbs->clear(pool);
        return 1;
    case CALL_KEEP_REF:
        return keep_ref(p, a);
    case CALL_RELEASE_REF:
        return hutch_release_ref(pool, kept[p][a]);
    case CALL_MAKE:
    case CALL_ADOPT_PREFAB:
    case CALL_PRESPAWN_PREFAB:
    case CALL_ADD_COMPONENT:
    case CALL_ATTACH:
        return families_real(world, move);
    case CALL_RESET:
        return hutch_scene_reset(world->scene);
    case CALL_LEAKS:
        return hutch_scene_check(world->scene);
    case CALLS_COUNT:
        break;
    }
    return 0;
}

static void make(const struct move *move)
{
    const unsigned result = result_of(move);
    trace_add(trace, EVENT_RESULT, move->call, result);
}

void real_call(const struct world *its_world, const struct move *move, struct trace *its_trace)
{
    world = its_world;
    trace = its_trace;
    make(move);
#if HUTCH_CFG_STATS
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        trace->refused[p] = world->pools[p]->stats->refused;
    }
#endif
    trace = NULL;
}

hutch_ref_t real_kept_ref(unsigned p, unsigned slot)
{
    return kept[p][slot];
}
