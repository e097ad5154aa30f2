// SPDX-License-Identifier: MIT
// sprite_ids.c - numbers without storage: each sprite on the screen has its place in the video chip's table
// (OAM).

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

int main(void)
{
    const int hero = sprite_show(10, 20, 1), foe = sprite_show(30, 20, 2);
    SHOW(hero == 0 && foe == 1);
    sprite_hide(hero);
    SHOW(oam[0].y == HIDDEN && sprites_live() == 1);
    HUTCH_FOREACH_ID (id, sprites) {
        SHOW(id == foe && oam[id].tile == 2);
    }
    return 0;
}
