// SPDX-License-Identifier: MIT
// kinds_pools.c - pools of every kind: each lock, one word to three levels, plain, with refs, with hooks,
// with prefabs, with each policy, and over memory of the program.

#include "kinds.h"

#include "hutch/scene.h"
#include "hutch/spawn.h"
#include "hutch/policy.h"
#include "hutch/report.h"

// The capacities of one word, of a scan, of two levels of full words, and of three levels.
enum { W = HUTCH_WORD_BITS, FEW = 5, SCAN = 2 * W + 6, TWO = 4 * W, THREE = W * W + W + 3 };

// Larger than half of what the small engine can tell apart.
struct wide {
    uint8_t bytes[200];
};

HUTCH_COMPONENTS(parts, {kinds_born, kinds_dies, 2, 0}, {NULL, kinds_dies, 1, 1}, {kinds_born, NULL, 2, 1});

static void hear(const struct hutch_pool *pool)
{
    (void)pool;
}

#define HERD(name, ...)                                  \
    HUTCH_POOL_PREFABS(name, struct thing, __VA_ARGS__); \
    HUTCH_PREFAB(name##_full, name, parts, {1, 2, 3});   \
    HUTCH_PREFAB(name##_bare, name, hutch_no_components, {4, 5, 6})
// A policy counts the slots of one pool.
#define POOLS(name, capacity, its_lock)                                                                      \
    HUTCH_POOL(name##_plain, struct thing, capacity, .lock = its_lock);                                      \
    HUTCH_POOL_TRACKED(name##_tracked, struct thing, capacity, .lock = its_lock);                            \
    HUTCH_POOL_SPAWNED(name##_spawned, struct thing, capacity, .lock = its_lock, .hooks = &kinds_hooks);     \
    HUTCH_POOL_SPAWNED(name##_half, struct thing, capacity, .lock = its_lock, .hooks = &kinds_half);         \
    HUTCH_POOL_SPAWNED(name##_marked, struct thing, capacity, .lock = its_lock);                             \
    HUTCH_POOL_IDS(name##_ids, capacity, .lock = its_lock);                                                  \
    HERD(name##_herd, capacity, .lock = its_lock);                                                           \
    HUTCH_POLICY(name##_keeps, .reserve = 1, .on_room = hear, .low = 2, .on_low = hear);                     \
    HUTCH_POOL(name##_kept, struct thing, capacity, .lock = its_lock, .policy = &name##_keeps);              \
    HUTCH_POLICY(name##_warns, .evict = kinds_odd_victim, .on_room = hear);                                  \
    HUTCH_POOL_SPAWNED(name##_warned, struct thing, capacity, .lock = its_lock, .policy = &name##_warns);    \
    HUTCH_POLICY_OLDEST(name##_fades, capacity);                                                             \
    HUTCH_POOL_SPAWNED(name##_faded, struct thing, capacity, .lock = its_lock, .hooks = &kinds_hooks,        \
                       .policy = &name##_fades);                                                             \
    HUTCH_POLICY(name##_drops, .evict = kinds_odd_victim, .low = 1, .on_low = hear);                         \
    HUTCH_POOL(name##_dropped, struct thing, capacity, .lock = its_lock, .policy = &name##_drops);           \
    HUTCH_POLICY(name##_ends, .evict = kinds_odd_victim, .on_room = hear, .low = 0, .on_low = hear);         \
    HUTCH_POOL_SPAWNED(name##_ended, struct thing, capacity, .lock = its_lock, .hooks = &kinds_half,         \
                       .policy = &name##_ends);                                                              \
    HUTCH_POLICY(name##_spills, .spill = &name##_tracked_pool);                                              \
    HUTCH_POOL_TRACKED(name##_spilling, struct thing, capacity, .lock = its_lock, .policy = &name##_spills); \
    HUTCH_POLICY(name##_flows, .spill = &name##_spawned_pool, .on_room = hear);                              \
    HUTCH_POOL_SPAWNED(name##_flowing, struct thing, capacity, .lock = its_lock, .hooks = &kinds_hooks,      \
                       .policy = &name##_flows);                                                             \
    HUTCH_POLICY(name##_leads, .spill = &name##_kept_pool);                                                  \
    HUTCH_POOL(name##_leading, struct thing, capacity, .lock = its_lock, .policy = &name##_leads);           \
    HUTCH_POLICY_OLDEST(name##_counts, capacity);                                                            \
    HERD(name##_counted, capacity, .lock = its_lock, .policy = &name##_counts);                              \
    HUTCH_POLICY(name##_culls, .evict = kinds_odd_victim, .low = 1);                                         \
    HERD(name##_culled, capacity, .lock = its_lock, .policy = &name##_culls)

#define ROWS(name)                                                                                      \
    ONE(name##_plain), ONE(name##_tracked), ONE(name##_spawned), ONE(name##_half), ONE(name##_marked),  \
        ONE(name##_ids), PREFABS(name##_herd), ONE(name##_kept), ONE(name##_warned), ONE(name##_faded), \
        ONE(name##_dropped), ONE(name##_ended), ONE(name##_spilling), ONE(name##_flowing),              \
        ONE(name##_leading), PREFABS(name##_counted), PREFABS(name##_culled)
#define LISTED(name)                                                                                        \
    &name##_plain_pool, &name##_tracked_pool, &name##_spawned_pool, &name##_half_pool, &name##_marked_pool, \
        &name##_ids_pool, &name##_herd_pool, &name##_kept_pool, &name##_warned_pool, &name##_faded_pool,    \
        &name##_dropped_pool, &name##_ended_pool, &name##_spilling_pool, &name##_flowing_pool,              \
        &name##_leading_pool, &name##_counted_pool, &name##_culled_pool

#if HUTCH_HAS_LOCK_FREE
#    define IF_SHARED(...) __VA_ARGS__
#else
#    define IF_SHARED(...)
#endif
#define POOLS_OF(name, its_lock)        \
    POOLS(name##_few, FEW, its_lock);   \
    POOLS(name##_scan, SCAN, its_lock); \
    POOLS(name##_two, TWO, its_lock);   \
    POOLS(name##_three, THREE, its_lock)
#define EACH_OF(each, name) each(name##_few), each(name##_scan), each(name##_two), each(name##_three)
#define EACH(each) EACH_OF(each, bare), EACH_OF(each, masked), IF_SHARED(EACH_OF(each, shared), )
POOLS_OF(bare, HUTCH_LOCK_NONE);
POOLS_OF(masked, HUTCH_LOCK_IRQ);
IF_SHARED(POOLS_OF(shared, HUTCH_LOCK_FREE);)

// Hooks that do not despawn; pools that spill to one with these, or with none; and one of two words.
HUTCH_POLICY(mildly, .evict = kinds_odd_victim);
HUTCH_POOL_SPAWNED(mild, struct thing, FEW, .hooks = &kinds_births, .policy = &mildly);
HUTCH_POOL_SPAWNED(marked, struct thing, FEW);
HUTCH_POLICY(to_mild, .spill = &mild_pool);
HUTCH_POLICY(to_marked, .spill = &marked_pool);
HUTCH_POOL_TRACKED(milder, struct thing, FEW, .policy = &to_mild);
HUTCH_POOL_SPAWNED(less_marked, struct thing, FEW, .policy = &to_marked);
HERD(pair, W + 3);

HUTCH_POOL(wide_few, struct wide, FEW);
HUTCH_POOL_SPAWNED(wide_spawned, struct wide, FEW);
HUTCH_POOL(wide_plain, struct wide, TWO);
HUTCH_POOL_TRACKED(wide_two, struct wide, TWO);
#define EACH_SINGLE(each)                                                                           \
    each(wide_few), each(wide_spawned), each(wide_plain), each(wide_two), each(mild), each(milder), \
        each(marked), each(less_marked)

static struct hutch_over over, over_two, over_three, over_nothing;
static void *memory[40], *memory_of_two[(TWO + 9) * 2], *memory_of_three[(THREE + W * 8) * 2];
#define OVER(over)          \
    {                       \
        &(over).pool, NULL, \
        {                   \
            NULL, NULL      \
        }                   \
    }
#define SINGLE(name) &name##_pool

const struct kind kinds[] = {
    EACH(ROWS) EACH_SINGLE(ONE), PREFABS(pair), OVER(over), OVER(over_two), OVER(over_three),
    OVER(over_nothing)};
const unsigned kinds_length = sizeof kinds / sizeof kinds[0];
HUTCH_POOL_LIST(EACH(LISTED) EACH_SINGLE(SINGLE), &pair_pool, &over.pool, &over_two.pool, &over_three.pool,
                &over_nothing.pool);
uint32_t kinds_dice = 1;

void kinds_init(void)
{
    const size_t bytes = sizeof(struct thing);
    CHECK(hutch_pool_over(&over, "over", memory, sizeof memory, bytes, HUTCH_LOCK_IRQ) != 0);
    CHECK(hutch_pool_over(&over_two, "two", memory_of_two, sizeof memory_of_two, bytes, HUTCH_LOCK_NONE) >=
          TWO);
    CHECK(hutch_pool_over(&over_three, "three", memory_of_three, sizeof memory_of_three, bytes,
                          HUTCH_LOCK_IRQ) >= THREE);
    CHECK_EQUAL(hutch_pool_over(&over_nothing, "nothing", memory, 1, bytes, HUTCH_LOCK_NONE), 0);
    unit_faults_forget();
}
