// SPDX-License-Identifier: MIT
// ways.c - in pools of every kind each way to get an object has the same effects, and so has each way to
// return it.
//
// A build selects the engine by UNIT_LOCK and by hutch's options. UNIT_WAYS_SLOTS is the capacity.
// WAYS_TRACED: HUTCH_TRACE calls trace_told. WAYS_LISTED: no other file of the program lists pools. The
// tables are explained in ways.h.

#if defined(__thumb__) && !defined(__thumb2__) // the micro:bit has no RAM for them
#    include "unit.h"
const struct unit_test ways_tests[] = {UNIT_TESTS_END};
#else

#    ifdef __cplusplus
#        include "hutch/hutch.hpp"
extern "C" {
#    endif
#    include "ways.h"
#    include "hutch/counted.h"
#    include "hutch/prefab.h"

// -------------------------------------------------------------------------------------------- typed ways

#    define ACQUIRE_WAYS(name)                                             \
        WAY_IN(name##_by_acquire, name##_acquire())                        \
        WAY_IN(name##_by_urgent, name##_acquire_urgent())                  \
        WAY_OUT(name##_to_release, name##_release((struct beast *)object)) \
        WAY_OUT_OF_ALL(name##_to_clear, name##_clear())
#    define ACQUIRE_INS(name) \
        IN("_acquire", name##_by_acquire, 0, 0), IN("_acquire_urgent", name##_by_urgent, 0, URGENT)
#    define RELEASE_OUTS(name)                                                      \
        OUT("_release", name##_to_release, 0, SPILLED, HUTCH_FAULT_DOUBLE_RELEASE), \
            OUT("_clear", name##_to_clear, 0, ALL | DESPAWNS, 0)

#    define PLAIN_WAYS(name)                                                                   \
        ACQUIRE_WAYS(name)                                                                     \
        WAY_IN(name##_by_claim, name##_claim(lowest_free(pool)))                               \
        WAY_IN(name##_by_run, name##_acquire_run(1))                                           \
        WAY_OUT(name##_to_release_at, name##_release_at(name##_index((struct beast *)object))) \
        WAY_OUT(name##_to_release_run, name##_release_run((struct beast *)object, 1))          \
        static bool name##_is_it(struct beast const *object, void *context)                    \
        {                                                                                      \
            return is_it(object, context);                                                     \
        }                                                                                      \
        WAY_OUT(name##_to_release_if, name##_release_if(name##_is_it, object) == 1)
#    define PLAIN_INS(name)                                                 \
        ACQUIRE_INS(name), IN("_claim", name##_by_claim, 0, FREE | URGENT), \
            IN("_acquire_run", name##_by_run, 0, FREE | URGENT)
#    define PLAIN_OUTS(name)                                                                            \
        RELEASE_OUTS(name), OUT("_release_at", name##_to_release_at, 0, 0, HUTCH_FAULT_DOUBLE_RELEASE), \
            OUT("_release_run", name##_to_release_run, 0, 0, HUTCH_FAULT_BAD_RUN),                      \
            OUT("_release_if", name##_to_release_if, 0, DESPAWNS, 0)
#    define PLAIN_TABLES(name)                                               \
        static const struct way_in name##_ins[] = {PLAIN_INS(name), IN_END}; \
        static const struct way_out name##_outs[] = {PLAIN_OUTS(name), OUT_END};

#    define REF_WAY(name)                                                              \
        static bool name##_to_release_ref(const struct hutch_pool *pool, void *object) \
        {                                                                              \
            HUTCH_REF_WRAP_(name, ref, now.ref);                                       \
            (void)pool;                                                                \
            (void)object;                                                              \
            return name##_release_ref(ref);                                            \
        }
#    define REF_OUT(name) OUT("_release_ref", name##_to_release_ref, 0, 0, HUTCH_FAULT_STALE_RELEASE)

#    define SPAWNED_WAYS(name)                                    \
        PLAIN_WAYS(name)                                          \
        REF_WAY(name)                                             \
        WAY_IN(name##_by_spawn, name##_spawn(NULL))               \
        WAY_IN(name##_by_spawn_urgent, name##_spawn_urgent(NULL)) \
        WAY_OUT(name##_to_despawn, name##_despawn((struct beast *)object))
#    define SPAWNED_INS(name)                                      \
        PLAIN_INS(name), IN("_spawn", name##_by_spawn, 0, SPAWNS), \
            IN("_spawn_urgent", name##_by_spawn_urgent, 0, SPAWNS | URGENT)
#    define SPAWNED_OUTS(name)           \
        PLAIN_OUTS(name), REF_OUT(name), \
            OUT("_despawn", name##_to_despawn, 0, SPILLED | DESPAWNS, HUTCH_FAULT_DOUBLE_RELEASE)
#    define SPAWNED_TABLES(name)                                               \
        static const struct way_in name##_ins[] = {SPAWNED_INS(name), IN_END}; \
        static const struct way_out name##_outs[] = {SPAWNED_OUTS(name), OUT_END};

// ------------------------------------------------------------------------------------------ kinds of pools

#    if HUTCH_CFG_WAIT
#        define WAITED_FOR , .wait = &waiters
#    else
#        define WAITED_FOR
#    endif
#    define OPTIONS(policy, hooks) HUTCH_OPTIONS(UNIT_LOCK, policy, hooks) WAITED_FOR

HUTCH_POOL(sheep, struct beast, slots, HUTCH_OPTIONS(UNIT_LOCK, NULL, NULL));
PLAIN_WAYS(sheep)

TEST(ways_of_a_pool_agree)
{
    PLAIN_TABLES(sheep)
    check_ways(&sheep_pool, sheep_ins, sheep_outs, 0);
}

HUTCH_POOL_TRACKED_DECLARE(goats, struct beast, slots, OPTIONS(NULL, NULL)); // for several files, as this one
HUTCH_POOL_TRACKED_DEFINE(goats);
PLAIN_WAYS(goats)
REF_WAY(goats)

TEST(ways_of_a_pool_with_refs_agree)
{
    static const struct way_in ins[] = {PLAIN_INS(goats), IN_END};
    static const struct way_out outs[] = {PLAIN_OUTS(goats), REF_OUT(goats), OUT_END};
    check_ways(&goats_pool, ins, outs, 0);
}

static void spawned(void *object, const void *args)
{
    (void)object;
    (void)args;
    now.spawned++;
}
static void despawned(void *object)
{
    (void)object;
    now.despawned++;
}
static const struct hutch_hooks hooks = {NULL, spawned, despawned};
HUTCH_POOL_SPAWNED(wolves, struct beast, slots, OPTIONS(NULL, &hooks));
SPAWNED_WAYS(wolves)

TEST(ways_of_a_pool_with_hooks_agree)
{
    SPAWNED_TABLES(wolves)
    check_ways(&wolves_pool, wolves_ins, wolves_outs, 0);
}

HUTCH_POOL_RUNS(bees, struct beast, slots, OPTIONS(NULL, NULL));
PLAIN_WAYS(bees)

TEST(ways_of_a_pool_of_runs_agree)
{
    PLAIN_TABLES(bees)
    check_ways(&bees_pool, bees_ins, bees_outs, 0);
}

static struct beast stable[slots];
HUTCH_POOL_SPAWNED_OVER(mares, struct beast, stable, slots, OPTIONS(NULL, &hooks));
SPAWNED_WAYS(mares)

TEST(ways_of_a_pool_over_an_array_agree)
{
    SPAWNED_TABLES(mares)
    check_ways(&mares_pool, mares_ins, mares_outs, 0);
}

TEST(ways_of_a_pool_over_memory_agree)
{
    static const struct way_in ins[] = {IN_END};
    static const struct way_out outs[] = {OUT_END};
    static struct hutch_over geese;
    static void *memory[HUTCH_POOL_OVER_BYTES(slots, sizeof(struct beast)) / sizeof(void *)];
    CHECK_EQUAL(hutch_pool_over(&geese, "geese", memory, sizeof(memory), sizeof(struct beast), UNIT_LOCK),
                slots);
    check_ways(&geese.pool, ins, outs, 0);
}

HUTCH_POLICY(one_kept, 1, NULL, NULL, NULL, 0, NULL);
HUTCH_POOL(ducks, struct beast, slots, OPTIONS(&one_kept, NULL));
PLAIN_WAYS(ducks)

TEST(ways_of_a_pool_with_a_reserve_agree)
{
    PLAIN_TABLES(ducks)
    check_ways(&ducks_pool, ducks_ins, ducks_outs, KEEPS_1);
}

HUTCH_POOL_IDS(bells, slots, OPTIONS(NULL, NULL));
#    define BELL_IN(way, call) WAY_IN(bells_by_##way, bell_at(call))
static void *bell_at(int id)
{
    return id >= 0 ? &numbers[id] : NULL;
}
static int bell_of(const void *object)
{
    return (int)((const uint8_t *)object - numbers);
}
static bool is_that_bell(int id, void *context)
{
    return bell_at(id) == context;
}
BELL_IN(acquire, bells_acquire())
BELL_IN(urgent, bells_acquire_urgent())
BELL_IN(claim, bells_claim((int)lowest_free(pool)))
BELL_IN(run, bells_acquire_run(1))
WAY_OUT(bells_to_release, bells_release(bell_of(object)))
WAY_OUT(bells_to_release_at, hutch_release_at_(pool, (unsigned)bell_of(object)))
WAY_OUT(bells_to_release_run, bells_release_run(bell_of(object), 1))
WAY_OUT(bells_to_release_if, bells_release_if(is_that_bell, object) == 1)
WAY_OUT_OF_ALL(bells_to_clear, bells_clear())

TEST(ways_of_a_pool_of_numbers_agree)
{
    PLAIN_TABLES(bells)
    check_ways(&bells_pool, bells_ins, bells_outs, 0);
}

HUTCH_POOL_COUNTED(carts, struct beast, slots, OPTIONS(NULL, NULL));
ACQUIRE_WAYS(carts)
static bool carts_to_last_release(const struct hutch_pool *pool, void *object)
{
    struct beast *const cart = (struct beast *)object;
    (void)pool;
    return carts_holders(cart) < 2 && carts_retain(cart) && carts_holders(cart) == 2 && carts_release(cart) &&
           carts_is_live(cart) && carts_release(cart);
}

TEST(ways_of_a_pool_with_holders_agree)
{
    static const struct way_in ins[] = {ACQUIRE_INS(carts), IN_END};
    static const struct way_out outs[] = {
        RELEASE_OUTS(carts),
        OUT("_retain and twice _release", carts_to_last_release, 0, 0, HUTCH_FAULT_USE_AFTER_RELEASE),
        OUT_END};
    check_ways(&carts_pool, ins, outs, 0);
}

#    ifdef __cplusplus
HUTCH_POOL_PREFABS(ghosts, struct beast, slots, UNIT_LOCK);
#    else
HUTCH_POOL_PREFABS(ghosts, struct beast, slots, .lock = UNIT_LOCK WAITED_FOR);
#    endif
HUTCH_COMPONENTS(ghost_parts, {spawned, despawned, 0, 0});
HUTCH_PREFAB(ghost, ghosts, ghost_parts,
             {image_byte, image_byte, image_byte, image_byte, image_byte, image_byte});
SPAWNED_WAYS(ghosts)
WAY_IN(ghost_by_spawn, ghost_spawn(NULL))
WAY_IN(ghost_by_spawn_urgent, ghost_spawn_urgent(NULL))
WAY_IN(ghost_by_prefab, hutch_spawn_prefab(&ghost, NULL))
WAY_IN(ghost_by_prefab_urgent, hutch_spawn_prefab_urgent_(&ghost, NULL))
static void *ghost_by_adopt(const struct hutch_pool *pool)
{
    struct beast *const object = ghosts_acquire();
    (void)pool;
    return object != NULL && ghost_adopt(object, NULL) ? object : NULL;
}

TEST(ways_of_a_pool_of_prefabs_agree)
{
    static const struct way_in ins[] = {
        SPAWNED_INS(ghosts),
        IN("ghost_spawn", ghost_by_spawn, 0, SPAWNS | OWN | IMAGE),
        IN("ghost_spawn_urgent", ghost_by_spawn_urgent, 0, SPAWNS | OWN | IMAGE | URGENT),
        IN("hutch_spawn_prefab", ghost_by_prefab, 0, SPAWNS | OWN | IMAGE),
        IN("hutch_spawn_prefab_urgent_", ghost_by_prefab_urgent, 0, SPAWNS | OWN | IMAGE | URGENT),
        IN("ghost_adopt", ghost_by_adopt, 0, SPAWNS | OWN),
        IN_END};
    static const struct way_out outs[] = {SPAWNED_OUTS(ghosts), OUT_END};
    check_ways(&ghosts_pool, ins, outs, TOUCHED | HERD);
}

#    if HUTCH_CFG_WAIT
HUTCH_POOL(trout, struct beast, slots, .lock = HUTCH_LOCK_IRQ, .wait = &waiters);
PLAIN_WAYS(trout)
WAY_IN(trout_by_acquire_wait, trout_acquire_wait(0, NULL))

TEST(ways_of_a_pool_with_waiters_agree)
{
    static const struct way_in ins[] = {PLAIN_INS(trout),
                                        IN("_acquire_wait", trout_by_acquire_wait, 0, NUMBER), IN_END};
    static const struct way_out outs[] = {PLAIN_OUTS(trout), OUT_END};
    check_ways(&trout_pool, ins, outs, 0);
}

HUTCH_POOL_IDS(perches, slots, .lock = HUTCH_LOCK_IRQ, .wait = &waiters);
WAY_IN(perches_by_acquire_wait, bell_at(perches_acquire_wait(0, NULL)))

TEST(ways_of_a_pool_of_numbers_with_waiters_agree)
{
    static const struct way_in ins[] = {IN("_acquire_wait", perches_by_acquire_wait, 0, NUMBER), IN_END};
    static const struct way_out outs[] = {OUT_END};
    check_ways(&perches_pool, ins, outs, 0);
}
#    endif

#    ifdef __cplusplus
} // extern "C"

struct calf {
    calf() : bytes()
    {
        now.spawned++;
    }
    ~calf()
    {
        now.despawned++;
    }
    uint8_t bytes[6];
};

template <class Pool> struct ways_of {
    typedef typename Pool::type type;
    static void *create(const hutch_pool *)
    {
        return Pool::create();
    }
    static void *make(const hutch_pool *)
    {
        return Pool::make().release();
    }
    static bool destroy(const hutch_pool *, void *object)
    {
        return Pool::destroy(static_cast<type *>(object));
    }
    static bool handle(const hutch_pool *, void *object)
    {
        const bool was_live = Pool::is_live(static_cast<type *>(object));
        typename Pool::handle(static_cast<type *>(object)).reset();
        return was_live;
    }
    static bool release_if(const hutch_pool *, void *object)
    {
        return Pool::release_if([object](const type &it) { return &it == object; }) == 1;
    }
    static bool clear(const hutch_pool *, void *)
    {
        const bool is_any = Pool::live() != 0;
        Pool::clear();
        return is_any;
    }
    static void agree(uint8_t does, unsigned is)
    {
        const way_in ins[] = {IN("create", create, 0, does), IN("make", make, 0, does), IN_END};
        const way_out outs[] = {OUT("destroy", destroy, 0, DESPAWNS, HUTCH_FAULT_DOUBLE_RELEASE),
                                OUT("handle", handle, 0, DESPAWNS, HUTCH_FAULT_DOUBLE_RELEASE),
                                OUT("release_if", release_if, 0, DESPAWNS, 0),
                                OUT("clear", clear, 0, ALL | DESPAWNS, 0), OUT_END};
        check_ways(Pool::descriptor(), ins, outs, is);
    }
};

TEST(ways_of_a_class_of_pools_agree)
{
    ways_of<hutch::pool<beast, slots, struct cows, UNIT_LOCK>>::agree(0, 0);
}

TEST(ways_of_a_class_of_pools_with_refs_agree)
{
    ways_of<hutch::tracked_pool<beast, slots, struct bulls, UNIT_LOCK>>::agree(0, 0);
}

TEST(ways_of_a_class_of_pools_with_constructors_agree)
{
    ways_of<hutch::pool<calf, slots, struct calves, UNIT_LOCK>>::agree(SPAWNS | OWN, TOUCHED);
}

extern "C" {
#    endif

// ---------------------------------------------------------------------------------- more than a free slot

HUTCH_POLICY_OLDEST(fade, slots);
HUTCH_POOL_SPAWNED(moths, struct beast, slots, OPTIONS(&fade, &hooks));
SPAWNED_WAYS(moths)

// In a full pool, whose oldest object this is.
static void check_evicted(void *oldest)
{
    const struct hutch_pool *const pool = now.pool;
    now.ref = hutch_ref(pool, oldest);
    start(slots);
    void *const object = now.in->get(pool);
    HOLDS(object == oldest);
    check_live(pool, object, slots);
    NAMES(pool->notes[index_of(pool, object)].acquired_by, now.in->get);
    NAMES(pool->notes[index_of(pool, object)].released_by, now.in->get); // who needed room
    HOLDS(hutch_deref(pool, now.ref) == NULL);
    HOLDS(now.spawned == ((now.in->does & SPAWNS) != 0));
    HOLDS(now.despawned == 1);
    TRACED(released, 1);
    TRACED(acquired, 1);
    now.ref = hutch_ref(pool, object);
    HOLDS(now.out->put(pool, object));
    check_gone(pool, object, (now.out->does & ALL) != 0 ? 0 : slots - 1u);
}

static void check_evictions(const struct way_in *ins, const struct way_out *outs)
{
    const struct hutch_pool *const pool = &moths_pool;
    begin(pool, TOUCHED);
    for (now.in = ins; now.in->get != NULL; now.in++) {
        if (!pool_has(now.in->needs) || (now.in->does & FREE) != 0) {
            continue;
        }
        for (now.out = outs; now.out->put != NULL; now.out++) {
            hutch_clear(pool);
            void *const oldest = now.in->get(pool);
            while (hutch_available(pool) != 0) {
                now.in->get(pool);
            }
            check_evicted(oldest);
        }
    }
    hutch_clear(pool);
}

TEST(every_way_evicts_the_oldest_object)
{
    SPAWNED_TABLES(moths)
    check_evictions(moths_ins, moths_outs);
    check_evictions(ins_of_all, outs_of_all);
}

HUTCH_POOL_SPAWNED(lake, struct beast, slots, OPTIONS(NULL, &hooks));
HUTCH_POLICY(to_lake, 0, NULL, &lake_pool, NULL, 0, NULL);
HUTCH_POOL_SPAWNED(stream, struct beast, slots, OPTIONS(&to_lake, &hooks));
SPAWNED_WAYS(stream)

// In a full pool: what is spilled is an object of the other pool, and is returned to either.
static void check_spilled(void)
{
    start(slots);
    now.pool = &lake_pool;
    start(0);
    void *const object = now.in->get(&stream_pool);
    check_live(&lake_pool, object, 1);
    if (index_of(&lake_pool, object) >= slots) {
        return;
    }
    NAMES(lake_pool.notes[index_of(&lake_pool, object)].acquired_by, now.in->get);
    HOLDS(stream_is_live((struct beast *)object) && hutch_is_live(&stream_pool, object));
    HOLDS(now.spawned == ((now.in->does & SPAWNS) != 0));
    TRACED(acquired, 1);
    now.ref = hutch_ref(&lake_pool, object);
    for (unsigned again = 0; again < 2; again++) {
        SOMEBODY_WAITS();
        HOLDS(now.out->put(&stream_pool, object) == (again == 0) || HUTCH_CFG_CHECK == 0);
        CHECK_WOKEN(again == 0 || HUTCH_CFG_CHECK == 0);
        NAMES(lake_pool.notes[index_of(&lake_pool, object)].released_by, now.out->put);
        HOLDS(unit_faults.count == (again == 0 ? 0 : UNIT_REPORTED(1)));
        HOLDS(unit_faults_forget() == 0 || unit_fault_is(&unit_faults.kept[0], NULL, now.out->code));
        check_gone(&lake_pool, object, 0);
        HOLDS(!stream_is_live((struct beast *)object) && hutch_live(&stream_pool) == slots);
        HOLDS(now.despawned == ((now.out->does & DESPAWNS) != 0));
        TRACED(released, 1);
    }
}

#    if HUTCH_CFG_STATS
// Neither has room: it is counted once, by the pool that was asked.
static void check_refused(void)
{
    while (hutch_acquire(&lake_pool) != NULL) {}
    const unsigned of_lake = hutch_refused(&lake_pool), of_stream = hutch_refused(&stream_pool);
    HOLDS(now.in->get(&stream_pool) == NULL);
    HOLDS(hutch_refused(&lake_pool) == of_lake && hutch_refused(&stream_pool) == of_stream + 1);
}
#    else
static void check_refused(void)
{
}
#    endif

static void check_spills(const struct way_in *ins, const struct way_out *outs)
{
    begin(&stream_pool, TOUCHED);
    for (now.in = ins; now.in->get != NULL; now.in++) {
        now.pool = &stream_pool;
        if (!pool_has(now.in->needs) || (now.in->does & (NUMBER | FREE)) != 0) {
            continue;
        }
        for (now.out = outs; now.out->put != NULL; now.out++) {
            if ((now.out->does & SPILLED) != 0) {
                stream_clear();
                hutch_clear(&lake_pool);
                now.pool = &stream_pool;
                while (hutch_available(&stream_pool) != 0) {
                    now.in->get(&stream_pool);
                }
                check_spilled();
                check_refused();
            }
        }
    }
    stream_clear();
    hutch_clear(&lake_pool);
}

TEST(every_way_spills_and_returns_what_was_spilled)
{
    SPAWNED_TABLES(stream)
    check_spills(stream_ins, stream_outs);
    check_spills(stream_ins, outs_of_all);
    check_spills(ins_of_all, stream_outs);
    check_spills(ins_of_all, outs_of_all);
}

#    ifdef WAYS_TRACED
TEST(each_slot_of_a_run_is_told)
{
    begin(&bees_pool, 0);
    start(0);
    now.in = NULL;
    void *const run = hutch_acquire_run_(&bees_pool, 3);
    TRACED(acquired, 3);
    CHECK(run != NULL && hutch_release_run_(&bees_pool, run, 3));
    TRACED(released, 3);
}
#    endif

#    ifdef WAYS_LISTED // for hutch_despawn_any; in the program of all unit tests report.c has the list
HUTCH_POOL_LIST(&wolves_pool, &mares_pool, &ghosts_pool, &moths_pool, &lake_pool, &stream_pool);
#    endif

#    include "../../build/lists/unit/ways.h"
#    ifdef __cplusplus
} // extern "C"
#    endif
#endif
