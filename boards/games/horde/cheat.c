// SPDX-License-Identifier: MIT
// cheat.c - the hidden menu of debug builds, and their fault handler. Empty in other builds.
//
//   ^ ^ _ _ < > < > A opens it; then ^ and _ choose a misuse, A commits it, < goes back to the game.
//
// A fault that the menu did not ask for opens it too: the game has misused a pool, and stands still.
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

static const uint8_t secret[] = {BOARD_UP,    BOARD_UP,   BOARD_DOWN,  BOARD_DOWN, BOARD_LEFT,
                                 BOARD_RIGHT, BOARD_LEFT, BOARD_RIGHT, BOARD_A};

static uint8_t told; // buttons of the secret that were pressed
static bool is_open, is_committing;
static uint8_t chosen;
static uint8_t said_faults; // of the last commit
static char lines[LINES][COLUMNS + 1];
static uint8_t line, column;

unsigned long hutch_tick(void)
{
    return game.clock;
}

// -------------------------------------------------------------------------------------- what hutch says

static void forget_text(void)
{
    for (uint8_t i = 0; i < LINES; i++) {
        lines[i][0] = '\0';
    }
    line = column = 0;
}

// Breaks the line where it is full; what the screen has no room for is in the log only.
static void put_on_screen(char c)
{
    if (column == COLUMNS) {
        line++;
        column = 0;
    }
    if (line < LINES && c != '\n') {
        lines[line][column++] = (char)(c == '_' ? ' ' : c); // the font has an arrow there
        lines[line][column] = '\0';
    }
}

static void put(char c, void *context)
{
    (void)context;
    put_on_screen(c);
    board_put_char(c);
}

// Several faults of one misuse follow from the first, which is shown. Addresses would be others in each build,
// and pictures of the menu are compared: a fault that was asked for is shown without them.
void hutch_on_fault(const struct hutch_fault *fault)
{
    struct hutch_fault shown;
    if (said_faults < UINT8_MAX) {
        said_faults++;
    }
    if (said_faults > 1) {
        return;
    }
    shown = *fault;
    if (is_committing) {
        shown.address = shown.caller = NULL;
        shown.note = NULL;
    }
    is_open = true;
    forget_text();
    hutch_fault_print(&shown, put, NULL);
}

static void commit(void)
{
    said_faults = 0;
    is_committing = true;
    cheats[chosen].commit();
    is_committing = false;
    if (said_faults == 0) {
        forget_text();
        for (const char *c = "nothing was found\n"; *c != '\0'; c++) {
            put(*c, NULL);
        }
    }
    said_faults = 0;
}

// -------------------------------------------------------------------------------------- the menu

bool cheat_step(uint8_t pressed)
{
    if (!is_open) {
        if (pressed != 0) {
            told = (uint8_t)(pressed == secret[told] ? told + 1 : pressed == secret[0] ? 1 : 0);
        }
        if (told < sizeof secret) {
            return false;
        }
        told = 0;
        is_open = true;
        forget_text();
        return true;
    }
    if ((pressed & BOARD_UP) != 0 && chosen > 0) {
        chosen--;
    } else if ((pressed & BOARD_DOWN) != 0 && chosen < cheats_count - 1) {
        chosen++;
    } else if ((pressed & BOARD_A) != 0) {
        commit();
    } else if ((pressed & BOARD_LEFT) != 0) {
        is_open = false;
    }
    return true;
}

bool cheat_draw(void)
{
    static const char head[] BOARD_FLASH = "MISUSE ^_ CHOOSE A:COMMIT <BACK";
    const uint8_t last = (uint8_t)(cheats_count - ROWS);
    const uint8_t first = (uint8_t)(chosen == 0 ? 0 : chosen - 1 < last ? chosen - 1 : last);

    if (!is_open) {
        return false;
    }
    board_fill(0, 0, BOARD_WIDTH, TEXT_Y - 2, PANEL_SHADE);
    font_text(head, 1, 1, HEAD_SHADE);
    for (uint8_t row = 0; row < ROWS; row++) {
        const bool is_chosen = first + row == chosen;
        font_name(is_chosen ? ">" : "", 1, FIRST_Y + row * ROW_ADVANCE, BOARD_WHITE);
        font_name(cheats[first + row].name, 2 * FONT_ADVANCE, FIRST_Y + row * ROW_ADVANCE,
                  is_chosen ? BOARD_WHITE : NAME_SHADE);
    }
    for (uint8_t i = 0; i < LINES; i++) {
        font_name(lines[i], 0, TEXT_Y + i * ROW_ADVANCE, BOARD_WHITE);
    }
    return true;
}

#else
typedef int cheat_is_empty_in_this_build;
#endif
