// SPDX-License-Identifier: MIT
// gameboy.c - bullets on a Game Boy, with GBDK-2020: the number of a bullet's slot is that of its sprite.
#include <gb/gb.h>

#include "hutch/hutch.h"

struct bullet {
    uint8_t x, y;
};
HUTCH_POOL(bullets, struct bullet, 8);

static const uint8_t dot[16] = {0, 0, 0, 0, 0x3C, 0x3C, 0x3C, 0x3C, 0x3C, 0x3C, 0x3C, 0x3C};

int main(void)
{
    set_sprite_data(0, 1, dot);
    SHOW_SPRITES;
    DISPLAY_ON;
    for (;;) {
        if ((joypad() & J_A) != 0) {
            struct bullet *const fired = bullets_acquire();
            if (fired != NULL) { // NULL: all eight are in the air
                fired->x = 8;
                fired->y = 80;
                set_sprite_tile((uint8_t)bullets_index(fired), 0);
            }
        }
        HUTCH_FOREACH (struct bullet, it, bullets) {
            const uint8_t sprite = (uint8_t)bullets_index(it);
            it->x += 4;
            if (it->x < 168) {
                move_sprite(sprite, it->x, it->y);
            } else {
                hide_sprite(sprite);
                bullets_release(it); // releasing inside the loop is fine
            }
        }
        vsync();
    }
}
