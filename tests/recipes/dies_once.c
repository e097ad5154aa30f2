// SPDX-License-Identifier: MIT
// dies_once.c - three pellets hit a foe in one frame: it must die once, and drop one coin.
//
// Clearing a flag that is clear already is silent. The second release of an object returns false, changes
// nothing and is reported with the pool and the slot, in release builds, too.

#include "recipe.h"

enum { PELLETS = 3 };
struct foe {
    int8_t hp;
};
static unsigned coins, faults;

HUTCH_ON_FAULT(fault)
{
    SHOW(fault->code == HUTCH_FAULT_DOUBLE_RELEASE && fault->index == 0);
    faults++;
}

// ---- Before: the loop over the pellets goes on when the foe is dead

static struct {
    struct foe foe;
    bool active;
} old_foe = {{1}, true};

static void old_volley(void)
{
    for (unsigned i = 0; i < PELLETS; i++) {
        old_foe.foe.hp = (int8_t)(old_foe.foe.hp - 1);
        if (old_foe.foe.hp <= 0) {
            old_foe.active = false;
            coins++;
        }
    }
}

// ---- The same with a pool: the loop is still wrong, but the coin depends on the release

HUTCH_POOL(foes, struct foe, 4);

static void careless_volley(struct foe *foe)
{
    int hp = foe->hp;
    for (unsigned i = 0; i < PELLETS; i++) {
        if (--hp <= 0 && foes_release(foe)) {
            coins++;
        }
    }
}

// ---- After: what is dead is left alone

static void volley(struct foe *foe)
{
    for (unsigned i = 0; i < PELLETS; i++) {
        foe->hp = (int8_t)(foe->hp - 1);
        if (foe->hp <= 0) {
            coins += foes_release(foe) ? 1u : 0u;
            return;
        }
    }
}

static unsigned coins_of(void (*fire)(struct foe *foe))
{
    struct foe *const foe = foes_claim(0);
    foe->hp = 1;
    coins = 0;
    fire(foe);
    return coins;
}

int main(void)
{
    old_volley();
    SHOW(!old_foe.active && coins == 3); // dead, and paid for three times
    SHOW(coins_of(careless_volley) == 1 && faults == 2);
    SHOW(coins_of(volley) == 1 && faults == 2);
    return 0;
}
