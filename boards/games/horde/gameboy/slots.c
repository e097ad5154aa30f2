// SPDX-License-Identifier: MIT
// slots.c - takes sprites for the game's objects, gives them back, and fills them.
#include "slots.h"
#include "stage.h"

uint8_t spark_slots[SPARKS];

void take_slots(uint8_t *slots, uint8_t count)
{
    for (; count > 0; count--) {
        *slots++ = sprites_take();
    }
}

void give_slots(uint8_t *slots, uint8_t count)
{
    for (; count > 0; count--) {
        sprites_give(*slots);
        *slots++ = NO_SPRITE;
    }
}

void hide_slots(const uint8_t *slots, uint8_t count)
{
    for (; count > 0; count--) {
        if (*slots != NO_SPRITE) {
            SPRITE_AT(*slots)->y = SPRITE_HIDDEN;
        }
        slots++;
    }
}

// Sparks are what is missed least: when a sprite is wanted and none is left, one of theirs is.
uint8_t take_urgent(void)
{
    const uint8_t slot = sprites_take();

    for (uint8_t i = 0; slot == NO_SPRITE && i < SPARKS; i++) {
        if (spark_slots[i] != NO_SPRITE) {
            const uint8_t stolen = spark_slots[i];
            spark_slots[i] = NO_SPRITE;
            SPRITE_AT(stolen)->how = 0;
            return stolen;
        }
    }
    return slot;
}

void slot_put(uint8_t slot, uint8_t x, uint8_t y, uint8_t tile, uint8_t how)
{
    struct sprite *sprite;

    if (slot == NO_SPRITE) {
        return;
    }
    sprite = SPRITE_AT(slot);
    sprite->y = y;
    sprite->x = x;
    sprite->tile = tile;
    sprite->how = how;
}
