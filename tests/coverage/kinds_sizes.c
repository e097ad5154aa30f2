// SPDX-License-Identifier: MIT
// kinds_sizes.c - in place of kinds_pools.c: pools of one slot, of the most that the small engine serves, 255
// slots of 255 bytes, and of more.

#include "kinds.h"

#include "hutch/spawn.h"
#include "hutch/policy.h"
#include "hutch/report.h"

// The capacities of one word, of a scan, of two levels, and of three middle words in three levels.
enum { W = HUTCH_WORD_BITS, FEW = 5, SCAN = 2 * W + 2, TWO = 3 * W + 1, THREE = 2 * W * W + 9 };
// As much as the small engine serves; as many slots as refs of 16 bits allow, and more.
enum { MOST = 255, MANY = 256, MORE = 330 };

struct wide {
    uint8_t bytes[MOST];
};
struct huge {
    uint8_t bytes[300];
};

HUTCH_POOL_TRACKED(lone_tracked, struct thing, 1);
HUTCH_POOL_SPAWNED(lone_spawned, struct thing, 1, .hooks = &kinds_births);
HUTCH_POOL_SPAWNED(lone_huge, struct huge, 1, .lock = HUTCH_LOCK_IRQ, .hooks = &kinds_births);
#define HERD(name, capacity)                                         \
    HUTCH_POOL_PREFABS(name, struct thing, capacity);                \
    HUTCH_PREFAB(name##_full, name, hutch_no_components, {1, 2, 3}); \
    HUTCH_PREFAB(name##_bare, name, hutch_no_components, {4, 5, 6})
HERD(lone_herd, 1);
HERD(three_herd, THREE);
HERD(many_herd, MANY);

HUTCH_POOL(most, struct thing, MOST);
HUTCH_POOL_TRACKED(most_tracked, struct thing, MOST);
HUTCH_POOL_SPAWNED(most_spawned, struct thing, MOST, .lock = HUTCH_LOCK_IRQ, .hooks = &kinds_hooks);
HUTCH_POOL_TRACKED(most_wide, struct wide, FEW);
HUTCH_POOL_SPAWNED(most_wide_spawned, struct wide, FEW, .hooks = &kinds_half);

HUTCH_POOL(more, struct thing, MORE);
HUTCH_POOL_TRACKED(many_tracked, struct thing, MANY, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_SPAWNED(many_spawned, struct thing, MANY, .lock = HUTCH_LOCK_IRQ, .hooks = &kinds_hooks);
HUTCH_POOL_SPAWNED(many_marked, struct thing, MANY);
HUTCH_POOL_TRACKED(huge_few, struct huge, FEW);
HUTCH_POOL_SPAWNED(huge_spawned, struct huge, FEW, .hooks = &kinds_hooks);
HUTCH_POOL_SPAWNED(huge_scan, struct huge, SCAN, .lock = HUTCH_LOCK_IRQ, .hooks = &kinds_half);
HUTCH_POOL_SPAWNED(huge_two, struct huge, TWO);
HUTCH_POOL(huge_locked, struct huge, FEW, .lock = HUTCH_LOCK_IRQ);
HUTCH_POLICY(spills, .spill = &huge_few_pool);
HUTCH_POOL_TRACKED(huge_spilling, struct huge, FEW, .policy = &spills);

const struct kind kinds[] = {
    ONE(lone_tracked), ONE(lone_spawned), ONE(lone_huge),    PREFABS(lone_herd), PREFABS(three_herd),
    ONE(most),         ONE(most_tracked), ONE(most_spawned), ONE(most_wide),     ONE(most_wide_spawned),
    ONE(more),         ONE(many_tracked), ONE(many_spawned), ONE(many_marked),   PREFABS(many_herd),
    ONE(huge_few),     ONE(huge_spawned), ONE(huge_scan),    ONE(huge_two),      ONE(huge_spilling),
    ONE(huge_locked),
};
const unsigned kinds_length = sizeof kinds / sizeof kinds[0];
HUTCH_POOL_LIST(&lone_tracked_pool, &lone_spawned_pool, &lone_huge_pool, &lone_herd_pool, &most_pool,
                &most_tracked_pool, &most_spawned_pool, &most_wide_pool, &most_wide_spawned_pool, &more_pool,
                &many_tracked_pool, &many_spawned_pool, &many_marked_pool, &three_herd_pool, &many_herd_pool,
                &huge_few_pool, &huge_spawned_pool, &huge_scan_pool, &huge_two_pool, &huge_spilling_pool,
                &huge_locked_pool);
uint32_t kinds_dice = 1;

void kinds_init(void)
{
}
