// SPDX-License-Identifier: MIT
// gba.h - of libgba, what gba.c uses.
#include "console.h"

typedef uint16_t u16;
typedef u16 MODE3_LINE[240];
typedef enum irqMASKS { IRQ_VBLANK = 1 } irqMASK;
typedef enum LCDC_BITS { MODE_3 = 3, BG2_ON = 0x400 } LCDC_BITS;
typedef enum KEYPAD_BITS { KEY_A = 1 } KEYPAD_BITS;
#define RGB5(red, green, blue) ((red) | ((green) << 5) | ((blue) << 10))
#define MODE3_FB ((MODE3_LINE *)gba_screen)

static MODE3_LINE gba_screen[160];

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
static inline u16 keysDown(void)
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
