// SPDX-License-Identifier: MIT
// from_active_flags.c - from an array with an `active` flag: the flag goes, the array becomes the pool's
// line. If an interrupt walks the array, read walk_in_interrupt.c as well: a flag that was set last hid the
// object until it was filled.

#include "recipe.h"

// ---- Before

struct old_foe {
    bool active;
    int x;
};
static struct old_foe old_foes[6];

static struct old_foe *old_spawn(int x)
{
    for (unsigned i = 0; i < 6; i++) {
        if (!old_foes[i].active) {
            old_foes[i].active = true;
            old_foes[i].x = x;
            return &old_foes[i];
        }
    }
    return NULL;
}

static int old_step(void)
{
    int sum = 0;
    for (unsigned i = 0; i < 6; i++) {
        if (old_foes[i].active) {
            sum += old_foes[i].x;
            if (old_foes[i].x > 3) {
                old_foes[i].active = false;
            }
        }
    }
    return sum;
}

// ---- After: `if (active)` is the loop, `active = true` is acquire, `active = false` is release

struct foe {
    int x;
};
HUTCH_POOL(foes, struct foe, 6);

static struct foe *spawn(int x)
{
    struct foe *const foe = foes_acquire();
    if (foe != NULL) {
        foe->x = x;
    }
    return foe;
}

static int step(void)
{
    int sum = 0;
    HUTCH_FOREACH (struct foe, foe, foes) {
        sum += foe->x;
        if (foe->x > 3) {
            foes_release(foe);
        }
    }
    return sum;
}

int main(void)
{
    for (int i = 0; i < 40; i++) {
        const struct old_foe *const old = old_spawn(i % 7);
        const struct foe *const foe = spawn(i % 7);
        SHOW((old == NULL) == (foe == NULL));
        SHOW(i % 3 != 0 || old_step() == step());
    }
    return 0;
}
