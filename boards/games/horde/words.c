// SPDX-License-Identifier: MIT
// words.c - what the game says: the line of scores under the ground, the title, waves, and the end.
#include "art.h"
#include "draw.h"
#include "font.h"
#include "state.h"

enum {
    GROUND_SHADE = 10,
    STATUS_Y = 58,
    STATUS_SHADE = 11,
    NOUGHT_SHADE = 5,
    LIVES_SHOWN = 3,
    TUFT_DISTANCE = 44,
    TITLE_Y = 3,
    LETTER_ADVANCE = 15,
    BLINK = 32
};

// -------------------------------------------------------------------------------------- status

static void draw_points(uint16_t tens, int x, uint8_t shade)
{
    static const char nought[] BOARD_FLASH = "0";

    font_number(tens, 5, x, STATUS_Y, shade, NOUGHT_SHADE);
    font_text(nought, x + 5 * FONT_ADVANCE, STATUS_Y, shade);
}

static void draw_lives(void)
{
    const int advance = art_width(art_heart);
    const uint8_t shown = game.lives < LIVES_SHOWN ? game.lives : LIVES_SHOWN;

    if (game.lives > LIVES_SHOWN) {
        art_draw(art_heart, 0, BOARD_WIDTH - 3 * FONT_ADVANCE - advance, STATUS_Y, false);
        font_number(game.lives, 3, BOARD_WIDTH - 3 * FONT_ADVANCE, STATUS_Y, BOARD_WHITE, BOARD_BLACK);
        return;
    }
    for (uint8_t i = 0; i < shown; i++) {
        art_draw(art_heart, 0, BOARD_WIDTH - (i + 1) * advance, STATUS_Y, false);
    }
}

static void draw_ground(void)
{
    board_fill(0, GROUND_Y, BOARD_WIDTH, 1, GROUND_SHADE);
    for (int x = TUFT_DISTANCE; x < WORLD_WIDTH / PIXEL; x += TUFT_DISTANCE) {
        art_draw(art_tuft, 0, screen_x(x * PIXEL), GROUND_Y - art_height(art_tuft), (x & 8) != 0);
        board_fill(screen_x((x + 17) * PIXEL), GROUND_Y + 1, 3, 1, GROUND_SHADE / 2);
    }
}

void status_draw(void)
{
    static const char hi[] BOARD_FLASH = "HI";
    static const char wave[] BOARD_FLASH = "WAVE";

    draw_ground();
    if (game.screen == SCREEN_TITLE) {
        return;
    }
    draw_points(game.score_tens, 1, BOARD_WHITE);
    font_text(hi, 31, STATUS_Y, STATUS_SHADE);
    draw_points(game.best_tens, 41, STATUS_SHADE);
    font_text(wave, 72, STATUS_Y, STATUS_SHADE);
    font_number(game.wave, 3, 87, STATUS_Y, STATUS_SHADE, BOARD_BLACK);
    draw_lives();
}

// -------------------------------------------------------------------------------------- words

static void draw_actor(const uint8_t *art, uint8_t frame, int x, int height)
{
    art_draw(art, frame, x, GROUND_Y - height - art_height(art), true);
}

static void draw_name(void)
{
    static const char made_of[] BOARD_FLASH = "EVERY OBJECT FROM A HUTCH";
    static const char stampede[] BOARD_FLASH = "S T A M P E D E";
    const uint8_t *const letters[] = {art_letter_h, art_letter_o, art_letter_r, art_letter_d, art_letter_e};
    const int foot = TITLE_Y + art_height(art_letter_o);
    int x = (BOARD_WIDTH - 5 * LETTER_ADVANCE + 3) / 2;

    for (uint8_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        art_draw(letters[i], 0, x, foot - art_height(letters[i]), false);
        x += LETTER_ADVANCE;
    }
    font_centred(HORDE_STAMPEDE ? stampede : made_of, foot + 3, STATUS_SHADE);
}

static void draw_title(void)
{
    static const char press_a[] BOARD_FLASH = "PRESS A";
    static const char keys[] BOARD_FLASH = "<>WALK ^JUMP A:THROW _POOLS";
    const bool is_leap = (game.clock & 16) != 0;

    if (!game.has_overlay) {
        draw_name();
    }
    art_draw(art_dino, is_leap ? DINO_THROWS : DINO_STANDS, 8, GROUND_Y - art_height(art_dino), false);
    art_draw(art_phone, game.clock >> 2 & (PHONE_FRAMES - 1), 32, 40, false);
    draw_actor(art_rabbit_common, !is_leap, 80, is_leap ? 0 : 4);
    draw_actor(art_rabbit_twin, is_leap, 94, is_leap ? 3 : 0);
    draw_actor(art_rabbit_hopper, !is_leap, 112, is_leap ? 0 : 6);
    if ((game.clock & BLINK) == 0) {
        font_centred(press_a, game.has_overlay ? OVERLAY_HEIGHT + 3 : 36, BOARD_WHITE);
    }
    font_centred(keys, STATUS_Y, STATUS_SHADE);
}

static void draw_wave(void)
{
    static const char wave[] BOARD_FLASH = "WAVE";
    const int y = game.has_overlay ? OVERLAY_HEIGHT + 2 : 16;
    const int x = game.wave < 10 ? 40 : 36;

    font_large(wave, x, y, BOARD_WHITE);
    font_large_number(game.wave, x + 40, y, BOARD_WHITE);
}

#if HORDE_STAMPEDE
static void draw_warning(void)
{
    static const char stampede[] BOARD_FLASH = "STAMPEDE";
    static const char left[] BOARD_FLASH = "<";
    static const char right[] BOARD_FLASH = ">";
    const int y = game.has_overlay ? OVERLAY_HEIGHT + 2 : 16;

    font_large(stampede, 32, y, BOARD_WHITE);
    if (game.herd.from_right || game.herd.from_both) {
        font_large(left, 108, y, BOARD_WHITE);
    }
    if (!game.herd.from_right || game.herd.from_both) {
        font_large(right, 12, y, BOARD_WHITE);
    }
}
#endif

static void draw_end(void)
{
    static const char game_over[] BOARD_FLASH = "GAME OVER";
    static const char best[] BOARD_FLASH = "YOUR BEST SO FAR";
    const int y = game.has_overlay ? OVERLAY_HEIGHT + 2 : 12;

    font_large(game_over, 29, y, BOARD_WHITE);
    if (game.score_tens == game.best_tens && !game.has_overlay) {
        font_centred(best, y + 14, STATUS_SHADE);
    }
}

static void draw_again(const char *text)
{
    if ((game.clock & BLINK) == 0 && !game.has_overlay) {
        font_centred(text, 35, BOARD_WHITE);
    }
}

static void draw_offer(const char *what_a_does)
{
    const int y = game.has_overlay ? OVERLAY_HEIGHT + 2 : 16;

    font_centred(gift_text(), y, BOARD_WHITE);
    font_centred(what_a_does, y + 7, STATUS_SHADE);
}

void words_draw(void)
{
    static const char again[] BOARD_FLASH = "A: AGAIN";
    static const char play[] BOARD_FLASH = "A: PLAY";
    static const char take[] BOARD_FLASH = "A: TAKE IT";

    if (game.screen == SCREEN_TITLE) {
        draw_title();
    } else if (game.screen == SCREEN_OVER) {
        draw_end();
        draw_again(again);
    } else if (game.offered != GIFT_NONE) {
        draw_offer(game_is_demo() ? play : take);
    } else if (game.wave_shown > 0 && (game.wave_shown & 16) == 0) {
        draw_wave();
    } else if (game_is_demo()) {
        draw_again(play);
    }
#if HORDE_STAMPEDE
    if (game.screen == SCREEN_PLAY && game.herd.phase == HERD_IS_HEARD && (game.herd.wait & 16) == 0) {
        draw_warning();
    }
#endif
}
