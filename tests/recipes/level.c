// SPDX-License-Identifier: MIT
// level.c - one level after another: crates that stand there from the start, a hero that stays, and what
// was forgotten.

#include "recipe.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"

struct crate {
    int16_t x, y;
};
static struct crate level_crates[3] = {{10, 4}, {30, 4}, {50, 9}};
HUTCH_POOL_OVER(crates, struct crate, level_crates, 3);

struct actor {
    uint8_t hp;
};
HUTCH_POOL_SPAWNED(actors, struct actor, 8);
HUTCH_SCENE(level, &crates_pool, &actors_pool);

static unsigned leaks;

HUTCH_ON_FAULT(fault)
{
    leaks += fault->code == HUTCH_FAULT_LEAK ? 1u : 0u;
}

int main(void)
{
    SHOW(hutch_adopt(&crates_pool, 3) == 3);
    SHOW(crates_at(2)->x == 50);
    struct actor *const hero = actors_spawn(NULL);
    hero->hp = 9;
    actors_persist(hero, true);
    const actors_ref_t ref = actors_ref(hero);
    actors_spawn(NULL);
    SHOW(hutch_scene_check(&level) == 4 && leaks == 4); // three crates and an actor are still there
    SHOW(hutch_scene_reset(&level) == 4);
    SHOW(actors_deref(ref) == hero && hero->hp == 9);
    return 0;
}
