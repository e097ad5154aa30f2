// SPDX-License-Identifier: MIT
// sprite_ids.c - each sprite on the screen has a place in the video chip's table (OAM): by a pool of numbers,
// or by the number of an object's slot.

#include "recipe.h"

enum { OAM_ENTRIES = 128, HIDDEN = 0x200 };
static struct {
    uint16_t y, x, tile, unused;
} oam[OAM_ENTRIES]; // at 0x07000000 on a Game Boy Advance

HUTCH_POOL_IDS(sprites, OAM_ENTRIES);

static int sprite_show(uint16_t x, uint16_t y, uint16_t tile)
{
    const int id = sprites_acquire(); // -1 when all are in use
    if (id >= 0) {
        oam[id].x = x;
        oam[id].y = y;
        oam[id].tile = tile;
    }
    return id;
}

static void sprite_hide(int id)
{
    if (sprites_release(id)) { // false and a fault for a number that is not in use
        oam[id].y = HIDDEN;
    }
}

// ---- Or the slot's number is the place. Then nothing is kept, and what is free must be hidden.

struct foe {
    uint8_t x, y;
};
struct shot {
    uint8_t x, y, speed;
};
HUTCH_POOL(foes, struct foe, 5);
HUTCH_POOL(shots, struct shot, 8);

// The foes' places begin after all that the shots may need. After the live ones, shots_live(), is wrong: the
// only shot may be in slot 7.
enum { FIRST_FOE = 8, FOE = 2 };
HUTCH_STATIC_ASSERT(FIRST_FOE + 5 <= OAM_ENTRIES, the_foes_fit);

static void draw_foe(const struct foe *foe)
{
    oam[FIRST_FOE + foes_index(foe)].x = foe->x;
    oam[FIRST_FOE + foes_index(foe)].y = foe->y;
    oam[FIRST_FOE + foes_index(foe)].tile = FOE;
}

static void wrong_draw_foes(void) // nobody hides the sprite of a foe that is gone
{
    HUTCH_FOREACH (const struct foe, foe, foes) {
        draw_foe(foe);
    }
}

static void draw_foes(void)
{
    for (unsigned i = 0; i < foes_capacity(); i++) {
        if (foes_is_live_at(i)) {
            draw_foe(foes_at(i));
        } else {
            oam[FIRST_FOE + i].y = HIDDEN;
        }
    }
}

static void show_slots(void)
{
    foes_claim(0)->y = foes_claim(1)->y = 50;
    draw_foes();
    SHOW(foes_release_at(0));
    wrong_draw_foes();
    SHOW(oam[FIRST_FOE].y == 50); // a ghost stays
    draw_foes();
    SHOW(oam[FIRST_FOE].y == HIDDEN && oam[FIRST_FOE + 1].y == 50 && oam[FIRST_FOE + 1].tile == FOE);

    const unsigned place = shots_index(shots_claim(7));
    SHOW(place >= shots_live()); // if the foes began there, one of them would have this shot's place, too
    SHOW(place < FIRST_FOE);
}

int main(void)
{
    const int hero = sprite_show(10, 20, 1), foe = sprite_show(30, 20, 2);
    SHOW(hero == 0 && foe == 1);
    sprite_hide(hero);
    SHOW(oam[0].y == HIDDEN && sprites_live() == 1);
    HUTCH_FOREACH_ID (id, sprites) {
        SHOW(id == foe && oam[id].tile == 2);
    }
    show_slots();
    return 0;
}
