// SPDX-License-Identifier: MIT
// gba.h - of libgba, what gba.c uses.
#include "console.h"

enum { IRQ_VBLANK = 1, MODE_3 = 3, BG2_ON = 0x400, KEY_A = 1 };
#define RGB5(red, green, blue) ((uint16_t)((red) | (green) << 5 | (blue) << 10))

static uint16_t MODE3_FB[160][240];

static inline void irqInit(void)
{
}
static inline void irqEnable(int mask)
{
    (void)mask;
}
static inline void SetMode(int mode)
{
    (void)mode;
}
static inline void scanKeys(void)
{
}
static inline uint16_t keysDown(void)
{
    return console_is_pressed() ? KEY_A : 0;
}
static inline void VBlankIntrWait(void)
{
    static bool has_begun;
    if (has_begun) {
        for (int x = 0; x < 240; x++) {
            if (MODE3_FB[80][x] != 0) {
                console_show(x);
            }
        }
        console_end();
    }
    has_begun = true;
}
