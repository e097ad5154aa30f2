// SPDX-License-Identifier: MIT
// overlay.c - shows the pools: a strip of cells for each, a cell a slot, lit while the slot is live.
#include "draw.h"
#include "font.h"
#include "state.h"

#include "hutch/report.h"
#include "hutch/stats.h"

// All strips are equally long: the slots of a small pool are long cells, a large pool has two rows:
//
//   phones    [#####] [     ] [#####] [     ] [     ] [     ]     2/6   6  31
//   sparks    # # # # # #   #   #                                12/32 32 140
//             # # #
//
// In a stampede a pool of more than 32 slots has three rows of single pixels.
#if HORDE_STAMPEDE
enum { STRIP_WIDTH = 43, LIVE_X = 73, PEAK_X = 102, REFUSED_X = 116, DIGITS = 3, TWO_ROWS_MAX = 32 };
#else
enum { STRIP_WIDTH = 48, LIVE_X = 79, PEAK_X = 107, REFUSED_X = 117, DIGITS = 2, TWO_ROWS_MAX = UINT8_MAX };
#endif
enum {
    STRIP_X = 29,
    HEAD_Y = 1,
    FIRST_Y = 8,
    ROW_ADVANCE = 6,
    CELL_HEIGHT = 5,
    ONE_ROW_MAX = 16, // slots; a pool with more gets two rows
    PANEL_SHADE = 1,
    EDGE_SHADE = 6,
    HEAD_SHADE = 8,
    NAME_SHADE = 12,
    FREE_SHADE = 2,
    DOT_SHADE = 5,
    SHOWN_MAX = 999
};

// A free cell is dark with a lit foot, so that a screen with one bit a pixel shows how many there are.
static void draw_cell(int x, int y, int width, int height, bool is_live)
{
    board_fill(x, y, width, height, is_live ? BOARD_WHITE : FREE_SHADE);
    if (!is_live) {
        board_fill(x, y + height - 1, width, 1, HEAD_SHADE);
    }
}

// The distance between two cells: what a division would give, without one.
static uint8_t advance_of(unsigned cells)
{
    uint8_t advance = 0;

    for (unsigned used = cells; used <= (unsigned)STRIP_WIDTH; used += cells) {
        advance++;
    }
    return advance;
}

static void draw_dots(const struct hutch_pool *pool, int y)
{
    int x = 0;

    for (unsigned i = 0; i < hutch_capacity(pool); i++) {
        board_fill(STRIP_X + x, y, 1, 1, hutch_is_live_at(pool, i) ? BOARD_WHITE : DOT_SHADE);
        if (++x == STRIP_WIDTH) {
            x = 0;
            y += 2;
        }
    }
}

static void draw_strip(const struct hutch_pool *pool, int y)
{
    const unsigned capacity = hutch_capacity(pool);
    const bool has_two_rows = capacity > ONE_ROW_MAX;
    const unsigned in_row = has_two_rows ? (capacity + 1) / 2 : capacity;
    const int height = has_two_rows ? CELL_HEIGHT / 2 : CELL_HEIGHT;
    const int advance = advance_of(in_row);
    int x = STRIP_X;

    for (unsigned i = 0; i < capacity; i++) {
        if (i == in_row) {
            x = STRIP_X;
            y += height + 1;
        }
        draw_cell(x, y, advance - 1, height, hutch_is_live_at(pool, i));
        x += advance;
    }
}

static void draw_pool(const struct hutch_pool *pool, int y)
{
    static const char slash[] BOARD_FLASH = "/";
    const unsigned refused = hutch_refused(pool);
    const bool is_full = hutch_available(pool) == 0;

    font_name(pool->identity->name, 0, y, NAME_SHADE);
    if (HORDE_STAMPEDE && hutch_capacity(pool) > TWO_ROWS_MAX) {
        draw_dots(pool, y);
    } else {
        draw_strip(pool, y);
    }
    font_number((uint16_t)hutch_live(pool), DIGITS, LIVE_X, y, is_full ? BOARD_WHITE : NAME_SHADE,
                BOARD_BLACK);
    font_text(slash, LIVE_X + DIGITS * FONT_ADVANCE, y, HEAD_SHADE);
    font_number((uint16_t)hutch_capacity(pool), DIGITS, LIVE_X + (DIGITS + 1) * FONT_ADVANCE, y, HEAD_SHADE,
                BOARD_BLACK);
    font_number((uint16_t)hutch_peak(pool), DIGITS, PEAK_X, y, NAME_SHADE, BOARD_BLACK);
    font_number((uint16_t)(refused < SHOWN_MAX ? refused : SHOWN_MAX), 3, REFUSED_X, y, NAME_SHADE,
                BOARD_BLACK);
}

void overlay_draw(void)
{
    static const char pool_head[] BOARD_FLASH = "POOL";
    static const char slots_head[] BOARD_FLASH = "SLOTS";
    static const char live_head[] BOARD_FLASH = "LIVE";
    static const char peak_head[] BOARD_FLASH = "PEAK";
    static const char refused_head[] BOARD_FLASH = "REF";
    const struct hutch_pool *pool;
    int y = FIRST_Y;

    board_fill(0, 0, BOARD_WIDTH, OVERLAY_HEIGHT, PANEL_SHADE);
    board_fill(0, OVERLAY_HEIGHT, BOARD_WIDTH, 1, EDGE_SHADE);
    font_text(pool_head, 0, HEAD_Y, HEAD_SHADE);
    font_text(slots_head, STRIP_X, HEAD_Y, HEAD_SHADE);
    font_text(live_head, LIVE_X + 2, HEAD_Y, HEAD_SHADE);
    font_text(peak_head, PEAK_X - 8, HEAD_Y, HEAD_SHADE);
    font_text(refused_head, REFUSED_X, HEAD_Y, HEAD_SHADE);
    for (unsigned i = 0; (pool = hutch_listed_pool(i)) != NULL; i++) {
        draw_pool(pool, y);
        y += ROW_ADVANCE;
    }
}
