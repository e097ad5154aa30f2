// SPDX-License-Identifier: MIT
// stage.c - the screen as boards/gba/screen.h wants it: sprites by number, backgrounds, buttons, pause.
#include "stage.h"
#include "gba/screen.h"
#include "board.h"
#include "state.h"

enum {
    HIDDEN = 0x0200,
    STRETCHED = 0x0300, // by matrix 0, in twice the area
    MIRRORED = 0x1000,
    BEHIND_WORDS = 1 << 10,
    MODE_WITH_SPRITES = 0x1F40, // four backgrounds, sprites whose tiles follow one another
};

HUTCH_POOL_IDS_DEFINE(oam);

bool stage_is_paused;

static union {
    uint16_t words[128][4]; // the last of four sprites is a matrix of all
    uint32_t copied[256];
} shadow;
static unsigned most_sprites;
static bool had_start;

bool stage_put(const struct actor *actor, int x, int y, bool mirrored)
{
    if (x <= -32 || x >= SCREEN_WIDTH || y <= -32 || y >= 160) {
        return true;
    }
    const int id = oam_acquire();
    if (id < 0) {
        return false;
    }
    uint16_t *const words = shadow.words[id];
    words[0] = (uint16_t)(y & 0xFF);
    words[1] = (uint16_t)((x & 0x1FF) | (mirrored ? MIRRORED : 0) | actor->size << 14);
    words[2] = (uint16_t)(actor->tile | BEHIND_WORDS | actor->palette << 12);
    return true;
}

// The matrix says how far to go in the picture for a pixel on the screen.
bool stage_put_stretched(const struct actor *actor, int x, int y, unsigned across, unsigned down,
                         bool mirrored)
{
    const int id = x > -32 && x < SCREEN_WIDTH + 32 ? oam_acquire() : -1;

    if (id < 0) {
        return false;
    }
    const int step = (int)(0x10000u / across);
    shadow.words[0][3] = (uint16_t)(mirrored ? -step : step);
    shadow.words[1][3] = 0;
    shadow.words[2][3] = 0;
    shadow.words[3][3] = (uint16_t)(0x10000u / down);
    shadow.words[id][0] = (uint16_t)(((y - 32) & 0xFF) | STRETCHED);
    shadow.words[id][1] = (uint16_t)(((x - 32) & 0x1FF) | actor->size << 14);
    shadow.words[id][2] = (uint16_t)(actor->tile | BEHIND_WORDS | actor->palette << 12);
    return true;
}

void screen_init(void)
{
    backdrop_load();
    words_load();
    actors_load();
}

void screen_on(void)
{
    DISPLAY_CONTROL = MODE_WITH_SPRITES;
}

void screen_begin(void)
{
    oam_clear();
}

void screen_show(void)
{
    for (int id = 0; id < 128; id++) {
        if (!oam_is_live(id)) {
            shadow.words[id][0] = HIDDEN;
        }
    }
    dma3_move(DMA3_COPY_WORDS, shadow.copied, SPRITES_32, 256);
}

void screen_end(void)
{
    most_sprites = oam_live() > most_sprites ? oam_live() : most_sprites;
}

unsigned screen_sprites_peak(void)
{
    return most_sprites;
}

unsigned screen_tiles_peak(void)
{
    return 0; // all tiles are loaded once
}

uint8_t screen_buttons(unsigned keys)
{
    const bool is_playing = game.screen == SCREEN_PLAY;
    unsigned buttons = 0;

    buttons |= (keys & KEY_LEFT) != 0 ? BOARD_LEFT : 0u;
    buttons |= (keys & KEY_RIGHT) != 0 ? BOARD_RIGHT : 0u;
    buttons |= (keys & (KEY_UP | KEY_B)) != 0 ? BOARD_UP : 0u;
    buttons |= (keys & KEY_SELECT) != 0 ? BOARD_DOWN : 0u;
    buttons |= (keys & KEY_A) != 0 || (!is_playing && (keys & KEY_START) != 0) ? BOARD_A : 0u;
    if ((keys & KEY_L) != 0) {
        buttons = (buttons & ~(unsigned)BOARD_RIGHT) | BOARD_LEFT | BOARD_A;
    } else if ((keys & KEY_R) != 0) {
        buttons = (buttons & ~(unsigned)BOARD_LEFT) | BOARD_RIGHT | BOARD_A;
    }
    return (uint8_t)buttons;
}

// Start alone stops the game, after a frame that shows the dinosaur though it blinks, and starts it again.
bool screen_is_paused(unsigned keys)
{
    const bool was_paused = stage_is_paused;
    const bool has_start = (keys & (KEY_A | KEY_B | KEY_SELECT | KEY_START)) == KEY_START;

    if (has_start && !had_start && game.screen == SCREEN_PLAY) {
        stage_is_paused = !stage_is_paused;
        music_mute(stage_is_paused);
        if (stage_is_paused) {
            words_put("PAUSE", 12, 9, PALETTE_WHITE);
        } else {
            words_clear(12, 9, 5);
        }
    }
    had_start = has_start;
    return stage_is_paused && was_paused;
}
