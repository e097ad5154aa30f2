// SPDX-License-Identifier: MIT
// kinds.c - pools of every kind: each lock, one word to three levels, plain, with refs, with hooks, with
// prefabs, with each policy, and over memory of the program.

#include "model.h"

#include "hutch/core/over.h"
#include "hutch/policy.h"
#include "hutch/prefab.h"
#include "hutch/spawn.h"

// The capacities of one word, of a scan, of two levels of full words, and of three levels.
enum { FEW = 5, SCAN = 2 * W + 6, TWO = 4 * W };
#if HUTCH_CFG_REF_BITS > 16 || HUTCH_CFG_WORD_BITS < 16
enum { THREE = W * W + W + 3, THRICE = 2 * W * W + 9 };
#else // a ref keeps 8 bits of generation
enum { THREE = W * W - W, THRICE = W * W };
#endif
// As many slots and bytes as the small engine serves; more.
enum { MOST = 255, MANY = 256, MORE = 330 };

struct wide {
    uint8_t bytes[200];
};
struct most {
    uint8_t bytes[MOST];
};
struct huge {
    uint8_t bytes[300];
};

static const struct hutch_hooks all = {real_construct, real_spawn, real_despawn};
static const struct hutch_hooks half = {NULL, NULL, real_despawn}, births = {NULL, real_spawn, NULL};

#define HERD(name, ...)                                    \
    HUTCH_POOL_PREFABS(name, struct thing, __VA_ARGS__);   \
    HUTCH_PREFAB(name##_full, name, orc_parts, 3, {1, 2}); \
    HUTCH_PREFAB(name##_bare, name, hutch_no_components, 4, {5, 6})
// A policy counts the slots of one pool.
#define POOLS(name, capacity, its_lock)                                                                      \
    HUTCH_POOL(name##_plain, struct thing, capacity, .lock = its_lock);                                      \
    HUTCH_POOL_TRACKED(name##_tracked, struct thing, capacity, .lock = its_lock);                            \
    HUTCH_POOL_SPAWNED(name##_spawned, struct thing, capacity, .lock = its_lock, .hooks = &all);             \
    HUTCH_POOL_SPAWNED(name##_half, struct thing, capacity, .lock = its_lock, .hooks = &half);               \
    HUTCH_POOL_SPAWNED(name##_marked, struct thing, capacity, .lock = its_lock);                             \
    HUTCH_POOL_IDS(name##_ids, capacity, .lock = its_lock);                                                  \
    HERD(name##_herd, capacity, .lock = its_lock);                                                           \
    HUTCH_POLICY(name##_keeps, .reserve = 1, .on_room = real_room, .low = 2, .on_low = real_low);            \
    HUTCH_POOL(name##_kept, struct thing, capacity, .lock = its_lock, .policy = &name##_keeps);              \
    HUTCH_POLICY(name##_warns, .evict = real_choose, .on_room = real_room);                                  \
    HUTCH_POOL_SPAWNED(name##_warned, struct thing, capacity, .lock = its_lock, .policy = &name##_warns);    \
    HUTCH_POLICY_OLDEST(name##_fades, capacity);                                                             \
    HUTCH_POOL_SPAWNED(name##_faded, struct thing, capacity, .lock = its_lock, .hooks = &all,                \
                       .policy = &name##_fades);                                                             \
    HUTCH_POLICY(name##_drops, .evict = real_choose, .low = 1, .on_low = real_low);                          \
    HUTCH_POOL(name##_dropped, struct thing, capacity, .lock = its_lock, .policy = &name##_drops);           \
    HUTCH_POLICY(name##_ends, .evict = real_choose, .on_room = real_room, .low = 0, .on_low = real_low);     \
    HUTCH_POOL_SPAWNED(name##_ended, struct thing, capacity, .lock = its_lock, .hooks = &half,               \
                       .policy = &name##_ends);                                                              \
    HUTCH_POLICY(name##_spills, .spill = &name##_tracked_pool);                                              \
    HUTCH_POOL_TRACKED(name##_spilling, struct thing, capacity, .lock = its_lock, .policy = &name##_spills); \
    HUTCH_POLICY(name##_flows, .spill = &name##_spawned_pool, .on_room = real_room);                         \
    HUTCH_POOL_SPAWNED(name##_flowing, struct thing, capacity, .lock = its_lock, .hooks = &all,              \
                       .policy = &name##_flows);                                                             \
    HUTCH_POLICY(name##_leads, .spill = &name##_kept_pool);                                                  \
    HUTCH_POOL(name##_leading, struct thing, capacity, .lock = its_lock, .policy = &name##_leads);           \
    HUTCH_POLICY_OLDEST(name##_counts, capacity);                                                            \
    HERD(name##_counted, capacity, .lock = its_lock, .policy = &name##_counts);                              \
    HUTCH_POLICY(name##_culls, .evict = real_choose, .low = 1);                                              \
    HERD(name##_culled, capacity, .lock = its_lock, .policy = &name##_culls)

// Rows of the table: a pool; one with its two prefabs; one of run-time memory.
#define ONE(name)             \
    {                         \
        .pool = &name##_pool, \
    }
#define HERDED(name)                                                                          \
    {                                                                                         \
        .pool = &name##_pool, .herd = &name##_herd, .prefabs = { &name##_full, &name##_bare } \
    }
#define OVER(over)            \
    {                         \
        .pool = &(over).pool, \
    }
#define ROWS(name)                                                                                     \
    ONE(name##_plain), ONE(name##_tracked), ONE(name##_spawned), ONE(name##_half), ONE(name##_marked), \
        ONE(name##_ids), HERDED(name##_herd), ONE(name##_kept), ONE(name##_warned), ONE(name##_faded), \
        ONE(name##_dropped), ONE(name##_ended), ONE(name##_spilling), ONE(name##_flowing),             \
        ONE(name##_leading), HERDED(name##_counted), HERDED(name##_culled)

#define POOLS_OF(name, its_lock)        \
    POOLS(name##_few, FEW, its_lock);   \
    POOLS(name##_scan, SCAN, its_lock); \
    POOLS(name##_two, TWO, its_lock);   \
    POOLS(name##_three, THREE, its_lock)
#define ROWS_OF(name) ROWS(name##_few), ROWS(name##_scan), ROWS(name##_two), ROWS(name##_three)

POOLS_OF(bare, HUTCH_LOCK_NONE);

// Hooks that do not despawn; pools that spill to one with these, or with none; and one of two words.
HUTCH_POLICY(mildly, .evict = real_choose);
HUTCH_POOL_SPAWNED(mild, struct thing, FEW, .hooks = &births, .policy = &mildly);
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

static struct hutch_over over, over_two, over_three;
static void *memory[40], *memory_of_two[(TWO + 9) * 2], *memory_of_three[(THREE + W * 8) * 2];
POOLS_OF(masked, HUTCH_LOCK_IRQ);
#if HUTCH_HAS_LOCK_FREE
POOLS_OF(shared, HUTCH_LOCK_FREE);
#endif

HUTCH_POOL_TRACKED(lone_tracked, struct thing, 1);
HUTCH_POOL_SPAWNED(lone_spawned, struct thing, 1, .hooks = &births);
HUTCH_POOL_SPAWNED(lone_huge, struct huge, 1, .lock = HUTCH_LOCK_IRQ, .hooks = &births);
HERD(lone_herd, 1);
HERD(three_herd, THRICE);
HERD(many_herd, MANY);

HUTCH_POOL(most, struct thing, MOST);
HUTCH_POOL_TRACKED(most_tracked, struct thing, MOST);
HUTCH_POOL_SPAWNED(most_spawned, struct thing, MOST, .lock = HUTCH_LOCK_IRQ, .hooks = &all);
HUTCH_POOL_TRACKED(most_wide, struct most, FEW);
HUTCH_POOL_SPAWNED(most_wide_spawned, struct most, FEW, .hooks = &half);

HUTCH_POOL(more, struct thing, MORE);
HUTCH_POOL_TRACKED(many_tracked, struct thing, MANY, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_SPAWNED(many_spawned, struct thing, MANY, .lock = HUTCH_LOCK_IRQ, .hooks = &all);
HUTCH_POOL_SPAWNED(many_marked, struct thing, MANY);
HUTCH_POOL_TRACKED(huge_few, struct huge, FEW);
HUTCH_POOL_SPAWNED(huge_spawned, struct huge, FEW, .hooks = &all);
HUTCH_POOL_SPAWNED(huge_scan, struct huge, 2 * W + 2, .lock = HUTCH_LOCK_IRQ, .hooks = &half);
HUTCH_POOL_SPAWNED(huge_two, struct huge, 3 * W + 1);
HUTCH_POOL(huge_locked, struct huge, FEW, .lock = HUTCH_LOCK_IRQ);
HUTCH_POLICY(spills, .spill = &huge_few_pool);
HUTCH_POOL_TRACKED(huge_spilling, struct huge, FEW, .policy = &spills);

const struct subject kinds[] = {
    ROWS_OF(bare),     ONE(wide_few),     ONE(wide_spawned), ONE(wide_plain),   ONE(wide_two),
    ONE(mild),         ONE(milder),       ONE(marked),       ONE(less_marked),  HERDED(pair),
    OVER(over),        OVER(over_two),    OVER(over_three),  ROWS_OF(masked),
#if HUTCH_HAS_LOCK_FREE
    ROWS_OF(shared),
#endif
    ONE(lone_tracked), ONE(lone_spawned), ONE(lone_huge),    HERDED(lone_herd), HERDED(three_herd),
    ONE(most),         ONE(most_tracked), ONE(most_spawned), ONE(most_wide),    ONE(most_wide_spawned),
    ONE(more),         ONE(many_tracked), ONE(many_spawned), ONE(many_marked),  HERDED(many_herd),
    ONE(huge_few),     ONE(huge_spawned), ONE(huge_scan),    ONE(huge_two),     ONE(huge_spilling),
    ONE(huge_locked),
};
const unsigned kinds_count = sizeof kinds / sizeof kinds[0];

void kinds_init(void)
{
    const size_t bytes = sizeof(struct thing);
    CHECK(hutch_pool_over(&over, "over", memory, sizeof memory, bytes, HUTCH_LOCK_IRQ) != 0);
    CHECK(hutch_pool_over(&over_two, "two", memory_of_two, sizeof memory_of_two, bytes, HUTCH_LOCK_NONE) >=
          TWO);
    CHECK(hutch_pool_over(&over_three, "three", memory_of_three, sizeof memory_of_three, bytes,
                          HUTCH_LOCK_IRQ) >= THREE);
}
