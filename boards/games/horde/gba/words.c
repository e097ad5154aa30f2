// SPDX-License-Identifier: MIT
// words.c - what is said: scores above, the title, waves, the herd that is heard, and the end.
#include "draw.h"
#include "glyphs.h"
#include "stage.h"
#include "state.h"

#include "hutch/report.h"
#include "hutch/stats.h"

enum {
    WORDS_BLOCK = 2,
    WORDS_MAP = 28,
    WORDS_DOWN = 2, // pixels between the edge of the screen and the first line
    FIRST_LETTER = ' ',
    LETTERS = 96,
    LARGE_TILE = 128, // a canvas of LARGE_ROWS lines of tiles for large letters
    LARGE_ROWS = 3,
    LARGE_ROW = 4,
    LARGE_COLUMNS = 30,
    BLINK = 32,
    END_ROW = 8, // below GAME OVER: what the game was like
    END_POOLS_ROW = 10,
    END_POOLS = 3, // phones, rabbits, sparks
    OFFER_ROW = 17,
    AGAIN_ROW = 18,
};

enum said { SAYS_NOTHING, SAYS_TITLE, SAYS_WAVE, SAYS_OFFER, SAYS_HERD, SAYS_END };

static unsigned said = SAYS_NOTHING;
static unsigned screen_said = 255;
static unsigned score_said, best_said, wave_said, lives_said, offer_said;
static bool demo_said;

static volatile uint16_t *map_at(unsigned column, unsigned row)
{
    return &STAGE_MAP(WORDS_MAP)[row * MAP_COLUMNS + column];
}

void words_put(const char *text, unsigned column, unsigned row, unsigned palette)
{
    for (; *text != '\0'; text++) {
        *map_at(column++, row) =
            (uint16_t)(((unsigned)(*text >= 'a' ? *text - 32 : *text) - FIRST_LETTER) | palette << 12);
    }
}

void words_clear(unsigned column, unsigned row, unsigned count)
{
    for (; count > 0; count--) {
        *map_at(column++, row) = 0;
    }
}

void words_clear_rows(unsigned first, unsigned last)
{
    for (unsigned row = first; row <= last; row++) {
        words_clear(0, row, LARGE_COLUMNS);
    }
}

void words_number(unsigned value, unsigned last_column, unsigned row, unsigned palette)
{
    do {
        *map_at(last_column--, row) = (uint16_t)(('0' - FIRST_LETTER + value % 10) | palette << 12);
        value /= 10;
    } while (value > 0);
}

// -------------------------------------------------------------------------------------- large letters

// A tile's row is a word, its leftmost pixel lowest.
static void fill(int x, int y, int width, int height, uint32_t colour)
{
    for (int column = x >> 3; column <= (x + width - 1) >> 3; column++) {
        const int from = x - column * 8 < 0 ? 0 : x - column * 8;
        const int to = x + width - column * 8 > 8 ? 8 : x + width - column * 8;
        const uint32_t mask = UINT32_MAX << from * 4 & UINT32_MAX >> (8 - to) * 4;
        for (int row = y < 0 ? 0 : y; row < y + height && row < LARGE_ROWS * 8; row++) {
            volatile uint32_t *const word =
                &STAGE_TILE(WORDS_BLOCK, LARGE_TILE + (row >> 3) * LARGE_COLUMNS + column)[row & 7];
            *word = (*word & ~mask) | (colour * 0x11111111u & mask);
        }
    }
}

// First a dark rim around each pixel, then the pixels: bright above, red below.
static void draw_large(char letter, int zoom, int x)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int down = 0; down < 7; down++) {
            for (int across = 0; across < 5; across++) {
                if (!glyph_pixel(letter, across, down)) {
                    continue;
                }
                if (pass == 0) {
                    fill(x + across * zoom - 1, down * zoom, zoom + 3, zoom + 3, 2);
                } else {
                    fill(x + across * zoom, 1 + down * zoom, zoom, zoom, down < 2 ? 3 : down < 5 ? 4 : 5);
                }
            }
        }
    }
}

// A word is written a letter a frame: all at once would take more than a frame.
static const char *large_rest = "";
static int large_x, large_zoom;

static void say_large(const char *text, int zoom)
{
    int width = -zoom;

    for (const char *letter = text; *letter != '\0'; letter++) {
        width += 6 * zoom;
    }
    fill(0, 0, LARGE_COLUMNS * 8, LARGE_ROWS * 8, 0);
    large_rest = text;
    large_x = (SCREEN_WIDTH - width) / 2;
    large_zoom = zoom;
}

static void write_large(void)
{
    if (*large_rest != '\0') {
        draw_large(*large_rest++, large_zoom, large_x);
        large_x += 6 * large_zoom;
    }
}

static void show_large(bool is_shown)
{
    for (unsigned row = 0; row < LARGE_ROWS; row++) {
        for (unsigned column = 0; column < LARGE_COLUMNS; column++) {
            *map_at(column, LARGE_ROW + row) =
                is_shown ? (uint16_t)((LARGE_TILE + row * LARGE_COLUMNS + column) | PALETTE_GOLD << 12) : 0;
        }
    }
}

// -------------------------------------------------------------------------------------- the line of scores

static void write_status(void)
{
    if (score_said != game.score_tens) {
        score_said = game.score_tens;
        words_number(score_said * 10u, 6, 0, PALETTE_WHITE);
    }
    if (best_said != game.best_tens) {
        best_said = game.best_tens;
        words_number(best_said * 10u, 16, 0, PALETTE_GOLD);
    }
    if (wave_said != game.wave) {
        wave_said = game.wave;
        words_number(wave_said, 23, 0, PALETTE_WHITE);
    }
    if (lives_said != game.lives) {
        lives_said = game.lives;
        words_clear(25, 0, 5);
        for (unsigned i = 0; i < lives_said && i < 5; i++) {
            words_put("*", 29 - i, 0, PALETTE_RED);
        }
    }
}

static void lay_status(void)
{
    words_clear(0, 0, 30);
    words_put("0", 6, 0, PALETTE_WHITE);
    words_put("HI", 9, 0, PALETTE_GOLD);
    words_put("0", 16, 0, PALETTE_GOLD);
    words_put("WAVE", 18, 0, PALETTE_WHITE);
    score_said = best_said = 0;
    wave_said = lives_said = 255;
}

// -------------------------------------------------------------------------------------- what is said when

static unsigned wanted(void)
{
    if (game.has_overlay) {
        return SAYS_NOTHING;
    }
    switch (game.screen) {
    case SCREEN_TITLE:
        return SAYS_TITLE;
    case SCREEN_OVER:
        return SAYS_END;
    default:
        break;
    }
    if (game.offered != GIFT_NONE) {
        return SAYS_OFFER;
    }
    if (game.herd.phase == HERD_IS_HEARD) {
        return SAYS_HERD;
    }
    return game.wave_shown > 0 ? SAYS_WAVE : SAYS_NOTHING;
}

static void say_wave(void)
{
    static char text[] = "WAVE  0";

    text[5] = (char)(game.wave < 10 ? ' ' : '0' + game.wave / 10 % 10);
    text[6] = (char)('0' + game.wave % 10);
    say_large(text, 2);
}

static void say_end(void)
{
    panel_darken(END_ROW * 8 - 4, SCREEN_HEIGHT);
    words_put("WAVE", 2, END_ROW, PALETTE_GOLD);
    words_number(game.wave, 8, END_ROW, PALETTE_WHITE);
    words_put("KILLS", 11, END_ROW, PALETTE_GOLD);
    words_number(game.deeds.kills, 19, END_ROW, PALETTE_WHITE);
    words_put("CHAIN", 22, END_ROW, PALETTE_GOLD);
    words_number(game.deeds.best_chain, 28, END_ROW, PALETTE_WHITE);
    words_put("POOL     MOST   OF  REFUSED", 2, END_POOLS_ROW, PALETTE_GOLD);
    for (unsigned i = 0; i < END_POOLS; i++) {
        const struct hutch_pool *const pool = hutch_listed_pool(i);
        const unsigned row = END_POOLS_ROW + 2 * (i + 1), peak = hutch_peak(pool);
        words_put(pool->identity->name, 2, row, PALETTE_WHITE);
        words_number(peak, 14, row, peak == hutch_capacity(pool) ? PALETTE_RED : PALETTE_WHITE);
        words_number(hutch_capacity(pool), 19, row, PALETTE_WHITE);
        words_number(hutch_refused(pool), 28, row, PALETTE_WHITE);
    }
}

static void say(unsigned what)
{
    static const char *const herds[] = {">> STAMPEDE", "STAMPEDE <<", "> STAMPEDE <"};

    if (said == SAYS_END && !game.has_overlay) {
        panel_lighten();
    }
    if (said == SAYS_END) {
        words_clear_rows(END_ROW, AGAIN_ROW);
    }
    said = what;
    show_large(false);
    switch (what) {
    case SAYS_TITLE:
        say_large("STAMPEDE", 3);
        break;
    case SAYS_WAVE:
        say_wave();
        break;
    case SAYS_OFFER:
        say_large("TAKE ONE", 2);
        break;
    case SAYS_HERD:
        say_large(herds[game.herd.from_both ? 2 : game.herd.from_right ? 1 : 0], 2);
        break;
    case SAYS_END:
        say_large("GAME OVER", 3);
        say_end();
        break;
    default:
        return;
    }
    show_large(true);
}

static void change_screen(void)
{
    screen_said = game.screen;
    demo_said = game_is_demo();
    if (screen_said == SCREEN_TITLE) {
        words_put("A THROW  B JUMP  L R TURN", 2, 17, PALETTE_WHITE);
        words_put("SELECT POOLS   START PAUSE", 2, 18, PALETTE_WHITE);
    } else {
        words_clear_rows(END_ROW, AGAIN_ROW);
        lay_status();
    }
}

static void write_offer(void)
{
    if (offer_said == game.offered) {
        return;
    }
    offer_said = game.offered;
    words_clear_rows(OFFER_ROW, AGAIN_ROW);
    if (offer_said != GIFT_NONE) {
        words_put(gift_text(), (LARGE_COLUMNS - GIFT_LETTERS) / 2, OFFER_ROW, PALETTE_WHITE);
        words_put(game_is_demo() ? "" : "A: TAKE IT", 10, AGAIN_ROW, PALETTE_GOLD);
    }
}

void words_draw(void)
{
    const unsigned what = wanted();

    if (screen_said != game.screen || demo_said != game_is_demo()) {
        change_screen();
    }
    if (said != what) {
        say(what);
    } else if (what != SAYS_NOTHING) {
        write_large();
    }
    write_offer();
    if (game.has_overlay) {
        if (game.screen != SCREEN_TITLE) {
            write_status();
        }
        return;
    }
    if (game.screen == SCREEN_TITLE) {
        words_put("NINETY-SIX RABBITS ONE THUMB", 1, 8, PALETTE_WHITE);
        words_put((game.clock & BLINK) == 0 ? "PRESS START" : "           ", 9, 10, PALETTE_GOLD);
        return;
    }
    if (game.screen == SCREEN_OVER || game_is_demo()) {
        const char *const text = game_is_demo() ? "A: PLAY" : "A: AGAIN";
        words_put((game.clock & BLINK) == 0 ? text : "        ", 11, AGAIN_ROW, PALETTE_GOLD);
    }
    write_status();
}

void words_load(void)
{
    static const uint16_t colours[5][6] = {
        {0, RGB(31, 31, 29), RGB(3, 3, 7), 0, 0, 0},
        {0, RGB(31, 27, 10), RGB(5, 3, 7), RGB(31, 31, 20), RGB(31, 24, 6), RGB(30, 12, 5)},
        {0, RGB(31, 8, 9), RGB(5, 2, 5), 0, 0, 0},
        {0, RGB(31, 27, 10), RGB(13, 14, 20), 0, 0, 0},
        {0, RGB(31, 27, 10), RGB(7, 7, 12), 0, 0, 0},
    };

    for (unsigned line = 0; line < 5; line++) {
        for (unsigned i = 0; i < 6; i++) {
            BG_PALETTE(PALETTE_WHITE + line, i) = colours[line][i];
        }
    }
    for (unsigned i = 0; i < LETTERS; i++) {
        glyph_load((char)(FIRST_LETTER + i), STAGE_TILE(WORDS_BLOCK, i));
    }
    for (unsigned i = 0; i < MAP_ROWS * MAP_COLUMNS; i++) {
        STAGE_MAP(WORDS_MAP)[i] = 0;
    }
    BG_CONTROL(0) = (uint16_t)(WORDS_BLOCK << 2 | WORDS_MAP << 8);
    BG_DOWN(0) = (uint16_t)-WORDS_DOWN;
}
