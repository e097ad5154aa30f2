// SPDX-License-Identifier: MIT
// overlay.c - a window over the dark sky that shows the pools; the hardware's sprites are one more of them.
//
// A tile is four slots, two above two; a pool of more than 64 has two rows of tiles.
#include "stage.h"
#include "state.h"

#include "hutch/report.h"
#include "hutch/stats.h"

enum {
    BLOCK = 2,
    MAP = 28,
    CELL_TILE = 112, // 16 tiles, by four bits
    FIRST_ROW = 2,
    NAME_COLUMN = 1,
    CELLS_COLUMN = 9,
    ROW_TILES = 14,
    LIVE_COLUMN = 25,
    PEAK_COLUMN = 29,
    WINDOW_BOTTOM = 104,
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

static unsigned draw_pool(const struct hutch_pool *pool, unsigned row)
{
    const unsigned tiles = hutch_capacity(pool) / 4;
    const unsigned in_row = tiles > ROW_TILES ? tiles / 2 : tiles;
    const unsigned peak = hutch_peak(pool);

    words_put(pool->identity->name, NAME_COLUMN, row, PALETTE_WHITE);
    for (unsigned i = 0; i < tiles; i++) {
        STAGE_MAP(MAP)
        [(row + i / in_row) * MAP_COLUMNS + CELLS_COLUMN + i % in_row] =
            (uint16_t)((CELL_TILE + four_slots(pool, 4 * i)) | PALETTE_CELLS << 12);
    }
    words_clear(LIVE_COLUMN - 2, row, 7);
    words_number(hutch_live(pool), LIVE_COLUMN, row, hutch_available(pool) == 0 ? PALETTE_RED : PALETTE_GOLD);
    words_number(peak, PEAK_COLUMN, row, PALETTE_WHITE);
    return tiles > ROW_TILES ? 2 : 1;
}

static void hide(void)
{
    for (unsigned row = FIRST_ROW; row < WINDOW_BOTTOM / 8; row++) {
        words_clear(0, row, 30);
    }
    BLEND_CONTROL = 0;
    DISPLAY_CONTROL &= (uint16_t)~DISPLAY_WINDOW;
}

static void show(void)
{
    load_cells();
    words_put("POOL", NAME_COLUMN, FIRST_ROW, PALETTE_WHITE);
    words_put("SLOTS", CELLS_COLUMN, FIRST_ROW, PALETTE_WHITE);
    words_put("LIVE", LIVE_COLUMN - 3, FIRST_ROW, PALETTE_WHITE);
    words_put("MAX", PEAK_COLUMN - 2, FIRST_ROW, PALETTE_WHITE);
    WINDOW_ACROSS = SCREEN_WIDTH;
    WINDOW_DOWN = 12 << 8 | WINDOW_BOTTOM;
    WINDOW_INSIDE = 0x3F;
    WINDOW_OUTSIDE = 0x1F;
    BLEND_CONTROL = DARKER;
    BLEND_DARKER = HOW_DARK;
    DISPLAY_CONTROL |= DISPLAY_WINDOW;
}

void panel_draw(void)
{
    const struct hutch_pool *pool;
    unsigned row = FIRST_ROW + 1;

    if (is_shown != game.has_overlay) {
        is_shown = game.has_overlay;
        if (!is_shown) {
            hide();
            return;
        }
        show();
    }
    for (unsigned i = 0; is_shown && (pool = hutch_listed_pool(i)) != NULL; i++) {
        row += draw_pool(pool, row);
    }
    if (is_shown) {
        (void)draw_pool(&oam_pool, row);
    }
}
