// SPDX-License-Identifier: MIT
// gameboy.c - a fault on the Game Boy's screen, over a background and sprites that reach into the last line.
#include "board.h"
#include "gameboy/registers.h"
#include "gameboy/sprites.h"
#include "gameboy/video.h"
#include "hutch/hutch.h"
#include "hutch_gameboy.h"

struct bullet {
    uint8_t x, y;
};
HUTCH_POOL(bullets, struct bullet, 12);

enum { GROUND = 1, BLOB = 2 }; // tiles

#if !defined NO_FAULT
void hutch_on_fault(const struct hutch_fault *fault)
{
    __asm__("di");
    hutch_line(fault, hutch_gameboy_put, NULL);
    *(volatile uint16_t *)0xC002 = 0x600D; // of board.c: it has ended, and the last picture is compared
    for (;;) {}
}
#endif

static const uint8_t ground[16] = {0xFF, 0xFF, 0x55, 0xAA, 0xAA, 0x55, 0x44, 0x00,
                                   0x11, 0x00, 0x44, 0x00, 0,    0,    0,    0};
static const uint8_t blob[16] = {0x3C, 0x3C, 0x7E, 0x7E, 0xFF, 0xFF, 0xFF, 0xFF,
                                 0xFF, 0xFF, 0xFF, 0xFF, 0x7E, 0x7E, 0x3C, 0x3C};

// Every second bullet begins above the last line and reaches into it, or is in it.
static void draw(void)
{
    video_off();
    for (uint8_t i = 0; i < 16; i++) {
        HUTCH_GAMEBOY(VIDEO_TILE(GROUND) + i) = ground[i];
        HUTCH_GAMEBOY(VIDEO_SPRITE_TILE(BLOB) + i) = blob[i];
    }
    for (uint8_t x = 0; x < SCREEN_COLUMNS; x++) {
        video_map((uint16_t)(MAP_BACKGROUND + 32 * 16 + x), GROUND);
        video_map((uint16_t)(MAP_BACKGROUND + 32 * 17 + x), GROUND);
    }
    HUTCH_FOREACH (struct bullet, it, bullets) {
        struct sprite *const sprite = SPRITE_AT(sprites_take());
        sprite->x = it->x;
        sprite->y = it->y;
        sprite->tile = BLOB;
    }
    sprites_settle();
    video_on();
}

int main(void)
{
    board_init();
    for (uint8_t i = 0; i < 11; i++) {
        struct bullet *const bullet = bullets_acquire();
        bullet->x = (uint8_t)(12 + 14 * i);
        bullet->y = (uint8_t)((i & 1) != 0 ? 138 + i : 60 + 6 * i);
    }
    draw();
    for (uint8_t frame = 0; frame < 4; frame++) { // until the board has copied the sprites
        (void)board_present();
    }
#if !defined NO_FAULT
    bullets_release(bullets_at(3));
    bullets_release(bullets_at(3));
#endif
    return 0;
}
