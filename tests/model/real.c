// SPDX-License-Identifier: MIT
// real.c - the pools themselves: what they keep, and the calls.

#include "model.h"
#include "verbs.h"

#include "hutch/prefab.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"

#if __STDC_HOSTED__
#    include <string.h>
#endif

static const struct world *world;
static struct trace *trace;
static const void *passed; // the address that the running call was given
static unsigned running;   // which call that is
static hutch_ref_t kept[POOLS_MAX][SLOTS_MAX];

// ---------------------------------------------------------------------------------------------- what is kept

static unsigned leaves_of(const struct hutch_pool *pool)
{
    return HUTCH_LEAF_WORDS((unsigned)pool->capacity);
}

#ifndef MODEL_BOUNDED
unsigned char *copy_bytes(unsigned char *at, void *memory, size_t count, bool is_save)
{
    memcpy(is_save ? at : memory, is_save ? memory : at, count);
    return at + count;
}

static unsigned char *copy_pool(unsigned char *at, unsigned p, bool is_save)
{
    const struct hutch_pool *const pool = world->pools[p];
    const struct hutch_policy *const policy = pool->options->policy;
    const unsigned capacity = pool->capacity;
    at = copy_bytes(at, pool->live, HUTCH_BITMAP_WORDS(capacity) * sizeof(hutch_word_t), is_save);
    if (pool->has_marks) {
        at = copy_bytes(at, pool->visible, pool->has_marks * leaves_of(pool) * sizeof(hutch_word_t), is_save);
    }
    if (pool->generations != NULL) {
        at = copy_bytes(at, pool->generations, capacity * sizeof(hutch_ref_t), is_save);
        at = copy_bytes(at, kept[p], capacity * sizeof(hutch_ref_t), is_save);
    }
    if (policy != NULL) {
        at = copy_bytes(at, policy->state, sizeof *policy->state, is_save);
    }
    if (policy != NULL && policy->stamps != NULL) {
        at = copy_bytes(at, policy->stamps, capacity * sizeof(unsigned), is_save);
    }
    if (world->herds[p] != NULL) {
        at = copy_bytes(at, world->herds[p]->kin, capacity * sizeof(struct hutch_kin), is_save);
    }
    if (pool->slots != NULL && (world->values != 0 || HUTCH_CFG_CHECK >= 2)) {
        at = copy_bytes(at, pool->slots, capacity * pool->stride_bytes, is_save);
    }
#    if HUTCH_CFG_CHECK >= 2
    at = copy_bytes(at, pool->debug, sizeof *pool->debug, is_save);
#    endif
    return at;
}

unsigned char *real_copy(const struct world *its_world, unsigned char *at, bool is_save)
{
    world = its_world;
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        at = copy_pool(at, p, is_save);
    }
    return at;
}
#endif

void real_start(const struct world *its_world)
{
    static const struct move nothing;
    world = its_world;
    trace = trace_begin(&nothing); // which nobody reads
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        const struct hutch_pool *const pool = world->pools[p];
        hutch_release_at_(pool, hutch_acquire_index_(pool)); // debug builds prepare a pool at its first use
        hutch_clear(pool);
        for (size_t i = 0;
             pool->slots != NULL && HUTCH_CFG_CHECK < 2 && i < pool->capacity * pool->stride_bytes; i++) {
            pool->slots[i] = 0;
        }
        for (unsigned k = 0; pool->has_marks > HUTCH_MARK_CONSTRUCTED && k < leaves_of(pool); k++) {
            HUTCH_MARK_WORDS(pool, HUTCH_MARK_CONSTRUCTED)[k] = 0;
        }
        for (unsigned i = 0; i < SLOTS_MAX; i++) {
            kept[p][i] = 0;
        }
#if HUTCH_CFG_STATS
        static const struct hutch_stats none = {0};
        *pool->stats = none;
#endif
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
        if (MODEL_IS_RICH && world->herds[p] != NULL) {
            families_real_normalise(world, p, model);
        }
        if (MODEL_IS_RICH && policy != NULL) {
            policy->state->released = world->first_count;
            policy->state->acquired = known->turn;
        }
        for (unsigned i = 0; MODEL_IS_RICH && policy != NULL && policy->stamps != NULL && i < pool->capacity;
             i++) {
            policy->stamps[i] = (known->marks[i] & LIVE) != 0 ? known->stamps[i] : 0x5A5Au;
        }
    }
}

// ------------------------------------------------------------------------------------------------- the calls

static void walk(const struct hutch_pool *pool)
{
    HUTCH_FOREACH_IN (const void, object, pool) {
        if (!real_visit(object)) {
            break;
        }
    }
}

static unsigned release_if(const struct hutch_pool *pool, unsigned *goes)
{
    return hutch_release_if_(pool, real_test, goes);
}

static const struct verbs generic_verbs = {hutch_acquire,
                                           RICH(hutch_acquire_urgent_),
                                           hutch_claim_,
                                           hutch_release,
                                           hutch_release_at_,
                                           release_if,
                                           hutch_clear,
                                           hutch_acquire_run_,
                                           hutch_release_run_,
                                           hutch_live,
                                           hutch_at,
                                           hutch_is_live_at,
                                           walk,
                                           hutch_ref,
                                           hutch_deref,
                                           hutch_release_ref,
                                           hutch_spawn_,
                                           RICH(hutch_spawn_urgent_),
                                           hutch_despawn_};

const struct verbs *verbs_of(const struct world *its_world, unsigned p)
{
    return its_world->verbs[p] != NULL ? its_world->verbs[p] : &generic_verbs;
}

static void make(const struct move *move);

// Returns the pool and the slot of an object, as one number.
unsigned real_number_of(const void *object)
{
    for (unsigned p = 0; object != NULL && p < POOLS_MAX && world->pools[p] != NULL; p++) {
        const size_t stride = world->pools[p]->stride_bytes;
        const size_t offset = (uintptr_t)object - (uintptr_t)world->pools[p]->slots;
        if (world->pools[p]->slots != NULL && offset < world->pools[p]->capacity * stride &&
            offset % stride == 0) {
            return number_of(p, (unsigned)(offset / stride));
        }
    }
    return HUTCH_NONE;
}

void real_call_back(enum from from, unsigned number)
{
    const void *const its_passed = passed;
    const unsigned its_call = running;
    if (trace != NULL && trace_call_back(trace, from, number)) {
        make(&trace->nested);
        trace->is_nested = false;
        passed = its_passed;
        running = its_call;
    }
}

static void call_back_hidden(enum from from, const void *object)
{
    const unsigned number = real_number_of(object);
    must(number != HUTCH_NONE && !hutch_is_live(world->pools[pool_of(number)], object),
         LAW_hook_sees_an_object_that_is_hidden);
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

static unsigned number_in(const struct hutch_pool *pool, unsigned slot)
{
    return pool == world->pools[0]                                ? number_of(0, slot)
           : POOLS_MAX > 1 && pool == world->pools[POOLS_MAX - 1] ? number_of(1, slot)
                                                                  : HUTCH_NONE;
}

void real_room(const struct hutch_pool *pool)
{
    real_call_back(FROM_ROOM, number_in(pool, hutch_available(pool)));
}

void real_low(const struct hutch_pool *pool)
{
    real_call_back(FROM_LOW, number_in(pool, hutch_available(pool)));
}

unsigned real_choose(const struct hutch_pool *pool)
{
    real_call_back(FROM_EVICT, number_in(pool, 0));
    return trace->move.victim != NOBODY ? trace->move.victim : HUTCH_NONE;
}

bool real_test(const void *object, void *context)
{
    const unsigned number = real_number_of(object);
    real_call_back(FROM_TEST, number);
    return (*(const unsigned *)context >> slot_of(number) % 8u & 1u) != 0;
}

// A wrong walk may have no end.
bool real_visit(const void *object)
{
    real_call_back(FROM_VISIT, real_number_of(object));
    return trace->callbacks <= 4u * SLOTS_MAX;
}

struct unit_faults unit_faults; // of a fault outside of a call
unsigned unit_faults_forget(void)
{
    const unsigned count = unit_faults.count;
    unit_faults.count = 0;
    return count;
}

// What was passed as an address is reported as one, what was passed as a number is not.
static bool is_address_right(const struct hutch_fault *fault)
{
    const unsigned code = fault->code;
    const bool is_number = code == HUTCH_FAULT_BAD_INDEX || code == HUTCH_FAULT_BAD_RUN ||
                           code == HUTCH_FAULT_NULL_REF || code == HUTCH_FAULT_STALE_RELEASE ||
                           code == HUTCH_FAULT_PRESPAWN || code == HUTCH_FAULT_LEAK ||
                           code == HUTCH_FAULT_ANCESTOR || running == CALL_RELEASE_AT;
    return is_number ? fault->address == NULL
                     : fault->address == passed || real_number_of(fault->address) != HUTCH_NONE;
}

void hutch_on_fault(const struct hutch_fault *fault)
{
    unsigned p = 0, slot = 0;
    if (trace == NULL) {
        unit_faults.count++;
        return;
    }
    must(HUTCH_CFG_CHECK >= 2 || is_address_right(fault), LAW_fault_names_the_address_that_was_passed);
#if HUTCH_CFG_NAMES
    while (p < POOLS_MAX && world->pools[p] != NULL && fault->pool != world->pools[p]->identity->name) {
        p++;
    }
    slot = fault->index;
#endif
    trace_fault(trace, fault->code, p, slot);
}

static const void *address_of(unsigned p, const struct move *move)
{
    const bool is_others = POOLS_MAX > 1 && move->a >= PLACE_OTHER && move->a < PLACE_NULL;
    const struct hutch_pool *const pool = world->pools[is_others ? 1 - p : p];
    const uintptr_t place = is_others ? (uintptr_t)move->a - PLACE_OTHER : move->a;
    return move->a == PLACE_NULL
               ? NULL
               : (const void *)((uintptr_t)pool->slots + place * pool->stride_bytes + move->inside);
}

// A new object gets its value.
static unsigned with_value(void *object, unsigned value)
{
    if (object != NULL && world->values != 0) {
        ((struct thing *)object)->value = (uint8_t)value;
    }
    return real_number_of(object);
}

// Of a pool of numbers.
static unsigned result_by_number(const struct hutch_pool *pool, const struct move *move)
{
    switch ((enum call)move->call) {
    case CALL_ACQUIRE:
        return hutch_acquire_index_(pool);
    case CALL_ACQUIRE_URGENT:
        return hutch_acquire_urgent_index_(pool);
    case CALL_CLAIM:
        return hutch_claim_index_(pool, move->a) ? move->a : HUTCH_NONE;
    case CALL_ADOPT:
        return hutch_adopt(pool, move->a);
    case CALL_ACQUIRE_RUN:
        return hutch_acquire_run_index_(pool, move->a);
    default:
        return 0;
    }
}

static unsigned keep_ref(unsigned p, unsigned slot)
{
    const hutch_ref_t ref = verbs_of(world, p)->ref(world->pools[p], passed);
    kept[p][slot] = ref != 0 ? ref : kept[p][slot];
    return ref != 0;
}

static const struct hutch_scene *scene(void)
{
    static struct hutch_scene scene;
    scene.pools = world->pools;
    scene.length = MODEL_IS_RICH && world->pools[POOLS_MAX - 1] != NULL ? 2 : 1;
    return &scene;
}

#ifndef MODEL_BOUNDED
static unsigned result_of_rich(const struct move *move)
{
    const struct hutch_pool *const pool = world->pools[move->pool];
    const struct verbs *const verbs = verbs_of(world, move->pool);
    switch ((enum call)move->call) {
    case CALL_ACQUIRE_URGENT:
        return with_value(verbs->acquire_urgent(pool), move->b);
    case CALL_SPAWN_URGENT:
        return with_value(verbs->spawn_urgent(pool, world), move->b);
    case CALL_ADOPT:
        return hutch_adopt(pool, move->a);
    case CALL_PRESPAWN:
        return hutch_prespawn_(pool, move->a);
    case CALL_BEGIN:
        return number_in(pool, hutch_create_begin(pool));
    case CALL_END:
        hutch_create_end(pool, move->a);
        return 1;
    case CALL_UNDO:
        hutch_create_undo(pool, move->a);
        return 1;
    case CALL_LEAKS:
        return hutch_scene_check(scene());
    default:
        return families_real(world, move, (void *)(uintptr_t)passed);
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
    const struct hutch_pool *const pool = world->pools[move->pool];
    const struct verbs *const verbs = verbs_of(world, move->pool);
    const unsigned a = move->a, b = move->b, p = move->pool;
    unsigned goes = a;
    running = move->call;
    passed = address_of(p, move);
    if (MODEL_IS_RICH && pool->slots == NULL && move->call <= CALL_ACQUIRE_RUN) {
        return result_by_number(pool, move);
    }
    switch ((enum call)move->call) {
    case CALL_ACQUIRE:
        return with_value(verbs->acquire(pool), b);
    case CALL_SPAWN:
        return with_value(verbs->spawn(pool, world), b);
    case CALL_CLAIM:
        return real_number_of(verbs->claim(pool, a));
    case CALL_ACQUIRE_RUN:
        return real_number_of(verbs->acquire_run(pool, a));
    case CALL_PERSIST:
        return hutch_persist_(pool, passed, b != 0);
    case CALL_RELEASE:
        return verbs->release(pool, passed);
    case CALL_DESPAWN:
        return verbs->despawn(pool, passed);
    case CALL_RELEASE_AT:
        return verbs->release_at(pool, a);
    case CALL_RELEASE_RUN:
        return verbs->release_run(pool, passed, b);
    case CALL_RELEASE_RUN_AT:
        return hutch_release_run_at_(pool, a, b);
    case CALL_RELEASE_IF:
        return verbs->release_if(pool, &goes);
    case CALL_WALK:
        verbs->walk(pool);
        return 0;
    case CALL_CLEAR:
        verbs->clear(pool);
        return 1;
    case CALL_KEEP_REF:
        return keep_ref(p, a);
    case CALL_RELEASE_REF:
        return verbs->release_ref(pool, kept[p][a]);
    case CALL_RESET:
        return hutch_scene_reset(scene());
    default:
        return result_of_rich(move);
    }
}

static void make(const struct move *move)
{
    trace->result = result_of(move);
    trace_add(trace, EVENT_RESULT, move->call, trace->result);
}

void real_call(const struct world *its_world, const struct move *move, struct trace *its_trace)
{
    world = its_world;
    trace = its_trace;
#if HUTCH_CFG_STATS
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        trace->refused[p] = 0u - world->pools[p]->stats->refused;
    }
#endif
    make(move);
#if HUTCH_CFG_STATS
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        trace->refused[p] += world->pools[p]->stats->refused;
    }
#endif
    trace = NULL;
}

hutch_ref_t real_kept_ref(unsigned p, unsigned slot)
{
    return kept[p][slot];
}

void real_forget_ref(unsigned p, unsigned slot)
{
    kept[p][slot] = 0;
}
