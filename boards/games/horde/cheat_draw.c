// SPDX-License-Identifier: MIT
// cheat_draw.c - shows the hidden menu of debug builds. Empty in other builds.
#include "cheat.h"
#include "draw.h"
#include "font.h"
#include "state.h"

#if HUTCH_CFG_CHECK >= 2

enum {
    ROWS = 3, // misuses that are shown at a time
    ROW_ADVANCE = FONT_HEIGHT + 1,
    FIRST_Y = 8,
    TEXT_Y = 28,
    COLUMNS = BOARD_WIDTH / FONT_ADVANCE,
    LINES = (BOARD_HEIGHT - TEXT_Y) / ROW_ADVANCE,
    PANEL_SHADE = 1,
    HEAD_SHADE = 8,
    NAME_SHADE = 9
};

static uint8_t line, column; // where the next letter is drawn

// Breaks the line where it is full; what the screen has no room for is in the log only.
static void draw_char(char c, void *context)
{
    char letter[2] = {(char)(c == '_' ? ' ' : c), '\0'}; // the font has an arrow there
    (void)context;
    if (column == COLUMNS) {
        line++;
        column = 0;
    }
    if (line < LINES && c != '\n') {
        font_name(letter, column++ * FONT_ADVANCE, TEXT_Y + line * ROW_ADVANCE, BOARD_WHITE);
    }
}

bool cheat_draw(void)
{
    static const char head[] BOARD_FLASH = "MISUSE ^_ CHOOSE A:COMMIT <BACK";
    const uint8_t last = (uint8_t)(cheats_count - ROWS);
    const uint8_t before = (uint8_t)(cheat_chosen == 0 ? 0 : cheat_chosen - 1);
    const uint8_t first = before < last ? before : last;

    if (!cheat_is_open) {
        return false;
    }
    board_fill(0, 0, BOARD_WIDTH, TEXT_Y - 2, PANEL_SHADE);
    font_text(head, 1, 1, HEAD_SHADE);
    for (uint8_t row = 0; row < ROWS; row++) {
        const bool is_chosen = first + row == cheat_chosen;
        font_name(is_chosen ? ">" : "", 1, FIRST_Y + row * ROW_ADVANCE, BOARD_WHITE);
        font_text(cheat_names[first + row], 2 * FONT_ADVANCE, FIRST_Y + row * ROW_ADVANCE,
                  is_chosen ? BOARD_WHITE : NAME_SHADE);
    }
    line = column = 0;
    cheat_say(draw_char);
    return true;
}

#else
typedef int cheat_draw_is_empty_in_this_build;
#endif
