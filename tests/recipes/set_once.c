// SPDX-License-Identifier: MIT
// set_once.c - a field that is the same for every object is set by the construct hook, which runs when a slot
// is first used; not by a loop over all slots before the game.
//
// What an owner may change is set each time: by the spawn hook, or after acquire. Without hooks that is one
// line for all fields, `*shot = (struct shot){.x = x, .radius = 2, .sprite = 7};`: enough for most objects.

#include "recipe.h"
#include "hutch/spawn.h"

struct shot {
    int16_t x;
    uint8_t radius; // 2, but for a power-up
    uint8_t sprite; // 7, always
};

// ---- Wrong: a free slot is nobody's

HUTCH_POOL(wrong_shots, struct shot, 4);

static void show_wrong(void)
{
    for (unsigned i = 0; i < wrong_shots_capacity(); i++) {
        wrong_shots_at(i)->radius = 2;
        wrong_shots_at(i)->sprite = 7;
    }
    struct shot *shot = wrong_shots_acquire();
    SHOW((shot->sprite == 7) == (HUTCH_CFG_CHECK < 2)); // right by luck: a debug build fills what is acquired
    shot->radius = 5;                                   // a power-up
    wrong_shots_release(shot);
    shot = wrong_shots_acquire();
    SHOW(shot->radius != 2); // and the next shot has it, too
}

// ---- Right

static void make_shot(struct shot *shot)
{
    shot->sprite = 7;
}
static void fire_shot(struct shot *shot, const int16_t *x)
{
    shot->x = *x;
    shot->radius = 2;
}
HUTCH_HOOK(make_shot, struct shot);
HUTCH_SPAWN_HOOK(fire_shot, struct shot, int16_t);
static const struct hutch_hooks shot_hooks = {make_shot_hook, fire_shot_hook,
                                              NULL}; // the last is for despawn
HUTCH_POOL_SPAWNED(shots, struct shot, 4, .hooks = &shot_hooks);

int main(void)
{
    show_wrong();
    for (int16_t x = 0; x < 10; x++) {
        struct shot *const shot = shots_spawn(&x);
        SHOW(shot->x == x && shot->radius == 2 &&
             shot->sprite == 7); // debug builds keep what construct wrote
        shot->radius = 5;
        SHOW(shots_despawn(shot));
    }
    return 0;
}
