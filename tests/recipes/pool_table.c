// SPDX-License-Identifier: MIT
// pool_table.c - one function for all kinds of objects: a table of descriptors, by kind.
//
// The functions over a descriptor are compiled once for all pools. They are slower than typed ones, which
// fold around their pool: use them where the kind is known at run time only.

#include "recipe.h"

struct orc {
    uint8_t kind, hp; // every type begins with its kind
};
struct bat {
    uint8_t kind, speed;
    int16_t height;
};
HUTCH_POOL(orcs, struct orc, 8);
HUTCH_POOL(bats, struct bat, 16);

enum kind { ORC, BAT, KINDS };
static const struct hutch_pool *const pool_of[KINDS] = {[ORC] = &orcs_pool, [BAT] = &bats_pool};

static uint8_t *monster_make(enum kind kind)
{
    uint8_t *const monster = (uint8_t *)hutch_acquire(pool_of[kind]);
    if (monster != NULL) {
        memset(monster, 0, hutch_object_bytes(pool_of[kind]));
        *monster = (uint8_t)kind;
    }
    return monster;
}

static bool monster_drop(const uint8_t *monster)
{
    return hutch_release(pool_of[*monster], monster);
}

int main(void)
{
    const uint8_t *const orc = monster_make(ORC), *const bat = monster_make(BAT);
    SHOW(*bat == BAT && ((const struct bat *)(const void *)bat)->height == 0);
    SHOW(monster_drop(orc) && orcs_live() == 0 && bats_live() == 1);
    SHOW(hutch_capacity(pool_of[BAT]) == 16);
    return 0;
}
