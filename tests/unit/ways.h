// SPDX-License-Identifier: MIT
// ways.h - what must hold for every way to get an object and every way to return it; the pools are in ways.c.
//
// A way is a row of a table. What holds for all ways is written once, in check_live, check_gone, check_pair
// and check_full. If you change what acquire or release does, add a line there: it fails for each way that
// the change missed.
#ifndef UNIT_WAYS_H
#define UNIT_WAYS_H

#include "unit.h"
#include "hutch/scene.h"

#ifndef UNIT_WAYS_SLOTS
#    define UNIT_WAYS_SLOTS 3
#endif
enum { slots = UNIT_WAYS_SLOTS, free_byte = 0xA5, own_byte = 0x5A, image_byte = 0x3C };
struct beast {
    uint8_t bytes[6];
};

// ------------------------------------------------------------------------------------------------ a way

typedef void *get_way(const struct hutch_pool *pool);
typedef bool put_way(const struct hutch_pool *pool, void *object);

// What a way needs of the pool; what a way in does; what a way out does; what is true of a pool.
enum { OBJECTS = 1, REFS = 2, HOOKS = 4 };
enum {
    SPAWNS = 1, // runs the spawn hook
    URGENT = 2, // may use the reserve
    NUMBER = 4, // returns a number, which is no other pool's
    FREE = 8,   // free slots only: nothing is evicted, nothing spilled
    OWN = 16,   // runs hooks of its own, which the pool does not name: a prefab's, a constructor
    IMAGE = 32  // copies the image of the prefab
};
enum {
    DESPAWNS = 1, // runs the despawn hook
    ALL = 2,      // releases all objects of the pool
    SPILLED = 4   // also an object that was spilled
};

enum {
    KEEPS_1 = 1, // a slot is for urgent callers
    TOUCHED = 2, // hooks write into the objects
    HERD = 4     // only objects with a prefab have a despawn hook
};

struct way_in {
    const char *name;
    get_way *get;
    uint8_t needs, does;
};
struct way_out {
    const char *name;
    put_way *put;
    uint8_t needs, does, code; // `code`: of the fault, the second time; 0: none
};
#ifdef UNIT_TERSE
#    define WAY_NAME(text) ""
#else
#    define WAY_NAME(text) text
#endif
#define IN(name, get, needs, does)       \
    {                                    \
        WAY_NAME(name), get, needs, does \
    }
#define OUT(name, put, needs, does, code)      \
    {                                          \
        WAY_NAME(name), put, needs, does, code \
    }
#define IN_END IN("", NULL, 0, 0)
#define OUT_END OUT("", NULL, 0, 0, 0)

// ---------------------------------------------------------------------------------------------- what holds

static struct {
    const struct hutch_pool *pool;
    const struct way_in *in, *told;
    const struct way_out *out;
    hutch_ref_t ref;
    unsigned peak, refused;
    unsigned is;                 // of the pool, see check_ways
    bool is_bare;                // nobody but the user writes into the slots
    unsigned spawned, despawned; // hooks
    unsigned acquired, released, traced_refused, traced_index;
    bool was_woken; // who waits for room in the pool
} now;

// Prints the name of a way in once: a line for every pair would be hundreds of lines.
static void holds(bool is_true, const char *file, unsigned line, const char *claim)
{
    unit_check(is_true, file, line, claim);
    if (!is_true && now.told != now.in) {
        now.told = now.in;
        unit_put_text("#   got by ");
        unit_put_text(now.in->name);
        unit_put_text(now.out != NULL ? ", returned by " : "");
        unit_put_text(now.out != NULL ? now.out->name : "");
        unit_put_text("\n");
    }
}
#define HOLDS(claim) holds((claim), UNIT_PLACE(#claim))

#ifdef WAYS_TRACED
void trace_told(unsigned event, const struct hutch_pool *pool, unsigned index);
void trace_told(unsigned event, const struct hutch_pool *pool, unsigned index)
{
    now.was_woken = now.was_woken || (event == HUTCH_TRACE_WAKE && pool == now.pool);
    now.acquired += event == HUTCH_TRACE_ACQUIRE;
    now.released += event == HUTCH_TRACE_RELEASE;
    now.traced_refused += event == HUTCH_TRACE_REFUSE;
    now.traced_index = event <= HUTCH_TRACE_RELEASE ? index : now.traced_index;
}
#    define TRACED(count, expected) HOLDS(now.count == (expected))
#else
#    define TRACED(count, expected) ((void)0)
#endif

#if HUTCH_CFG_WAIT
HUTCH_WAITERS(waiters); // of all pools that may be waited for
// As a task that waits leaves it.
#    define SOMEBODY_WAITS() (now.was_woken = false, waiters.waiting = hutch_port_wait_begin(&waiters.wake))
#    define CHECK_WOKEN(is_expected) \
        (TRACED(was_woken, now.pool->options->wait != NULL && (is_expected)), waiters.waiting = 0)
#else
#    define SOMEBODY_WAITS() ((void)0)
#    define CHECK_WOKEN(is_expected) ((void)0)
#endif

// Debug builds: a site is a return address in the function of a way, or just after it.
#if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_NOTES && HUTCH_GNU && !defined(__cplusplus)
enum { function_bytes = 2048 };
#    define NAMES(site, way) HOLDS((uintptr_t)(site) - ((uintptr_t)(way) & ~(uintptr_t)1) < function_bytes)
#else
#    define NAMES(site, way) ((void)0)
#endif

static uint8_t numbers[slots]; // whose addresses stand for the objects of a pool of numbers

static unsigned index_of(const struct hutch_pool *pool, const void *object)
{
    return object == NULL        ? HUTCH_NONE
           : pool->slots != NULL ? hutch_index(pool, object)
                                 : (unsigned)((const uint8_t *)object - numbers);
}

static void *object_at(const struct hutch_pool *pool, unsigned index)
{
    return index == HUTCH_NONE ? NULL : pool->slots != NULL ? hutch_at(pool, index) : &numbers[index];
}

static unsigned lowest_free(const struct hutch_pool *pool)
{
    unsigned index = 0;
    while (index < pool->capacity && hutch_is_live_at(pool, index)) {
        index++;
    }
    return index < pool->capacity ? index : 0;
}

static bool bytes_are(const void *object, unsigned value)
{
    unsigned others = 0;
    for (unsigned i = 0; i < sizeof(struct beast); i++) {
        others += ((const uint8_t *)object)[i] != value;
    }
    return others == 0;
}

// What is counted, in a pool with so many live objects.
static void check_counts(const struct hutch_pool *pool, unsigned live)
{
    unsigned visited = 0;
    for (unsigned i = hutch_next_index_(pool, 0); i != HUTCH_NONE; i = hutch_next_index_(pool, i + 1u)) {
        visited++;
    }
    HOLDS(visited == live);
    HOLDS(hutch_live(pool) == live);
    HOLDS(hutch_available(pool) == pool->capacity - live);
    HOLDS(hutch_check(pool));
    now.peak = live > now.peak ? live : now.peak;
#if HUTCH_CFG_STATS
    HOLDS(hutch_peak(pool) == now.peak);
    HOLDS(hutch_refused(pool) == now.refused);
#endif
#if HUTCH_CFG_STATS >= 2
    struct hutch_advice advice;
    hutch_sizing(pool, &advice);
    HOLDS(advice.peak == now.peak);
    HOLDS(advice.shortage == now.refused);
#endif
    TRACED(traced_refused, now.refused);
}

static void check_live(const struct hutch_pool *pool, const void *object, unsigned live)
{
    const unsigned index = index_of(pool, object);
    unsigned visits = 0;
    check_counts(pool, live);
    HOLDS(index < pool->capacity && hutch_is_live_at(pool, index));
    if (index >= pool->capacity || pool->slots == NULL) {
        return;
    }
    HUTCH_FOREACH_IN (const void, it, pool) {
        visits += it == object;
    }
    HOLDS(visits == 1);
    HOLDS(hutch_is_live(pool, object) && hutch_at(pool, index) == object);
    HOLDS(pool->generations == NULL || hutch_deref(pool, hutch_ref(pool, object)) == object);
}

static void check_gone(const struct hutch_pool *pool, const void *object, unsigned live)
{
    const unsigned index = index_of(pool, object);
    unsigned visits = 0;
    check_counts(pool, live);
    HOLDS(index < pool->capacity && !hutch_is_live_at(pool, index));
    if (pool->slots == NULL) {
        return;
    }
    HUTCH_FOREACH_IN (const void, it, pool) {
        visits += it == object;
    }
    HOLDS(visits == 0);
    HOLDS(!hutch_is_live(pool, object) && hutch_at(pool, index) == object);
    HOLDS(pool->generations == NULL || hutch_deref(pool, now.ref) == NULL);
    HOLDS(!now.is_bare || bytes_are(object, own_byte));
}

// --------------------------------------------------------------------------------------- ways of all pools

#define WAY_IN(function, call)                           \
    static void *function(const struct hutch_pool *pool) \
    {                                                    \
        (void)pool;                                      \
        return HUTCH_STAY_(call);                        \
    }
#define WAY_OUT(function, call)                                       \
    static bool function(const struct hutch_pool *pool, void *object) \
    {                                                                 \
        (void)pool;                                                   \
        (void)object;                                                 \
        return HUTCH_STAY_(call);                                     \
    }
// Releases whatever is live, which may be nothing.
#define WAY_OUT_OF_ALL(function, call)                                \
    static bool function(const struct hutch_pool *pool, void *object) \
    {                                                                 \
        const bool is_any = hutch_live(pool) != 0;                    \
        (void)object;                                                 \
        call;                                                         \
        return is_any;                                                \
    }

static bool is_it(const void *object, void *context)
{
    return object == context;
}

HUTCH_INLINE unsigned claim_lowest(const struct hutch_pool *pool)
{
    const unsigned index = lowest_free(pool);
    return hutch_claim_index_(pool, index) ? index : HUTCH_NONE;
}

// Adopts all slots up to the lowest free one. A full pool has none, which adopt does not count.
HUTCH_INLINE void *adopt_lowest(const struct hutch_pool *pool)
{
    const unsigned index = lowest_free(pool);
    return hutch_adopt(pool, index + 1u) == 1 ? hutch_at(pool, index) : hutch_claim_(pool, index);
}

HUTCH_INLINE unsigned reset_scene(const struct hutch_pool *pool)
{
    const struct hutch_pool *pools[1];
    struct hutch_scene scene = {pools, 1};
    pools[0] = pool;
    return hutch_scene_reset(&scene);
}

WAY_IN(by_acquire, hutch_acquire(pool))
WAY_IN(by_urgent, hutch_acquire_urgent_(pool))
WAY_IN(by_index, object_at(pool, hutch_acquire_index_(pool)))
WAY_IN(by_urgent_index, object_at(pool, hutch_acquire_urgent_index_(pool)))
WAY_IN(by_claim, hutch_claim_(pool, lowest_free(pool)))
WAY_IN(by_claim_index, object_at(pool, claim_lowest(pool)))
WAY_IN(by_adopt, adopt_lowest(pool))
WAY_IN(by_run, hutch_acquire_run_(pool, 1))
WAY_IN(by_run_index, object_at(pool, hutch_acquire_run_index_(pool, 1)))
WAY_IN(by_spawn, hutch_spawn_(pool, NULL))
WAY_IN(by_spawn_urgent, hutch_spawn_urgent_(pool, NULL))
#if HUTCH_CFG_WAIT
WAY_IN(by_wait, hutch_acquire_wait(pool, 0, NULL))
WAY_IN(by_index_wait, object_at(pool, hutch_acquire_index_wait_(pool, 0, NULL)))
#endif

static const struct way_in ins_of_all[] = {
    IN("hutch_acquire", by_acquire, OBJECTS, 0),
    IN("hutch_acquire_urgent_", by_urgent, OBJECTS, URGENT),
    IN("hutch_acquire_index_", by_index, 0, NUMBER),
    IN("hutch_acquire_urgent_index_", by_urgent_index, 0, NUMBER | URGENT),
    IN("hutch_claim_", by_claim, OBJECTS, FREE | URGENT),
    IN("hutch_claim_index_", by_claim_index, 0, NUMBER | FREE | URGENT),
    IN("hutch_adopt", by_adopt, OBJECTS, FREE | URGENT),
    IN("hutch_acquire_run_", by_run, OBJECTS, FREE | URGENT),
    IN("hutch_acquire_run_index_", by_run_index, 0, NUMBER | FREE | URGENT),
    IN("hutch_spawn_", by_spawn, OBJECTS | HOOKS, SPAWNS),
    IN("hutch_spawn_urgent_", by_spawn_urgent, OBJECTS | HOOKS, SPAWNS | URGENT),
#if HUTCH_CFG_WAIT
    IN("hutch_acquire_wait", by_wait, OBJECTS, NUMBER),
    IN("hutch_acquire_index_wait_", by_index_wait, 0, NUMBER),
#endif
    IN_END,
};

WAY_OUT(to_release, hutch_release(pool, object))
WAY_OUT(to_release_at, hutch_release_at_(pool, index_of(pool, object)))
WAY_OUT(to_release_ref, hutch_release_ref(pool, now.ref))
WAY_OUT(to_release_run, hutch_release_run_(pool, object, 1))
WAY_OUT(to_release_run_at, hutch_release_run_at_(pool, index_of(pool, object), 1))
WAY_OUT(to_release_if, hutch_release_if_(pool, is_it, object) == 1)
WAY_OUT_OF_ALL(to_clear, hutch_clear(pool))
WAY_OUT(to_scene_reset, reset_scene(pool) != 0)
WAY_OUT(to_despawn, hutch_despawn_(pool, object))
// In a program that does not list the pool it is a despawn.
WAY_OUT(to_despawn_any,
        hutch_owner(object) == pool ? hutch_despawn_any(object) : hutch_despawn_(pool, object))

static const struct way_out outs_of_all[] = {
    OUT("hutch_release", to_release, OBJECTS, SPILLED, HUTCH_FAULT_DOUBLE_RELEASE),
    OUT("hutch_release_at_", to_release_at, 0, 0, HUTCH_FAULT_DOUBLE_RELEASE),
    OUT("hutch_release_ref", to_release_ref, REFS, 0, HUTCH_FAULT_STALE_RELEASE),
    OUT("hutch_release_run_", to_release_run, OBJECTS, 0, HUTCH_FAULT_BAD_RUN),
    OUT("hutch_release_run_at_", to_release_run_at, 0, 0, HUTCH_FAULT_BAD_RUN),
    OUT("hutch_release_if_", to_release_if, OBJECTS, DESPAWNS, 0),
    OUT("hutch_clear", to_clear, 0, ALL | DESPAWNS, 0),
    OUT("hutch_scene_reset", to_scene_reset, 0, ALL | DESPAWNS, 0),
    OUT("hutch_despawn_", to_despawn, OBJECTS | HOOKS, SPILLED | DESPAWNS, HUTCH_FAULT_DOUBLE_RELEASE),
    OUT("hutch_despawn_any", to_despawn_any, OBJECTS | HOOKS, DESPAWNS, HUTCH_FAULT_DOUBLE_RELEASE),
    OUT_END,
};

// -------------------------------------------------------------------------------------------- every pair

static bool pool_has(unsigned needs)
{
    return ((needs & OBJECTS) == 0 || now.pool->slots != NULL) &&
           ((needs & REFS) == 0 || (now.pool->slots != NULL && now.pool->generations != NULL)) &&
           ((needs & HOOKS) == 0 || HUTCH_HAS_HOOKS(now.pool));
}

// Resets the counts.
static void start(unsigned live)
{
    now.spawned = now.despawned = 0;
    now.acquired = now.released = now.traced_refused = 0;
    now.peak = live;
    now.refused = 0;
#if HUTCH_CFG_STATS
    hutch_stats_reset(now.pool);
#endif
}

static void write_bytes(void *object, uint8_t value)
{
    for (unsigned i = 0; i < sizeof(struct beast); i++) {
        ((uint8_t *)object)[i] = value;
    }
}

static bool is_hooked_in(void)
{
    return (now.in->does & SPAWNS) != 0 &&
           ((now.in->does & OWN) != 0 || now.pool->options->hooks->spawn != NULL);
}

// Returns how many despawn hooks the way out runs if it releases so many objects, of which only this one has
// a prefab.
static unsigned hooks_out(unsigned released)
{
    return (now.out->does & DESPAWNS) == 0 || !HUTCH_HAS_HOOKS(now.pool) ? 0u
           : (now.is & HERD) == 0                                        ? released
                                                                         : (now.in->does & OWN) != 0;
}

static void check_pair(void)
{
    const struct hutch_pool *const pool = now.pool;
    const bool is_all = (now.out->does & ALL) != 0;
    const unsigned others = pool->capacity - 2u, left = is_all ? 0 : others;
    hutch_clear(pool);
    void *const other = object_at(pool, hutch_acquire_index_(pool));
    while (hutch_live(pool) < others) {
        (void)hutch_acquire_index_(pool);
    }
    for (unsigned i = 0; now.is_bare && i < pool->capacity; i++) {
        write_bytes(hutch_at(pool, i), free_byte);
    }
    start(others);

    const unsigned lowest = lowest_free(pool);
    void *const object = now.in->get(pool);
    check_live(pool, object, others + 1u);
    if (index_of(pool, object) >= pool->capacity) {
        return;
    }
    NAMES(pool->notes[index_of(pool, object)].acquired_by, now.in->get);
    HOLDS(object != other && hutch_is_live_at(pool, index_of(pool, other)));
    HOLDS(!UNIT_LOWEST_FIRST(pool) || index_of(pool, object) == lowest);
    HOLDS(now.spawned == is_hooked_in());
    HOLDS((now.in->does & IMAGE) == 0 || bytes_are(object, image_byte));
    HOLDS(!now.is_bare || bytes_are(object, free_byte));
    if (now.is_bare) {
        write_bytes(object, own_byte);
    }
    TRACED(acquired, 1);
    TRACED(traced_index, index_of(pool, object));
    now.ref = pool_has(REFS) ? hutch_ref(pool, object) : 0;

    SOMEBODY_WAITS();
    HOLDS(now.out->put(pool, object));
    CHECK_WOKEN(true);
    NAMES(pool->notes[index_of(pool, object)].released_by, now.out->put);
    TRACED(traced_index, is_all ? now.traced_index : index_of(pool, object));
    check_gone(pool, object, left);
    HOLDS(hutch_is_live_at(pool, index_of(pool, other)) == !is_all);
    HOLDS(now.despawned == hooks_out(others + 1u - left));
    TRACED(released, others + 1u - left);

    CHECK_EQUAL(unit_faults.count, 0);
    SOMEBODY_WAITS();
    const bool is_done_again = now.out->put(pool, object);
    CHECK_WOKEN(now.out->code == 0 ? now.was_woken : is_done_again);
    HOLDS(HUTCH_CFG_CHECK == 0 || !is_done_again);
    HOLDS(unit_faults.count == (now.out->code != 0 ? UNIT_REPORTED(1) : 0));
    HOLDS(unit_faults.count == 0 || unit_fault_is(&unit_faults.kept[0], pool->identity->name, now.out->code));
    if (unit_faults.count != 0) {
        NAMES(unit_faults.kept[0].caller, now.out->put);
    }
    unit_faults_forget();
    check_gone(pool, object, left);
    HOLDS(now.despawned == hooks_out(others + 1u - left));
    TRACED(released, others + 1u - left);
    TRACED(acquired, 1);

    HOLDS(hutch_claim_index_(pool, index_of(pool, object))); // the slot's next object
    HOLDS(!pool_has(REFS) || (hutch_deref(pool, now.ref) == NULL && hutch_ref(pool, object) != now.ref));
    hutch_clear(pool);
}

static void check_full(void)
{
    const struct hutch_pool *const pool = now.pool;
    const unsigned room = pool->capacity - ((now.in->does & URGENT) != 0 ? 0u : now.is & KEEPS_1);
    hutch_clear(pool);
    start(0);
    for (unsigned i = 0; i < room; i++) {
        check_live(pool, now.in->get(pool), i + 1);
    }
    HOLDS(now.in->get(pool) == NULL);
    now.refused = 1;
    check_counts(pool, room);
    CHECK_EQUAL(unit_faults.count, 0);
    HOLDS(now.spawned == (is_hooked_in() ? room : 0));
    TRACED(acquired, room);
    TRACED(released, 0);
    hutch_clear(pool);
}

static void check_ways_in(const struct way_in *ins, const struct way_out *outs)
{
    const struct way_out *const tables[] = {outs, outs_of_all};
    for (now.in = ins; now.in->get != NULL; now.in++) {
        if (!pool_has(now.in->needs)) {
            continue;
        }
        now.out = NULL;
        check_full();
        for (unsigned k = 0; k < 2; k++) {
            for (now.out = tables[k]; now.out->put != NULL; now.out++) {
                if (pool_has(now.out->needs)) {
                    check_pair();
                }
            }
        }
    }
}

/// @param  is  what is true of the pool: flags
static void begin(const struct hutch_pool *pool, unsigned is)
{
    now.pool = pool;
    now.is = is;
    now.told = NULL;
    now.is_bare = UNIT_OBJECTS_ARE_BARE && pool->slots != NULL && (is & TOUCHED) == 0;
}

/// Checks every way of a pool, those of its own and those of all pools.
static void check_ways(const struct hutch_pool *pool, const struct way_in *ins, const struct way_out *outs,
                       unsigned is)
{
    begin(pool, is);
    check_ways_in(ins, outs);
    check_ways_in(ins_of_all, outs);
    hutch_clear(pool);
}

#endif
