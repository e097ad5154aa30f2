// SPDX-License-Identifier: MIT
// spawn.c - spawn and despawn of a pool without a lock, whose hooks write two fields.

#include "hutch/hutch.h"
#include "hutch/spawn.h"

struct bomb {
    int fuse, target;
};

static void on_spawn(void *object, const void *args)
{
    struct bomb *const bomb = object;
    (void)args;
    bomb->fuse = 60;
    bomb->target = 7;
}

static void on_despawn(void *object)
{
    struct bomb *const bomb = object;
    bomb->fuse = -1;
    bomb->target = -1;
}

static const struct hutch_hooks hooks = {.spawn = on_spawn, .despawn = on_despawn};
HUTCH_POOL_SPAWNED(bombs, struct bomb, 8, .hooks = &hooks);

struct bomb *spawn(void);
struct bomb *spawn(void)
{
    struct bomb *const bomb = bombs_spawn(NULL);
    if (bomb != NULL) {
        bomb->fuse = 30; // after the bit, or before it: only the hook's stores must come before
    }
    return bomb;
}

bool despawn(struct bomb *bomb);
bool despawn(struct bomb *bomb)
{
    bomb->fuse = 0; // likewise
    return bombs_despawn(bomb);
}
