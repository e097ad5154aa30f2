// SPDX-License-Identifier: MIT
// homing_missile.c - a missile that keeps a weak ref to its target: when the target is gone it flies on,
// straight.

#include "recipe.h"

struct foe {
    int x, y;
};
HUTCH_POOL_TRACKED(foes, struct foe, 12);

struct missile {
    int x, y;
    foes_ref_t target;
};
HUTCH_POOL(missiles, struct missile, 4);

static void step_missile(struct missile *missile)
{
    const struct foe *const target = foes_deref(missile->target); // NULL once that foe is gone
    if (target != NULL) {
        missile->x += target->x > missile->x ? 1 : -1;
    }
    missile->y--;
}

int main(void)
{
    struct foe *const foe = foes_acquire();
    foe->x = 50;
    struct missile *const missile = missiles_acquire();
    missile->x = 0;
    missile->y = 100;
    missile->target = foes_ref(foe);
    step_missile(missile);
    SHOW(missile->x == 1);
    foes_release(foe);
    foes_acquire()->x = 90; // the same slot perhaps, and another foe
    step_missile(missile);
    SHOW(missile->x == 1 && missile->y == 98);
    return 0;
}
