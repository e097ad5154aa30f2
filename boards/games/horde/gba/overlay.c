// SPDX-License-Identifier: MIT
// overlay.c - a window over the dark sky that shows the pools; the hardware's sprites are one more of them.
//
// A tile is four slots, two above two; a pool of more than 64 has two rows of tiles. The tiles that have been
// used are brighter: the lowest slots are handed out first.
#include "stage.h"
#include "state.h"

#include "hutch/report.h"
#include "hutch/stats.h"

enum {
    BLOCK = 2,
    MAP = 28,
    CELL_TILE = 112, // 16 tiles, by four bits
    FIRST_ROW = 2,
    LAST_ROW = 13,
    NAME_COLUMN = 1,
    CELLS_COLUMN = 9,
    ROW_TILES = 16,
    HALF_TILES = 4, // two pools that have no more share a row
    LIVE_COLUMN = 28,
    HALF_COLUMNS = 15,
    WINDOW_TOP = 12,
    WINDOW_BOTTOM = 116,
    DARKER = 0x00C0 | 0x3E, // all but the words
    HOW_DARK = 9,
};

static bool is_shown;

static void load_cells(void)
{
    for (unsigned bits = 0; bits < 16; bits++) {
        for (unsigned y = 0; y < 8; y++) {
            const unsigned pair = y < 4 ? bits : bits >> 2;
            const uint32_t first = (pair & 1) != 0 ? 0x111 : 0x222;
            const uint32_t second = (pair & 2) != 0 ? 0x111 : 0x222;
            STAGE_TILE(BLOCK, CELL_TILE + bits)[y] = (y & 3) == 3 ? 0 : first | second << 16;
        }
    }
}

// Four slots from `slot` on; the bits of those that do not exist are dark.
static unsigned four_slots(const struct hutch_pool *pool, unsigned slot)
{
    unsigned bits = 0;

    for (unsigned i = 0; i < 4; i++) {
        bits |= hutch_is_live_at(pool, slot + i) ? 1u << i : 0u;
    }
    return bits;
}

static void draw_pool(const struct hutch_pool *pool, unsigned row, unsigned left, unsigned live_column)
{
    const unsigned tiles = hutch_capacity(pool) / 4;
    const unsigned in_row = tiles > ROW_TILES ? tiles / 2 : tiles;

    words_put(pool->identity->name, left + NAME_COLUMN, row, PALETTE_WHITE);
    for (unsigned i = 0; i < tiles; i++) {
        STAGE_MAP(MAP)
        [(row + i / in_row) * MAP_COLUMNS + left + CELLS_COLUMN + i % in_row] =
            (uint16_t)((CELL_TILE + four_slots(pool, 4 * i)) |
                       (4 * i < hutch_peak(pool) ? (unsigned)PALETTE_CELLS : PALETTE_CELLS_UNUSED) << 12);
    }
    words_clear(live_column - 2, row, 3);
    words_number(hutch_live(pool), live_column, row, hutch_available(pool) == 0 ? PALETTE_RED : PALETTE_GOLD);
}

void panel_lighten(void)
{
    BLEND_CONTROL = 0;
    DISPLAY_CONTROL &= (uint16_t)~DISPLAY_WINDOW;
}

void panel_darken(unsigned top, unsigned bottom)
{
    WINDOW_ACROSS = SCREEN_WIDTH;
    WINDOW_DOWN = (uint16_t)(top << 8 | bottom);
    WINDOW_INSIDE = 0x3F;
    WINDOW_OUTSIDE = 0x1F;
    BLEND_CONTROL = DARKER;
    BLEND_DARKER = HOW_DARK;
    DISPLAY_CONTROL |= DISPLAY_WINDOW;
}

void panel_draw(void)
{
    unsigned row = FIRST_ROW;
    bool has_half = false; // the left half of the row above has a pool

    if (is_shown != game.has_overlay) {
        is_shown = game.has_overlay;
        words_clear_rows(FIRST_ROW, LAST_ROW);
        if (!is_shown) {
            panel_lighten();
            return;
        }
        load_cells();
        panel_darken(WINDOW_TOP, WINDOW_BOTTOM);
    }
    bool is_last = !is_shown;
    for (unsigned i = 0; !is_last; i++) {
        const struct hutch_pool *const listed = hutch_listed_pool(i);
        is_last = listed == NULL;
        const struct hutch_pool *const pool = is_last ? &oam_pool : listed;
        const unsigned tiles = hutch_capacity(pool) / 4;
        const bool is_half = tiles <= HALF_TILES;
        if (is_half && has_half) {
            draw_pool(pool, row - 2, HALF_COLUMNS, LIVE_COLUMN);
        } else {
            draw_pool(pool, row, 0, is_half ? HALF_COLUMNS - 1 : LIVE_COLUMN);
            row += tiles > ROW_TILES ? 3 : 2; // one stays empty
        }
        has_half = is_half && !has_half;
    }
}
