// SPDX-License-Identifier: MIT
// sprites.c - hands out the 40 slots of the hardware.
#include "sprites.h"
#include "fast.h"
#include "hutch/hutch.h"
#include "hutch/stats.h"

volatile uint8_t sprites_busy;
volatile uint8_t sprites_turning;
bool sprites_take_turns;
uint8_t sprites_turned;

HUTCH_POOL_IDS(oam, SPRITES);

void sprites_init(void)
{
    for (uint8_t i = 0; i < SPRITES; i++) {
        SPRITE_AT(i * sizeof(struct sprite))->y = SPRITE_HIDDEN;
    }
    sprites_install_copy();
    sprites_turn();
}

void sprites_settle(void)
{
    sprites_take_turns = false;
    sprites_turned = 12;
    sprites_turn();
}

uint8_t sprites_take(void)
{
    const int id = oam_acquire();
    struct sprite *sprite;

    if (id < 0) {
        return NO_SPRITE;
    }
    sprite = SPRITE_AT((uint8_t)id * sizeof(struct sprite));
    sprite->y = SPRITE_HIDDEN;
    sprite->how = 0;
    return (uint8_t)((uint8_t)id * sizeof(struct sprite));
}

void sprites_give(uint8_t slot)
{
    if (slot != NO_SPRITE) {
        SPRITE_AT(slot)->y = SPRITE_HIDDEN;
        oam_release(slot / sizeof(struct sprite));
    }
}

uint8_t sprites_peak(void)
{
    return (uint8_t)oam_peak();
}
