// SPDX-License-Identifier: MIT
// rewind.c - a game that goes back: all of a level, refs and pointers included, is a struct to copy.

#include "recipe.h"
#include "hutch/state.h"

struct foe {
    int x, health;
};
HUTCH_POOL_TRACKED(foes, struct foe, 8);
struct missile {
    int x;
    foes_ref_t target;
};
HUTCH_POOL(missiles, struct missile, 4);
HUTCH_STATE(level, foes, missiles);

enum { SECONDS = 4 };
static struct moment {
    struct level_state pools;
    int score; // what is in no pool is saved beside them
} past[SECONDS];
static int score;

static void remember(unsigned now)
{
    level_save(&past[now % SECONDS].pools);
    past[now % SECONDS].score = score;
}

static void go_back_to(unsigned then)
{
    level_load(&past[then % SECONDS].pools);
    score = past[then % SECONDS].score;
}

static void fly(void)
{
    HUTCH_FOREACH (struct missile, missile, missiles) {
        struct foe *const foe = foes_deref(missile->target);
        if (foe == NULL || ++missile->x < foe->x) {
            continue;
        }
        foes_release(foe);
        missiles_release(missile);
        score++;
    }
}

// ---- Wrong: only the bytes come back. The foe is there, and not live: the next acquire takes its slot.

static unsigned wrong_rewind(void)
{
    struct foe *const foe = foes_acquire();
    SHOW(foe != NULL);
    foe->health = 3;
    const struct foe copy = *foe;
    foes_release(foe);
    if (HUTCH_CFG_CHECK < 2) { // a debug build reports this line
        *foe = copy;
    }
    return foes_acquire() == foe ? 1u : 0u;
}

int main(void)
{
    struct foe *const foe = foes_acquire();
    struct missile *const missile = missiles_acquire();
    SHOW(foe != NULL && missile != NULL);
    foe->x = 3;
    *missile = (struct missile){0, foes_ref(foe)};
    for (unsigned now = 0; now < SECONDS; now++) {
        remember(now);
        fly();
    }
    SHOW(score == 1 && foes_live() == 0 && missiles_live() == 0);

    go_back_to(1);
    SHOW(score == 0 && foes_is_live(foe) && missile->x == 1);
    SHOW(foes_deref(missile->target) == foe); // the ref is right again
    fly();
    fly();
    SHOW(score == 1 && foes_live() == 0);

    const unsigned lost = wrong_rewind();
    printf("rewind.c: back to the second before last; by the bytes alone %u foe is lost\n", lost);
    return 0;
}
