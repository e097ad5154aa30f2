// SPDX-License-Identifier: MIT
// from_level_array.c - from an array whose places have meanings, such as the foe of each room: the pool is
// over the array, and a place is claimed before its first write.

#include "recipe.h"

enum { ROOMS = 6 };
struct foe {
    uint8_t hp;
};
static struct foe room_foes[ROOMS] = {{3}, {3}, {9}};
HUTCH_POOL_OVER(foes, struct foe, room_foes, ROOMS);
static unsigned faults;

HUTCH_ON_FAULT(fault)
{
    SHOW(fault->code == HUTCH_FAULT_WRITE_AFTER_RELEASE);
    faults++;
}

// ---- Wrong: writes first, as code with an `active` flag may. The place was not asked for yet.

static bool wrong_enter(unsigned room, uint8_t hp)
{
    foes_at(room)->hp = hp;
    return foes_claim(room) != NULL;
}

// ---- Right

static bool enter(unsigned room, uint8_t hp)
{
    struct foe *const foe = foes_claim(room); // NULL: somebody is there
    if (foe != NULL) {
        foe->hp = hp;
    }
    return foe != NULL;
}

int main(void)
{
    SHOW(hutch_adopt(&foes_pool, 3) == 3 && foes_at(2)->hp == 9); // who stands there from the start

    SHOW(!wrong_enter(2, 1) && foes_at(2)->hp == 1); // refused, and yet the boss has lost his 9
    SHOW(foes_release_at(2) && wrong_enter(2, 7));
    // A release build has the 7 by luck. A debug build reports the write, and fills what is claimed.
    SHOW(HUTCH_CFG_CHECK < 2 ? foes_at(2)->hp == 7 : foes_at(2)->hp != 7 && faults == 1);

    faults = 0;
    SHOW(!enter(0, 1) && foes_at(0)->hp == 3);
    SHOW(foes_release_at(0) && enter(0, 7) && foes_at(0)->hp == 7);
    SHOW(foes_live() == 3 && faults == 0);
    return 0;
}
