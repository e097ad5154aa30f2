// SPDX-License-Identifier: MIT
// gb.h - of GBDK-2020, what gameboy.c uses.
#include "console.h"

#define J_A 0x10u
#define LCDCF_OBJON 0b00000010 // binary, as GBDK has them: SDCC warns of that under --std-c99
#define LCDCF_ON 0b10000000
#define SHOW_SPRITES LCDC_REG |= LCDCF_OBJON
#define DISPLAY_ON LCDC_REG |= LCDCF_ON

static volatile uint8_t LCDC_REG;
static uint8_t gb_places[40][2];

static inline void set_sprite_data(uint8_t first, uint8_t count, const uint8_t *data)
{
    (void)first, (void)count, (void)data;
}
static inline void set_sprite_tile(uint8_t sprite, uint8_t tile)
{
    (void)sprite, (void)tile;
}
static inline void move_sprite(uint8_t sprite, uint8_t x, uint8_t y)
{
    gb_places[sprite][0] = x;
    gb_places[sprite][1] = y;
}
static inline void hide_sprite(uint8_t sprite)
{
    gb_places[sprite][1] = 0;
}
static inline uint8_t joypad(void)
{
    return console_is_pressed() ? J_A : 0;
}
static inline void vsync(void)
{
    for (uint8_t i = 0; i < 40; i++) {
        if (gb_places[i][1] != 0) {
            console_show(gb_places[i][0]);
        }
    }
    console_end();
}
