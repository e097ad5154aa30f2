// SPDX-License-Identifier: MIT
// moves.c - the calls: each with every argument that a caller might pass; by chance; one on pools and model.

#include "model.h"

// ------------------------------------------------------------------------------------------------ the trace

static const struct world *world;
static struct trace got;
struct world subject_world;
struct model subject_model;

static void zero(void *memory, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ((unsigned char *)memory)[i] = 0;
    }
}

struct trace *trace_begin(const struct move *move)
{
    zero(&got, sizeof got);
    got.move = *move;
    return &got;
}

void trace_add(struct trace *trace, unsigned kind, unsigned code, unsigned number)
{
    const uint32_t event = (uint32_t)kind << 24 | (uint32_t)code << 16 | (number & 0xFFFFu);
    if (trace->length < EVENTS_SHOWN) {
        trace->events[trace->length] = event;
    }
    trace->hash = (trace->hash ^ event) * 16777619u; // FNV's prime
    trace->length++;
}

void trace_fault(struct trace *trace, unsigned code, unsigned p, unsigned slot)
{
    const bool is_bare_pointer = code == HUTCH_FAULT_NULL_POINTER || code == HUTCH_FAULT_MISALIGNED;
    trace_add(trace, EVENT_FAULT, !HUTCH_CFG_NAMES && is_bare_pointer ? (unsigned)HUTCH_FAULT_FOREIGN : code,
              !HUTCH_CFG_NAMES ? 0 : number_of(p, HUTCH_CFG_CHECK < 2 ? slot : 0));
}

// By chance mostly nothing: else a release or an acquire, often of the slot that is called back about.
static bool chooses_nested(struct trace *trace, unsigned number)
{
    static const uint8_t calls[] = {CALL_RELEASE_AT, CALL_ACQUIRE, CALL_CLAIM,   CALL_RELEASE_AT,
                                    CALL_KEEP_REF,   CALL_DESPAWN, CALL_RELEASE, CALL_RELEASE_AT};
    const unsigned roll = (unsigned)(unit_random(&trace->dice) >> 8);
    if (roll % 4 != 0) {
        return false;
    }
    trace->nested = trace->move;
    trace->nested.call = calls[roll / 4 % 8];
    trace->nested.inside = 0;
    trace->nested.b = 0;
    trace->nested.pool = (uint8_t)(number == HUTCH_NONE ? 0 : pool_of(number));
    trace->nested.a = (uint16_t)(roll / 32 % 2 != 0 ? slot_of(number) : trace->nested_at);
    if (MODEL_IS_RICH && world->pools[POOLS_MAX - 1] != NULL &&
        trace->nested.a >= world->pools[0]->capacity) {
        return false; // past the end is the other pool
    }
    return (world->calls & ON(trace->nested.call)) != 0 &&
           (trace->nested.call != CALL_KEEP_REF ||
            (world->pools[trace->nested.pool]->generations != NULL &&
             trace->nested.a < world->pools[trace->nested.pool]->capacity));
}

bool trace_call_back(struct trace *trace, enum from from, unsigned number)
{
    trace_add(trace, EVENT_CALLBACK, from, number);
    trace->callbacks++;
    if (!trace->is_nested) {
        trace->is_nested =
            trace->dice != 0 ? chooses_nested(trace, number) : trace->callbacks == trace->nested_at;
        return trace->is_nested;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------ all moves

static void (*pass_on)(const struct move *move);

static void add_inside(enum call call, unsigned p, unsigned a, unsigned b, unsigned inside)
{
    const bool chooses = MODEL_IS_RICH && world->evicts[p] == EVICTS_CHOSEN && call <= CALL_SPAWN_URGENT;
    const unsigned capacity = world->pools[p]->capacity;
    struct move move;
    move.call = (uint8_t)call;
    move.pool = (uint8_t)p;
    move.inside = (uint8_t)inside;
    move.a = (uint16_t)a;
    move.b = (uint16_t)b;
    for (unsigned victim = 0; victim <= (chooses ? capacity + 1 : 0); victim++) { // the last two are no slots
        move.victim = (uint16_t)(victim > capacity ? NOBODY : victim);
        pass_on(&move);
    }
}

static void add(enum call call, unsigned p, unsigned a, unsigned b)
{
    add_inside(call, p, a, b, 0);
}

// Each slot, past the end, inside a slot, NULL, and the slots of the other pool.
static void add_places(enum call call, unsigned p, unsigned b)
{
    const unsigned capacity = world->pools[p]->capacity;
    for (unsigned a = 0; a <= capacity; a++) {
        add(call, p, a, b);
    }
    if (world->pools[p]->stride_bytes > 1) {
        add_inside(call, p, 0, b, 1);
    }
    add(call, p, PLACE_NULL, b);
#if !defined(MODEL_BOUNDED)
    const struct hutch_pool *const other = world->pools[1 - p];
    for (unsigned a = 0; other != NULL && a < other->capacity; a++) {
        add(call, p, PLACE_OTHER + a, b);
    }
#endif
}

static void add_call(enum call call, unsigned p)
{
    const unsigned capacity = world->pools[p]->capacity;
    const unsigned values = world->values != 0 ? world->values : 1;
    if (call <= CALL_SPAWN_URGENT) {
        for (unsigned value = 0; value < values; value++) {
            add(call, p, 0, value);
        }
    } else if (call == CALL_BEGIN) {
        if (HUTCH_HAS_HOOKS(world->pools[p])) { // others have nothing hidden
            add(call, p, 0, 0);
        }
    } else if (call == CALL_CLEAR || call == CALL_WALK || call >= CALL_RESET) {
        add(call, p, 0, 0);
    } else if (call >= CALL_MAKE) {
#if !defined(MODEL_BOUNDED)
        families_add_moves(world, call, p, add);
#endif
    } else if (call == CALL_RELEASE_IF) {
        for (unsigned a = 0; a < 1u << capacity && a<256; a += capacity> 5 ? 51 : 1) { // all subsets, if few
            add(call, p, a, 0);
        }
    } else if (call == CALL_RELEASE || call == CALL_DESPAWN) {
        add_places(call, p, 0);
    } else if (call == CALL_PERSIST) {
        add_places(call, p, 0);
        add_places(call, p, 1);
    } else if (call == CALL_RELEASE_RUN || call == CALL_RELEASE_RUN_AT) {
        for (unsigned a = 0; a < capacity; a++) {
            for (unsigned length = 0; length <= capacity - a + 1; length++) {
                add(call, p, a, length);
            }
        }
        add(call, p, capacity, 1);
        if (call == CALL_RELEASE_RUN) {
            add_inside(call, p, 0, 1, world->pools[p]->stride_bytes > 1);
            add(call, p, PLACE_NULL, 1);
        }
    } else {
        const bool is_slot = call == CALL_END || call == CALL_UNDO || call >= CALL_KEEP_REF;
        for (unsigned a = 0; a < capacity + (is_slot ? 0 : 2); a++) {
            add(call, p, a, 0);
        }
    }
}

void moves_list(const struct world *its_world, void (*its_pass_on)(const struct move *move))
{
    world = its_world;
    pass_on = its_pass_on;
    for (unsigned call = 0; call < CALLS_COUNT; call++) {
        for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
            if ((world->calls & ON(call)) != 0 && (call < CALL_RESET || p == 0)) {
                add_call((enum call)call, p);
            }
        }
    }
}

bool move_is_allowed(const struct model *model, const struct move *move)
{
    return (move->call != CALL_END && move->call != CALL_UNDO) ||
           (model->pools[move->pool].marks[move->a] & BEGUN) != 0;
}

// ------------------------------------------------------------------------------------------- pools and model

static const char *const call_names[CALLS_COUNT] = {"acquire",
                                                    "acquire_urgent",
                                                    "spawn",
                                                    "spawn_urgent",
                                                    "claim",
                                                    "adopt",
                                                    "run",
                                                    "prespawn",
                                                    "create",
                                                    "create_end",
                                                    "undo",
                                                    "persist",
                                                    "release",
                                                    "despawn",
                                                    "release_at",
                                                    "release_run",
                                                    "release_run_at",
                                                    "release_if",
                                                    "walk",
                                                    "clear",
                                                    "ref",
                                                    "release_ref",
                                                    "spawn_prefab",
                                                    "adopt_prefab",
                                                    "prespawn_prefab",
                                                    "add_component",
                                                    "attach",
                                                    "scene_reset",
                                                    "scene_check"};

static void put(const char *before, unsigned long number)
{
    unit_put_text(before);
    unit_put_number(number);
}

void put_move(const char *before, const struct move *move)
{
    unit_put_text(before);
    if (MODEL_IS_RICH) {
        unit_put_text(call_names[move->call]);
    } else {
        put("call ", move->call);
    }
    put("(pool ", move->pool);
    put(", ", move->a);
    put(" + ", move->inside);
    put(", ", move->b);
    put(", victim ", move->victim);
    unit_put_text(")");
}

static void put_trace(const char *before, const struct trace *trace)
{
    static const char *const events[] = {"", " result ", " fault ", " callback "};
    unit_put_text(before);
    for (unsigned i = 0; i < trace->length && i < EVENTS_SHOWN; i++) {
        put(events[trace->events[i] >> 24], trace->events[i] >> 16 & 255u);
        put(":", trace->events[i] & 0xFFFFu);
    }
    unit_put_text("\n");
}

bool moves_agree(const struct world *its_world, struct model *model)
{
    static struct trace expected;
    world = its_world;
    expected = got;
    real_call(its_world, &expected.move, &got);
    model_call(its_world, model, &expected.move, &expected);
    bool is_right = got.length == expected.length && got.hash == expected.hash;
    for (unsigned p = 0; HUTCH_CFG_STATS && p < POOLS_MAX; p++) {
        is_right = is_right && got.refused[p] == expected.refused[p];
    }
    if (!is_right) {
        put_move("# ", &got.move);
        put(" is wrong, of a pool of ", its_world->pools[0]->capacity);
        put_trace(" slots\n# the pools:", &got);
        put_trace("# the model:", &expected);
    }
    return is_right;
}

// ------------------------------------------------------------------------------------------- the subjects

#ifndef MODEL_BOUNDED
static enum evicts evicts_of(const struct hutch_pool *pool)
{
    const struct hutch_policy *const policy = pool != NULL ? pool->options->policy : NULL;
    return policy == NULL || policy->evict == NULL ? EVICTS_NOTHING
           : policy->stamps != NULL                ? EVICTS_OLDEST
                                                   : EVICTS_CHOSEN;
}

// Which calls are made on it, and on what it spills to.
static void begin_rich(const struct subject *subject, struct world *its_world)
{
    const struct hutch_pool *const pool = subject->pool;
    const struct hutch_policy *const policy = pool->options->policy;
    its_world->calls |=
        ON(CALL_ACQUIRE_URGENT) | ON(CALL_SPAWN_URGENT) | ON(CALL_ADOPT) | ON(CALL_PRESPAWN) | ON(CALL_LEAKS);
    if (HUTCH_HAS_HOOKS(pool) && policy == NULL) { // as pools of hutch.hpp
        its_world->calls |= ON(CALL_BEGIN) | ON(CALL_END) | ON(CALL_UNDO);
    }
    if (pool->slots == NULL) {
        its_world->calls &= ON(CALL_ACQUIRE) | ON(CALL_ACQUIRE_URGENT) | ON(CALL_CLAIM) | ON(CALL_ADOPT) |
                            ON(CALL_ACQUIRE_RUN) | ON(CALL_RELEASE_AT) | ON(CALL_RELEASE_RUN_AT) |
                            ON(CALL_CLEAR) | ON(CALL_RESET);
    }
    its_world->pools[1] = policy != NULL ? policy->spill : NULL;
    its_world->herds[0] = subject->herd;
    for (unsigned i = 0; i < 2; i++) {
        its_world->prefabs[i] = subject->prefabs[i];
        its_world->evicts[i] = evicts_of(its_world->pools[i]);
    }
    if (subject->herd != NULL) {
        its_world->calls |= ON(CALL_MAKE) | ON(CALL_ADOPT_PREFAB) | ON(CALL_PRESPAWN_PREFAB) |
                            ON(CALL_ADD_COMPONENT) | ON(CALL_ATTACH);
    }
}
#endif

void subject_begin(const struct subject *subject, bool is_generic)
{
    struct world *const its_world = &subject_world;
    struct model *const model = &subject_model;
    const struct hutch_pool *const pool = subject->pool;
    zero(its_world, sizeof *its_world);
    zero(model, sizeof *model);
    its_world->pools[0] = pool;
    its_world->verbs[0] = is_generic ? NULL : subject->verbs;
    its_world->calls = ON(CALL_ACQUIRE) | ON(CALL_SPAWN) | ON(CALL_CLAIM) | ON(CALL_ACQUIRE_RUN) |
                       ON(CALL_PERSIST) | ON(CALL_RELEASE) | ON(CALL_DESPAWN) | ON(CALL_RELEASE_AT) |
                       ON(CALL_RELEASE_RUN) | ON(CALL_RELEASE_RUN_AT) | ON(CALL_RELEASE_IF) | ON(CALL_WALK) |
                       ON(CALL_CLEAR) | ON(CALL_RESET);
    if (pool->generations != NULL) {
        its_world->calls |= ON(CALL_KEEP_REF) | ON(CALL_RELEASE_REF);
        its_world->first_generation = (hutch_ref_t)(hutch_generation_unissued(pool->ref_low_bits) - 1u);
    }
#ifndef MODEL_BOUNDED
    begin_rich(subject, its_world);
#endif
    real_start(its_world);
    model_normalise(its_world, model);
    real_normalise(its_world, model);
}
