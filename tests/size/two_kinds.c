// SPDX-License-Identifier: MIT
// two_kinds.c - the second program of sdcc.py: a plain pool, one with hooks and refs, and a scene of both.
#include "hutch/hutch.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"

struct bullet {
    unsigned char x, y, dx, dy, kind;
};
struct enemy {
    unsigned char x, y, life;
    int timer;
    unsigned char kind;
};

static void born(void *object, const void *args)
{
    ((struct enemy *)object)->life = *(const unsigned char *)args;
}

static void dies(void *object)
{
    ((struct enemy *)object)->life = 0;
}

static const struct hutch_hooks hooks = {NULL, born, dies};
HUTCH_POOL(bullets, struct bullet, 10);
HUTCH_POOL_SPAWNED(enemies, struct enemy, 20, .hooks = &hooks);
HUTCH_SCENE(level, &bullets_pool, &enemies_pool);

void main(void)
{
    static const unsigned char life = 3;
    struct bullet *const bullet = bullets_acquire();
    struct enemy *const enemy = enemies_spawn(&life);
    const enemies_ref_t ref = enemies_ref(enemy);
    HUTCH_FOREACH (struct enemy, each, enemies) {
        each->x++;
    }
    if (enemies_deref(ref) != NULL) {
        enemies_despawn(enemy);
    }
    bullets_release(bullet);
    hutch_scene_reset(&level);
}
