// SPDX-License-Identifier: MIT
// looks_swept.c - the pools of looks.h, and everything that is interrupted in them.
#include "looks.h"

#include "hutch/prefab.h"
#include "hutch/scene.h"
#include "hutch/policy.h"

volatile unsigned swept_comings, swept_goings;
static uint8_t names; // the number of names given so far

// Gives the object a name that the previous and the next object in its slot do not have.
static void name(struct beast *beast)
{
    beast->name = ++names;
}

// The first thing that a hook does, and the last.
static void begin_hook(struct beast *beast)
{
    beast->state = BUSY;
    beast->bytes[0]++;
}

static void come(void *object, const void *args)
{
    struct beast *const beast = (struct beast *)object;
    (void)args;
    begin_hook(beast);
    beast->bytes[1] = 1;
    name(beast);
    swept_comings++;
    beast->state = READY;
}

static void go(void *object)
{
    struct beast *const beast = (struct beast *)object;
    begin_hook(beast);
    beast->bytes[1] = 0;
    swept_goings++;
}

// Of two components the first to come and the last.
static void come_first(void *object, const void *args)
{
    (void)args;
    begin_hook((struct beast *)object);
}

// Hooks; hooks, and the oldest is evicted; components and families; refs alone.
enum { BEASTS = 3, GHOSTS = 2, ORCS = 4, WOLVES = 2 };
static const struct hutch_hooks beast_hooks = {NULL, come, go};
HUTCH_POLICY_OLDEST(fade, GHOSTS);
HUTCH_POOL_SPAWNED(beasts, struct beast, BEASTS, .lock = SWEEP_LOCK, .hooks = &beast_hooks);
HUTCH_POOL_SPAWNED(ghosts, struct beast, GHOSTS, .lock = SWEEP_LOCK, .policy = &fade, .hooks = &beast_hooks);
HUTCH_POOL_PREFABS(orcs, struct beast, ORCS, .lock = SWEEP_LOCK);
HUTCH_POOL_TRACKED(wolves, struct beast, WOLVES, .lock = SWEEP_LOCK);
HUTCH_COMPONENTS(parts, {come_first, NULL, 10, 0}, {come, go, 20, 0});
HUTCH_PREFAB(orc, orcs, parts, RAW, 0, {0});
HUTCH_SCENE(level, &beasts_pool, &orcs_pool);

// Functions of their own, for the trace of a run.
__attribute__((noinline)) void swept_begin(void)
{
    __asm__ volatile("");
}

__attribute__((noinline)) void swept_end_of_it(void)
{
    __asm__ volatile("nop");
}

// -------------------------------------------------------------------------------------- who looks

enum { POOLS = 4, SLOTS_MAX = ORCS };
static const struct hutch_pool *const pools[POOLS] = {&beasts_pool, &ghosts_pool, &orcs_pool, &wolves_pool};
static hutch_ref_t refs[POOLS][SLOTS_MAX];
static struct {
    hutch_ref_t ref;
    uint8_t name; // of the object that it was taken of
} taken[POOLS][SLOTS_MAX];

static unsigned is_wrong(const void *object)
{
    return object != NULL && ((const struct beast *)object)->state != READY ? 1u : 0u;
}

static unsigned look_at(const struct hutch_pool *pool, const hutch_ref_t *its_refs)
{
    unsigned wrong = 0;
    for (const void *object = hutch_first(pool); object != NULL; object = hutch_next(pool, object)) {
        wrong += is_wrong(object);
    }
    for (unsigned index = 0; index < pool->capacity; index++) {
        const void *const object = hutch_at(pool, index);
        wrong += hutch_is_live(pool, object) && hutch_is_live_at(pool, index) ? is_wrong(object) : 0u;
        wrong += is_wrong(hutch_deref(pool, its_refs[index]));
    }
    return wrong;
}

unsigned swept_look(void)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < POOLS; i++) {
        wrong += look_at(pools[i], refs[i]);
    }
    HUTCH_FOREACH (const struct beast, beast, beasts) {
        wrong += is_wrong(beast);
    }
    for (unsigned index = 0; index < ORCS; index++) {
        wrong += orcs_prefab(orcs_at(index)) != NULL ? is_wrong(orcs_at(index)) : 0u;
    }
    return wrong;
}

unsigned swept_live(void)
{
    return beasts_live() + ghosts_live() + orcs_live() + wolves_live();
}

void swept_take_refs(void)
{
    for (unsigned i = 0; i < POOLS; i++) {
        for (unsigned index = 0; index < pools[i]->capacity; index++) {
            const struct beast *const beast = (const struct beast *)hutch_at(pools[i], index);
            const bool is_live = hutch_is_live(pools[i], beast);
            taken[i][index].ref = is_live ? hutch_ref(pools[i], beast) : 0;
            taken[i][index].name = beast->name;
        }
    }
}

unsigned swept_follow_refs(void)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < POOLS; i++) {
        for (unsigned index = 0; index < pools[i]->capacity; index++) {
            if (!hutch_is_live_at(pools[i], index)) {
                struct beast *const next = (struct beast *)hutch_claim_(pools[i], index);
                name(next);
                next->state = READY;
            }
            const struct beast *const found =
                (const struct beast *)hutch_deref(pools[i], taken[i][index].ref);
            wrong += found != NULL && found->name != taken[i][index].name ? 1u : 0u;
        }
    }
    return wrong;
}

void swept_note_refs(void)
{
    for (unsigned i = 0; i < POOLS; i++) {
        for (unsigned index = 0; index < pools[i]->capacity; index++) {
            refs[i][index] =
                hutch_is_live_at(pools[i], index) ? hutch_ref(pools[i], hutch_at(pools[i], index)) : 0;
        }
    }
}

void swept_empty(void)
{
    for (unsigned i = 0; i < POOLS; i++) {
        hutch_clear(pools[i]);
    }
    for (unsigned index = 0; index < ORCS; index++) {
        orcs_kin_[index].prefab = NULL; // no slot holds the image any more
    }
}

// -------------------------------------------------------------------------------------- ways to come and go

static void nothing(void)
{
}

static void two_beasts(void)
{
    beasts_spawn(NULL);
    beasts_spawn(NULL);
}

static void all_ghosts(void)
{
    ghosts_spawn(NULL);
    ghosts_spawn(NULL);
}

static void family(void)
{
    struct beast *const parent = orc_spawn(NULL), *const child = orc_spawn(NULL);
    orcs_attach(parent, &orcs_herd, child);
}

static void an_orc_s_place(void)
{
    orcs_despawn(orc_spawn(NULL));
    swept_comings = swept_goings = 0;
}

static void one_orc_and_one_acquired(void)
{
    orc_spawn(NULL);
    struct beast *const stone = orcs_acquire();
    stone->state = READY; // it stands in the level: nobody's hook
}

static void two_wolves(void)
{
    for (unsigned n = 0; n < WOLVES; n++) {
        struct beast *const wolf = wolves_acquire();
        name(wolf);
        wolf->state = READY;
    }
}

static void everything(void)
{
    two_beasts();
    family();
    beasts_persist(beasts_at(1), true);
}

static void spawn_beast(void)
{
    beasts_spawn(NULL);
}

static void despawn_beast(void)
{
    beasts_despawn(beasts_at(0));
}

static void despawn_by_pointer(void)
{
    hutch_despawn_(&beasts_pool, beasts_at(1));
}

static void clear_beasts(void)
{
    beasts_clear();
}

static bool all(const struct beast *beast, void *context)
{
    (void)beast;
    (void)context;
    return true;
}

static void release_beasts_if(void)
{
    beasts_release_if(all, NULL);
}

static void spawn_ghost(void)
{
    ghosts_spawn(NULL);
}

static void spawn_orc(void)
{
    orc_spawn(NULL);
}

static void despawn_orc(void)
{
    orcs_despawn(orcs_at(0));
}

static void reset_level(void)
{
    hutch_scene_reset(&level);
}

static void release_wolf(void)
{
    wolves_release(wolves_at(1));
}

static void release_wolf_by_ref(void)
{
    hutch_release_ref(&wolves_pool, refs[POOLS - 1][1]);
}

static void release_beast_by_ref(void)
{
    hutch_release_ref(&beasts_pool, refs[0][1]);
}

static void clear_wolves(void)
{
    hutch_clear(&wolves_pool);
}

const struct way swept_ways[] = {
    {nothing, spawn_beast, 1, 0, 1},
    {two_beasts, despawn_beast, 2, 1, 1},
    {two_beasts, despawn_by_pointer, 2, 1, 1},
    {two_beasts, clear_beasts, 2, 2, 0},
    {two_beasts, release_beasts_if, 2, 2, 0},
    {all_ghosts, spawn_ghost, 3, 1, 2}, // the oldest goes
    {nothing, spawn_orc, 1, 0, 1},
    {an_orc_s_place, spawn_orc, 1, 0, 1}, // the image is there already
    {family, spawn_orc, 3, 0, 3},
    {family, despawn_orc, 2, 2, 0}, // with its child
    {one_orc_and_one_acquired, despawn_orc, 1, 1, 1},
    {everything, reset_level, 4, 3, 1}, // one is persistent
    {two_beasts, release_beast_by_ref, 2, 0, 1},
    {two_wolves, release_wolf, 0, 0, 1},
    {two_wolves, release_wolf_by_ref, 0, 0, 1},
    {two_wolves, clear_wolves, 0, 0, 0},
};
const unsigned swept_ways_count = sizeof swept_ways / sizeof swept_ways[0];
