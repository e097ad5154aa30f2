// SPDX-License-Identifier: MIT
// overlay.c - shows the pools in the window: a cell a slot, which changes when its bit in the bitmap does.
#include "draw.h"
#include "stage.h"

#include "hutch/report.h"
#include "hutch/stats.h"

// A line of tiles for each pool; under the heads of its columns:
//
//   name 4   cells 8 (one, two or four slots a tile)   live 1   of 2   -   -   peak 1   -   refused 2
enum {
    POOLS = 5,
    NAME_COLUMN = 0,
    CELLS_COLUMN = 4,
    LIVE_COLUMN = 12,
    OF_COLUMN = 13,
    PEAK_COLUMN = 16,
    REFUSED_COLUMN = 18,
    NAME = 0, // its tiles, behind those of the pool before
    OF = 4,
    LIVE = 6,
    PEAK,
    REFUSED,
    SHOWN_MAX = 199,
    ROW_OF_LIVE = 0x7F, // a cell's rows
};

static hutch_word_t phones_shown, rabbits_shown[2], sparks_shown[4], scores_shown, voices_shown; // bitmaps
static uint8_t changed_pools = (1u << POOLS) - 1; // whose numbers are to be looked at: a bit each
static uint8_t pool_asked;

static uint16_t map_at(uint8_t row, uint8_t column)
{
    return (uint16_t)(MAP_WINDOW + row * MAP_COLUMNS + column);
}

// -------------------------------------------------------------------------------------- cells

// A cell of so many columns: lit from top to bottom; or dark, with a lit foot.
static void draw_cell(uint8_t rows[16], uint8_t columns, uint8_t top, uint8_t height, bool is_live)
{
    for (uint8_t i = top; i < (uint8_t)(top + height); i++) {
        const bool is_foot = i == (uint8_t)(top + height - 1);
        rows[2 * i] |= is_live || !is_foot ? columns : 0;
        rows[2 * i + 1] |= is_live || is_foot ? columns : 0;
    }
}

static void clear_rows(uint8_t rows[16])
{
    for (uint8_t i = 0; i < 16; i++) {
        rows[i] = 0;
    }
}

static void load_cells(void)
{
    uint8_t rows[16];

    for (uint8_t i = 0; i < 2; i++) {
        clear_rows(rows);
        draw_cell(rows, 0xFE, 1, 6, i != 0);
        video_tile(VIDEO_TILE(TILE_CELL + i), rows);
    }
    for (uint8_t i = 0; i < 4; i++) {
        clear_rows(rows);
        draw_cell(rows, 0xE0, 1, 6, (i & 1) != 0);
        draw_cell(rows, 0x0E, 1, 6, (i & 2) != 0);
        video_tile(VIDEO_TILE(TILE_CELLS_2 + i), rows);
    }
    for (uint8_t i = 0; i < 16; i++) {
        clear_rows(rows);
        draw_cell(rows, 0xE0, 1, 3, (i & 1) != 0);
        draw_cell(rows, 0x0E, 1, 3, (i & 2) != 0);
        draw_cell(rows, 0xE0, 5, 3, (i & 4) != 0);
        draw_cell(rows, 0x0E, 5, 3, (i & 8) != 0);
        video_tile(VIDEO_TILE(TILE_CELLS_4 + i), rows);
    }
}

// One slot a tile.
static void show_cells(uint8_t row, hutch_word_t live, hutch_word_t shown, uint8_t slots)
{
    uint16_t place = map_at(row, CELLS_COLUMN);
    hutch_word_t changed = live ^ shown;

    for (; slots > 0 && changed != 0; slots--) {
        if ((changed & 1) != 0) {
            video_map(place, (uint8_t)(TILE_CELL + (live & 1)));
        }
        changed >>= 1;
        live >>= 1;
        place++;
    }
}

// Two slots a tile.
static void show_pairs(uint16_t place, hutch_word_t live, hutch_word_t shown, uint8_t tiles)
{
    hutch_word_t changed = live ^ shown;

    for (; tiles > 0 && changed != 0; tiles--) {
        if ((changed & 3) != 0) {
            video_map(place, (uint8_t)(TILE_CELLS_2 + (live & 3)));
        }
        changed >>= 2;
        live >>= 2;
        place++;
    }
}

// Two slots above two others.
static void show_fours(uint16_t place, const hutch_word_t *live, const hutch_word_t *shown)
{
    hutch_word_t upper = live[0], lower = live[2];
    hutch_word_t changed = (upper ^ shown[0]) | (lower ^ shown[2]);

    for (; changed != 0; changed >>= 2) {
        if ((changed & 3) != 0) {
            video_map(place, (uint8_t)(TILE_CELLS_4 + (upper & 3) + ((lower & 3) << 2)));
        }
        upper >>= 2;
        lower >>= 2;
        place++;
    }
}

// What is live is what the pools' own bitmaps say, all bits of a word at once.
static void show_live(void)
{
    const hutch_word_t *live = phones_pool.live;

    if (live[0] != phones_shown) {
        show_cells(1, live[0], phones_shown, PHONES);
        phones_shown = live[0];
        changed_pools |= 1u << 0;
    }
    live = rabbits_pool.live;
    if (live[0] != rabbits_shown[0] || live[1] != rabbits_shown[1]) {
        show_pairs(map_at(2, CELLS_COLUMN), live[0], rabbits_shown[0], 4);
        show_pairs(map_at(2, CELLS_COLUMN + 4), live[1], rabbits_shown[1], 2);
        rabbits_shown[0] = live[0];
        rabbits_shown[1] = live[1];
        changed_pools |= 1u << 1;
    }
    live = sparks_pool.live;
    if (live[0] != sparks_shown[0] || live[1] != sparks_shown[1] || live[2] != sparks_shown[2] ||
        live[3] != sparks_shown[3]) {
        show_fours(map_at(3, CELLS_COLUMN), live, sparks_shown);
        show_fours(map_at(3, CELLS_COLUMN + 4), live + 1, sparks_shown + 1);
        for (uint8_t i = 0; i < 4; i++) {
            sparks_shown[i] = live[i];
        }
        changed_pools |= 1u << 2;
    }
    live = scores_pool.live;
    if (live[0] != scores_shown) {
        show_cells(4, live[0], scores_shown, SCORES);
        scores_shown = live[0];
        changed_pools |= 1u << 3;
    }
    live = voices_pool.live;
    if (live[0] != voices_shown) {
        show_cells(5, live[0], voices_shown, BOARD_VOICES);
        voices_shown = live[0];
        changed_pools |= 1u << 4;
    }
}

// -------------------------------------------------------------------------------------- the panel

static void lay(uint8_t row, uint8_t column, uint8_t tile, uint8_t tiles)
{
    text_map(map_at(row, column), tile, tiles);
}

static void load_heads(void)
{
    for (uint8_t column = 0; column < SCREEN_COLUMNS; column++) {
        video_map(map_at(0, column), TEXT_HEAD + 11);
    }
    text_line(TEXT_HEAD, 2, "POOL", TEXT_DARK | TEXT_LINE);
    text_line(TEXT_HEAD + 2, 3, "SLOTS", TEXT_DARK | TEXT_LINE);
    text_line(TEXT_HEAD + 5, 2, "LIVE", TEXT_DARK | TEXT_LINE);
    text_line(TEXT_HEAD + 7, 2, "PEAK", TEXT_DARK | TEXT_LINE);
    text_line(TEXT_HEAD + 9, 2, " REF", TEXT_DARK | TEXT_LINE);
    text_line(TEXT_HEAD + 11, 1, "  ", TEXT_DARK | TEXT_LINE);
    lay(0, NAME_COLUMN, TEXT_HEAD, 2);
    lay(0, CELLS_COLUMN, TEXT_HEAD + 2, 3);
    lay(0, LIVE_COLUMN, TEXT_HEAD + 5, 2);
    lay(0, PEAK_COLUMN - 1, TEXT_HEAD + 7, 2);
    lay(0, REFUSED_COLUMN, TEXT_HEAD + 9, 2);
}

static void load_capacity(uint8_t tile, uint8_t capacity)
{
    char tens = '0';

    for (; capacity >= 10; capacity -= 10) {
        tens++;
    }
    if (tens == '0') {
        text_put(tile, '/', (char)('0' + capacity), TEXT_LIGHT);
        return;
    }
    text_put(tile, '/', tens, TEXT_LIGHT);
    text_put((uint8_t)(tile + 1), (char)('0' + capacity), ' ', TEXT_LIGHT);
}

void overlay_load(void)
{
    const struct hutch_pool *pool;
    uint8_t tile = TEXT_POOLS;

    video_fill(MAP_WINDOW, MAP_COLUMNS * (POOLS + 1), TILE_BLANK);
    load_cells();
    load_heads();
    for (uint8_t i = 0; i < POOLS; i++) {
        const uint8_t row = (uint8_t)(i + 1);
        pool = hutch_listed_pool(i);
        text_line((uint8_t)(tile + NAME), 4, pool->identity->name, TEXT_LIGHT);
        load_capacity((uint8_t)(tile + OF), (uint8_t)hutch_capacity(pool));
        lay(row, NAME_COLUMN, (uint8_t)(tile + NAME), 4);
        lay(row, OF_COLUMN, (uint8_t)(tile + OF), 2);
        lay(row, LIVE_COLUMN, (uint8_t)(tile + LIVE), 1);
        lay(row, PEAK_COLUMN, (uint8_t)(tile + PEAK), 1);
        lay(row, REFUSED_COLUMN, (uint8_t)(tile + REFUSED), 2);
        tile += POOL_TILES;
    }
    for (uint8_t i = 0; i < PHONES; i++) {
        video_map(map_at(1, (uint8_t)(CELLS_COLUMN + i)), TILE_CELL);
        video_map(map_at(2, (uint8_t)(CELLS_COLUMN + i)), TILE_CELLS_2);
    }
    for (uint8_t i = 0; i < SPARKS / 4; i++) {
        video_map(map_at(3, (uint8_t)(CELLS_COLUMN + i)), TILE_CELLS_4);
    }
    for (uint8_t i = 0; i < SCORES; i++) {
        video_map(map_at(4, (uint8_t)(CELLS_COLUMN + i)), TILE_CELL);
        video_map(map_at(5, (uint8_t)(CELLS_COLUMN + i)), TILE_CELL);
    }
}

// The numbers of one pool a frame, as they need to be counted: of one that has changed, else of the next.
static void show_numbers(void)
{
    const struct hutch_pool *const pool = hutch_listed_pool(pool_asked);
    const uint8_t tile = (uint8_t)(TEXT_POOLS + pool_asked * POOL_TILES);
    const uint8_t live = (uint8_t)hutch_live(pool);
    unsigned refused = hutch_refused(pool);

    text_number((uint8_t)(tile + LIVE), live, true,
                live == (uint8_t)hutch_capacity(pool) ? TEXT_WHITE : TEXT_LIGHT);
    text_number((uint8_t)(tile + PEAK), (uint8_t)hutch_peak(pool), true, TEXT_LIGHT);
    refused = refused < SHOWN_MAX ? refused : SHOWN_MAX;
    text_put((uint8_t)(tile + REFUSED), ' ', refused >= 100 ? '1' : ' ', TEXT_LIGHT);
    text_number((uint8_t)(tile + REFUSED + 1), (uint8_t)(refused >= 100 ? refused - 100 : refused),
                refused < 100, TEXT_LIGHT);
}

static void choose_pool(void)
{
    do {
        pool_asked = (uint8_t)(pool_asked == POOLS - 1 ? 0 : pool_asked + 1);
    } while (changed_pools != 0 && (changed_pools >> pool_asked & 1) == 0);
    changed_pools &= (uint8_t) ~(1u << pool_asked);
}

void overlay_draw(void)
{
    show_live();
    if (changed_pools != 0 || (game.clock & 3) == 0) {
        choose_pool();
        show_numbers();
    }
}
