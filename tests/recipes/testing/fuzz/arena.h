// SPDX-License-Identifier: MIT
// arena.h - a game's foes, and missiles that chase them. Your code comes in its place.
#include "hutch/hutch.h"
#include "hutch/report.h"

enum { FOES = 4, MISSILES = 2, STAGES = 2, STAGE_TICKS = 7, MISSILE_DAMAGE = 3 };

struct foe {
    int hp;
};
HUTCH_POOL_TRACKED(foes, struct foe, FOES);

struct missile {
    foes_ref_t target;
    int fuel[STAGES];
};
HUTCH_POOL(missiles, struct missile, MISSILES);
HUTCH_POOL_LIST(&foes_pool, &missiles_pool);

static struct foe *foe_enter(int hp) // NULL: the arena is full
{
    struct foe *const foe = foes_acquire();
    if (foe != NULL) {
        foe->hp = hp;
    }
    return foe;
}

static void foe_hit(struct foe *foe, int damage)
{
    foe->hp -= damage;
    if (foe->hp <= 0) {
        foes_release(foe);
    }
}

static struct missile *missile_launch(const struct foe *target) // NULL: there are enough
{
    struct missile *const missile = missiles_acquire();
    if (missile != NULL) {
        missile->target = foes_ref(target);
        for (unsigned stage = 0; stage < STAGES; stage++) {
            missile->fuel[stage] = STAGE_TICKS;
        }
    }
    return missile;
}

static bool missile_burns(struct missile *missile)
{
    int *const fuel = missile->fuel[0] != 0 ? &missile->fuel[0] : &missile->fuel[1];
    return *fuel != 0 && (*fuel)-- != 0;
}

// A missile hits when it is empty, and ends; so does one whose target is gone.
static void arena_tick(void)
{
    HUTCH_FOREACH (struct missile, missile, missiles) {
        struct foe *const target = foes_deref(missile->target); // NULL once that foe is gone
        if (target != NULL && missile_burns(missile)) {
            continue;
        }
        if (target != NULL) {
            foe_hit(target, MISSILE_DAMAGE);
        }
        missiles_release(missile);
    }
}

static void arena_clear(void)
{
    missiles_clear();
    foes_clear();
}
