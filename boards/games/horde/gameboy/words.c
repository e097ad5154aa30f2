// SPDX-License-Identifier: MIT
// words.c - scores, title, waves and the end, in tiles that are written when there is something new to say.
#include "draw.h"
#include "pictures.h"
#include "stage.h"

enum {
    SCORE_COLUMN = 1,
    HI_COLUMN = 5,
    BEST_COLUMN = 6,
    WAVE_COLUMN = 10,
    HEART_COLUMN = 16,
    LIVES_SHOWN = 3,
    KEYS_COLUMN = 3,
    TITLE_COLUMN = 5,
    TITLE_ROW = 2,
    SUBTITLE_ROW = 6,
    SUBTITLE_COLUMN = 4,
    PRESS_COLUMN = 8,
    PRESS_ROW = 8,
    LARGE_COLUMN = 6,
    LARGE_ROW = 7,
    LARGE_LETTERS = 9,
    LINES_COLUMN = 2, // no moon there, and no star but one that other words hide, too
    LINES_ROW = 8,
    KEYS_TILES = 14,
    AGAIN_ROW = 10,
    BLINK = 32,
    WAVE_BLINK = 16,
};

enum said { SAYS_NOTHING, SAYS_TITLE, SAYS_WAVE, SAYS_END, SAYS_PAUSE, SAYS_LINES };

static uint8_t screen_said = 0xFF, said_large, lives_said;
static bool says_press;
static uint16_t score_said, best_said;
static uint8_t wave_said, offer_said;

static const char keys[] = "<>WALK ^JUMP A:THROW _POOLS";

static uint16_t map_at(uint8_t row, uint8_t column)
{
    return (uint16_t)(MAP_BACKGROUND + row * MAP_COLUMNS + column);
}

// -------------------------------------------------------------------------------------- status

// Ten times a number, in three tiles. By subtraction: a division is a library call.
static void write_points(uint8_t tile, uint16_t tens, uint8_t look)
{
    static const uint16_t powers[4] = {10000, 1000, 100, 10};
    char digits[6];

    for (uint8_t i = 0; i < 4; i++) {
        digits[i] = '0';
        while (tens >= powers[i]) {
            tens -= powers[i];
            digits[i]++;
        }
    }
    digits[4] = (char)('0' + (uint8_t)tens);
    digits[5] = '0';
    for (uint8_t i = 0; i < 6; i += 2) {
        text_put(tile, digits[i], digits[i + 1], look);
        tile++;
    }
}

static void write_lives(void)
{
    for (uint8_t i = 0; i < LIVES_SHOWN; i++) {
        const bool is_there = game.lives > LIVES_SHOWN ? i == 0 : i >= LIVES_SHOWN - game.lives;
        video_map(map_at(0, (uint8_t)(HEART_COLUMN + i)), is_there ? TILE_HEART : TILE_BLANK);
    }
    if (game.lives > LIVES_SHOWN) {
        text_number(TEXT_LIVES, game.lives, true, TEXT_WHITE);
        video_map(map_at(0, HEART_COLUMN + 1), TEXT_LIVES);
    }
}

static void lay_status(void)
{
    text_unmap(map_at(0, 0), SCREEN_COLUMNS);
    text_map(map_at(0, SCORE_COLUMN), TEXT_SCORE, 3);
    text_map(map_at(0, HI_COLUMN), TEXT_HI, 1);
    text_map(map_at(0, BEST_COLUMN), TEXT_BEST, 3);
    text_map(map_at(0, WAVE_COLUMN), TEXT_WAVE, 3);
}

static void write_status(void)
{
    if (score_said != game.score_tens) {
        score_said = game.score_tens;
        write_points(TEXT_SCORE, score_said, TEXT_WHITE);
    }
    if (best_said != game.best_tens) {
        best_said = game.best_tens;
        write_points(TEXT_BEST, best_said, TEXT_LIGHT);
    }
    if (wave_said != game.wave) {
        wave_said = game.wave;
        text_number(TEXT_WAVE_NUMBER, wave_said, true, TEXT_LIGHT);
    }
    if (lives_said != game.lives) {
        lives_said = game.lives;
        write_lives();
    }
}

// -------------------------------------------------------------------------------------- title

static void load_letters(void)
{
    static const uint8_t *const letters[] = {art_letter_h, art_letter_o, art_letter_r, art_letter_d,
                                             art_letter_e};
    uint8_t tile = TILE_LETTERS;

    for (uint8_t i = 0; i < 5; i++) {
        struct picture picture;
        picture.pixels = &letters[i][5];
        picture.row_bytes = 3;
        picture.height = letters[i][1];
        picture.skipped = 0;
        picture.colours = COLOURS_AS_THEY_ARE;
        for (uint8_t column = 0; column < 2; column++) {
            picture_column(&picture, column, VIDEO_TILE(tile), (uint8_t)(24 - picture.height), 24);
            tile += 3;
        }
    }
}

static void lay_title(bool is_there)
{
    uint8_t tile = TILE_LETTERS;

    for (uint8_t column = TITLE_COLUMN; column < TITLE_COLUMN + 10; column++) {
        for (uint8_t row = TITLE_ROW; row < TITLE_ROW + 3; row++) {
            video_map(map_at(row, column), is_there ? tile : TILE_BLANK);
            tile++;
        }
    }
    if (is_there) {
        text_map(map_at(SUBTITLE_ROW, SUBTITLE_COLUMN), TEXT_SUBTITLE, 13);
        text_map(map_at(0, KEYS_COLUMN), TEXT_KEYS, KEYS_TILES);
    } else {
        text_unmap(map_at(SUBTITLE_ROW, SUBTITLE_COLUMN), 13);
    }
}

void words_load(void)
{
    load_letters();
    text_line(TEXT_HI, 1, "HI", TEXT_LIGHT);
    text_line(TEXT_WAVE, 2, "WAVE", TEXT_LIGHT);
    text_line(TEXT_KEYS, KEYS_TILES, keys, TEXT_LIGHT);
    text_line(TEXT_SUBTITLE, 13, "EVERY OBJECT FROM A HUTCH", TEXT_LIGHT);
    text_line(TEXT_PRESS, 4, "PRESS A", TEXT_WHITE);
    text_line(TEXT_SCORE, 3, "000000", TEXT_WHITE);
    text_line(TEXT_BEST, 3, "000000", TEXT_LIGHT);
}

// -------------------------------------------------------------------------------------- words

static void write_wave(void)
{
    char wave[LARGE_LETTERS + 1] = " WAVE    ";
    uint8_t tens = 0, ones = game.wave;

    for (; ones >= 10; ones -= 10) {
        tens++;
    }
    wave[6] = (char)(tens == 0 ? '0' + ones : '0' + tens);
    wave[7] = (char)(tens == 0 ? ' ' : '0' + ones);
    text_large(TEXT_LARGE, LARGE_LETTERS, wave);
}

static void say_large(uint8_t what)
{
    if (said_large == what) {
        return;
    }
    if (said_large == SAYS_LINES) {
        text_line(TEXT_KEYS, KEYS_TILES, keys, TEXT_LIGHT);
        text_unmap(map_at(LINES_ROW, LINES_COLUMN), KEYS_TILES);
        text_unmap(map_at(LINES_ROW + 1, LINES_COLUMN), WORDS_LETTERS / 2);
    }
    said_large = what;
    if (what == SAYS_NOTHING) {
        text_unmap(map_at(LARGE_ROW, LARGE_COLUMN), LARGE_LETTERS);
        text_unmap(map_at(LARGE_ROW + 1, LARGE_COLUMN), LARGE_LETTERS);
        return;
    }
    if (what == SAYS_WAVE) {
        write_wave();
    } else {
        text_large(TEXT_LARGE, LARGE_LETTERS,
                   HORDE_HAS_ROOM && what == SAYS_PAUSE ? "  PAUSE  " : "GAME OVER");
    }
    text_map(map_at(LARGE_ROW, LARGE_COLUMN), TEXT_LARGE, LARGE_LETTERS);
    text_map(map_at(LARGE_ROW + 1, LARGE_COLUMN), TEXT_LARGE + LARGE_LETTERS, LARGE_LETTERS);
}

void words_pause(void)
{
    say_large(SAYS_PAUSE);
}

void words_say(const char *above, const char *below)
{
    text_line(TEXT_KEYS, KEYS_TILES, above, TEXT_LIGHT);
    text_line(TEXT_LARGE, WORDS_LETTERS / 2, below, TEXT_WHITE);
    if (said_large != SAYS_LINES) {
        said_large = SAYS_LINES;
        text_unmap(map_at(LARGE_ROW, LARGE_COLUMN), LARGE_LETTERS);
        text_map(map_at(LINES_ROW, LINES_COLUMN), TEXT_KEYS, KEYS_TILES);
        text_map(map_at(LINES_ROW + 1, LINES_COLUMN), TEXT_LARGE, WORDS_LETTERS / 2);
    }
}

static void say_press(bool says, uint8_t row)
{
    if (says != says_press) {
        says_press = says;
        if (says) {
            text_map(map_at(row, PRESS_COLUMN), TEXT_PRESS, 4);
        } else {
            text_unmap(map_at(row, PRESS_COLUMN), 4);
        }
    }
}

static void change_screen(void)
{
    say_press(false, screen_said == SCREEN_OVER ? AGAIN_ROW : PRESS_ROW);
    if (screen_said == SCREEN_TITLE) {
        lay_title(false);
        lay_status();
        text_line(TEXT_PRESS, 4, game_is_demo() ? "A: PLAY" : "A:AGAIN", TEXT_WHITE);
        text_line(TEXT_SUBTITLE, 13, "     YOUR BEST SO FAR", TEXT_LIGHT);
    }
    if (screen_said == SCREEN_OVER) {
        text_unmap(map_at(SUBTITLE_ROW, SUBTITLE_COLUMN), 13);
    }
    screen_said = game.screen;
    if (screen_said == SCREEN_TITLE) {
        lay_title(true);
    } else if (screen_said == SCREEN_OVER && game.score_tens == game.best_tens) {
        text_map(map_at(SUBTITLE_ROW, SUBTITLE_COLUMN), TEXT_SUBTITLE, 13);
    }
}

static void say_offer(void)
{
    if (said_large != SAYS_LINES || offer_said != game.offered) {
        offer_said = game.offered;
        words_say("", "");
        text_line(TEXT_LARGE + 5, 6, game_is_demo() ? " A: PLAY" : " A: TAKE IT", TEXT_WHITE);
        text_line(TEXT_KEYS + 2, GIFT_LETTERS / 2, gift_text(), TEXT_WHITE);
    }
}

void words_draw(void)
{
    const bool blinks = (game.clock & BLINK) == 0;

    if (screen_said != game.screen) {
        change_screen();
    }
    switch (game.screen) {
    case SCREEN_TITLE:
        say_large(SAYS_NOTHING);
        say_press(blinks, PRESS_ROW);
        return;
    case SCREEN_OVER:
        say_large(SAYS_END);
        say_press(blinks, AGAIN_ROW);
        break;
    default:
        if (game.offered != GIFT_NONE) {
            say_offer();
            break;
        }
        say_large(game.wave_shown > 0 && (game.wave_shown & WAVE_BLINK) == 0 ? SAYS_WAVE : SAYS_NOTHING);
        say_press(game_is_demo() && blinks, AGAIN_ROW);
        break;
    }
    write_status();
}
