// SPDX-License-Identifier: MIT
// gba.c - bullets on a Game Boy Advance, with devkitARM and libgba.
#include <gba.h>

#include "hutch/hutch.h"

struct bullet {
    int x, y;
};
HUTCH_POOL(bullets, struct bullet, 16);

int main(void)
{
    irqInit();
    irqEnable(IRQ_VBLANK);
    SetMode(MODE_3 | BG2_ON);
    for (;;) {
        VBlankIntrWait();
        scanKeys();
        if ((keysDown() & KEY_A) != 0) {
            struct bullet *const fired = bullets_acquire();
            if (fired != NULL) { // NULL: all sixteen are in the air
                fired->x = 0;
                fired->y = 80;
            }
        }
        HUTCH_FOREACH (struct bullet, it, bullets) {
            MODE3_FB[it->y][it->x] = RGB5(0, 0, 0);
            it->x += 3;
            if (it->x < 240) {
                MODE3_FB[it->y][it->x] = RGB5(31, 31, 0);
            } else {
                bullets_release(it); // releasing inside the loop is fine
            }
        }
    }
}
