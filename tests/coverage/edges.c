// SPDX-License-Identifier: MIT
// edges.c - limits and other cases that random calls do not reach.

#include "unit.h"

#include "hutch/core/over.h"
#include "hutch/counted.h"
#include "hutch/prefab.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"
#include "hutch/policy.h"

// As many slots as refs of 16 bits allow, and more.
enum { W = HUTCH_WORD_BITS, MOST = 256, MORE = 330 };

HUTCH_POOL(plain, uint16_t, 4);
HUTCH_POOL(many_plain, uint16_t, 4 * W);
HUTCH_POOL_TRACKED(tracked, uint16_t, 4);
HUTCH_POOL_TRACKED(many_tracked, uint16_t, 4 * W);
HUTCH_POOL_SPAWNED(spawned, uint16_t, 4);
HUTCH_POOL_IDS(numbers, 4);
HUTCH_POOL(whole, uint16_t, 2 * W, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(many, uint8_t, MORE);
HUTCH_POOL_TRACKED(most_tracked, uint8_t, MOST);
HUTCH_POOL_PREFABS(many_kin, uint8_t, MOST);
HUTCH_PREFAB(of_many_kin, many_kin, hutch_no_components, 7);
HUTCH_POOL_PREFABS(family, uint16_t, 3);

// An object is hidden between the two steps of hutch::pool::create.
TEST(hidden_object_is_neither_adopted_nor_released)
{
    const unsigned index = hutch_create_begin(&spawned_pool);
    CHECK_EQUAL(hutch_adopt(&spawned_pool, index + 1), 0);
    CHECK(!hutch_release_at_(&spawned_pool, index));
    CHECK(unit_faults_forget() != 0);
    hutch_create_end(&spawned_pool, index);
    hutch_create_undo(&spawned_pool, index); // too late
    CHECK_EQUAL(hutch_live(&spawned_pool), 1);
    hutch_clear(&spawned_pool);
    hutch_create_undo(&spawned_pool, index); // of a free slot
    hutch_create_undo(&plain_pool, 0);
    CHECK_EQUAL(hutch_live(&spawned_pool) + hutch_live(&plain_pool), 0);
}

static void *ancestor;
static void ends_ancestor(uint16_t *object)
{
    void *const its_ancestor = ancestor;
    (void)object;
    ancestor = NULL;
    (void)(its_ancestor != NULL && hutch_despawn_(&family_pool, its_ancestor));
}
HUTCH_HOOK(ends_ancestor, uint16_t);
HUTCH_COMPONENTS(ends, {NULL, ends_ancestor_hook, 0, 0});
HUTCH_PREFAB(relative, family, ends, 7);

// The child is hidden by then, but still linked.
TEST(despawn_hook_of_a_grandchild_may_despawn_its_grandparent)
{
    void *const parent = hutch_spawn_prefab(&relative, NULL);
    void *const child = hutch_spawn_prefab(&relative, NULL);
    void *const grandchild = hutch_spawn_prefab(&relative, NULL);
    CHECK(hutch_attach_(&family_herd, parent, &family_herd, child));
    CHECK(hutch_attach_(&family_herd, child, &family_herd, grandchild));
    ancestor = parent;
    CHECK(hutch_despawn_(&family_pool, child));
    CHECK_EQUAL(hutch_live(&family_pool), 0);
}

static unsigned farewells;
static void say_farewell(void *object)
{
    (void)object;
    farewells++;
}
static const struct hutch_hooks farewell = {NULL, NULL, say_farewell}, no_farewell = {NULL, NULL, NULL};
HUTCH_POOL_COUNTED(held, uint16_t, 1, .hooks = &farewell);
HUTCH_POOL_COUNTED(silent, uint16_t, 1, .hooks = &no_farewell);
HUTCH_POOL_SPAWNED(quiet, uint16_t, 1, .hooks = &no_farewell);
HUTCH_POLICY(to_held, .spill = &held_pool);
HUTCH_POLICY(to_silent, .spill = &silent_pool);
HUTCH_POLICY(to_spawned, .spill = &spawned_pool);
HUTCH_POOL(holding, uint16_t, 1, .policy = &to_held);
HUTCH_POOL(silencing, uint16_t, 1, .policy = &to_silent);
HUTCH_POLICY(to_quiet, .spill = &quiet_pool);
HUTCH_POOL(quieting, uint16_t, 1, .policy = &to_quiet);
HUTCH_POOL(spawning, uint16_t, 1, .policy = &to_spawned);

// The pool that lends it may have hooks without marks, no despawn hook, or no hooks.
TEST(lent_object_is_despawned_as_its_own_pool_says)
{
    static const struct hutch_pool *const lenders[] = {&held_pool, &silent_pool, &spawned_pool, &quiet_pool};
    static const struct hutch_pool *const pools[] = {&holding_pool, &silencing_pool, &spawning_pool,
                                                     &quieting_pool};
    farewells = 0;
    for (unsigned i = 0; i < 4; i++) {
        CHECK(hutch_acquire(pools[i]) != NULL);
        void *const lent = hutch_acquire(pools[i]);
        CHECK(hutch_is_live(lenders[i], lent));
        CHECK(hutch_despawn_(pools[i], lent));
        CHECK(!hutch_despawn_(pools[i], lent));
        CHECK(unit_faults_forget() != 0);
        CHECK_EQUAL(hutch_live(lenders[i]), 0);
        hutch_clear(pools[i]);
    }
    CHECK_EQUAL(farewells, 1);
}

static void undo(const struct hutch_pool *pool, unsigned index)
{
    hutch_create_undo(pool, index);
}
static void despawn(const struct hutch_pool *pool, unsigned index)
{
    CHECK(hutch_despawn_(pool, hutch_at(pool, index)));
}
static void reset(const struct hutch_pool *pool, unsigned index)
{
    const struct hutch_scene scene = {&pool, 1};
    CHECK_EQUAL(hutch_scene_reset(&scene), index == 0 ? pool->capacity : 0);
}

// Each word is full when its first slot is released.
static void release_all(const struct hutch_pool *pool, void (*release)(const struct hutch_pool *, unsigned))
{
    while (release == undo && hutch_create_begin(pool) != HUTCH_NONE) { // hidden, where slots have marks
    }
    CHECK(release == undo || hutch_adopt(pool, pool->capacity) == pool->capacity);
    for (unsigned index = 0; index < pool->capacity; index++) {
        release(pool, index);
    }
    CHECK_EQUAL(hutch_live(pool), 0);
    CHECK(hutch_check(pool));
}

TEST(each_slot_of_a_full_pool_is_released)
{
    release_all(&many_pool, undo);
    release_all(&most_tracked_pool, undo);
    release_all(&many_pool, despawn);
    release_all(&many_pool, reset);
    release_all(&many_kin_pool, despawn);
}

TEST(last_free_slot_is_prepared)
{
    CHECK_EQUAL(hutch_adopt(&many_kin_pool, MOST), MOST);
    CHECK(hutch_release_at_(&many_kin_pool, 130));
    CHECK(hutch_prespawn_prefab(&of_many_kin, 1));
    CHECK(hutch_check(&many_kin_pool));
    hutch_clear(&many_kin_pool);
}

TEST(pool_of_numbers_has_no_objects)
{
    static uint8_t others[4];
    uint16_t object;
    CHECK_EQUAL(hutch_ref(&numbers_pool, &object), 0);
    CHECK(hutch_deref(&numbers_pool, 1) == NULL);
    CHECK(!hutch_despawn_(&numbers_pool, &object));
    CHECK(!hutch_release_held_(&numbers_pool, others, &object));
    CHECK(unit_faults_forget() != 0);
}

// Its words have no bits to spare.
TEST(full_pool_of_whole_words_returns_none)
{
    CHECK_EQUAL(hutch_adopt(&whole_pool, 2 * W), 2 * W);
    CHECK_EQUAL(hutch_acquire_index_(&whole_pool), HUTCH_NONE);
    hutch_clear(&whole_pool);
}

// Is it refused by each function of the small engine that serves such a pool?
static bool is_refused(const struct hutch_pool *pool, const void *object)
{
    const hutch_ref_t ref = pool->generations != NULL ? hutch_small_ref(object, pool->slots, pool->visible,
                                                                        HUTCH_SHAPE(pool), pool->generations)
                                                      : 0;
    unit_faults_forget();
    return ref == 0 && !(pool->generations != NULL ? hutch_small_release_with_refs(pool, object)
                                                   : hutch_small_release(pool, object));
}

// Even if damage says that the slot past the last is live.
static bool is_past_the_end_refused(const struct hutch_pool *pool)
{
    hutch_word_t *const word = &pool->live[pool->capacity / W];
    const hutch_word_t before = *word, after = (hutch_word_t)(before | hutch_bits_mask(pool->capacity));
    *word = after;
    const bool is_right = is_refused(pool, pool->slots + pool->capacity * 2u) && *word == after;
    *word = before;
    return is_right;
}

TEST(small_engine_refuses_what_is_no_object_of_the_pool)
{
    const struct hutch_pool *const pools[] = {&plain_pool, &many_plain_pool, &tracked_pool,
                                              &many_tracked_pool};
    for (unsigned i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        const unsigned char *const slots = pools[i]->slots;
        CHECK(hutch_acquire(pools[i]) == slots);
        CHECK(is_refused(pools[i], slots + 1));
        CHECK(is_refused(pools[i], slots + 2)); // free
        CHECK(is_past_the_end_refused(pools[i]));
        CHECK(!is_refused(pools[i], slots));
    }
    unit_faults_forget();
}

// Only reports with names need it.
TEST(slot_of_an_address_is_found_without_a_division)
{
    size_t inside = 0;
    CHECK_EQUAL(hutch_fault_slot(0, 3, &inside), 0);
    CHECK_EQUAL(hutch_fault_slot(600, 3, &inside), 200);
    CHECK_EQUAL(inside, 0);
    CHECK_EQUAL(hutch_fault_slot(602, 3, &inside), 200);
    CHECK_EQUAL(inside, 2);
}

TEST(run_time_pool_has_no_more_slots_than_there_may_be)
{
    static struct hutch_over over;
    static void *memory[HUTCH_CAPACITY_MAX / sizeof(void *) * sizeof(void *) + HUTCH_CAPACITY_MAX / 4];
    CHECK_EQUAL(hutch_pool_over(&over, "most", memory, sizeof memory, 1, HUTCH_LOCK_NONE),
                HUTCH_CAPACITY_MAX);
    CHECK_EQUAL(hutch_pool_over(&over, "none", memory, sizeof(void *) - 1, sizeof(void *), HUTCH_LOCK_NONE),
                0);
    // The function, not the macro.
    CHECK_EQUAL((hutch_pool_over)(&over, "none", NULL, 0, 4, HUTCH_LOCK_NONE), 0);
    CHECK(unit_faults_forget() != 0);
}

#include "../../build/lists/coverage/edges.h"
