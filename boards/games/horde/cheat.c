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

static const uint8_t secret[] BOARD_FLASH = {BOARD_UP,    BOARD_UP,   BOARD_DOWN,  BOARD_DOWN, BOARD_LEFT,
                                             BOARD_RIGHT, BOARD_LEFT, BOARD_RIGHT, BOARD_A};

static uint8_t told; // buttons of the secret that were pressed
static bool is_open, is_committing;
static uint8_t chosen;
static enum { SAID_NOT_YET, SAID_NOTHING, SAID_FAULT } said; // of the last commit
static struct hutch_fault fault_said;
static uint8_t line, column; // where the next letter is drawn

unsigned long hutch_tick(void)
{
    return game.clock;
}

// -------------------------------------------------------------------------------------- what hutch says

static void log_char(char c, void *context)
{
    (void)context;
    board_put_char(c);
}

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

static void say(void (*put)(char c, void *context))
{
    static const char nothing[] BOARD_FLASH = "nothing was found\n";
    line = column = 0;
    if (said == SAID_FAULT) {
        hutch_fault_print(&fault_said, put, NULL);
    }
    for (const char *c = nothing; said == SAID_NOTHING && board_flash_byte(c) != '\0'; c++) {
        put((char)board_flash_byte(c), NULL);
    }
}

// Several faults of one misuse follow from the first, which is shown. Addresses would be others in each
// build, and pictures of the menu are compared: a fault that was asked for is shown without them.
void hutch_on_fault(const struct hutch_fault *fault)
{
    if (said == SAID_FAULT && is_committing) {
        return;
    }
    fault_said = *fault;
    if (is_committing) {
        fault_said.address = fault_said.caller = NULL;
        fault_said.note = NULL;
    }
    said = SAID_FAULT;
    is_open = true;
    say(log_char);
}

static void commit(void)
{
    said = SAID_NOTHING;
    is_committing = true;
    cheat_commits[chosen]();
    is_committing = false;
    if (said == SAID_NOTHING) {
        say(log_char);
    }
}

// -------------------------------------------------------------------------------------- the menu

bool cheat_step(uint8_t pressed)
{
    if (!is_open) {
        if (pressed != 0) {
            told = (uint8_t)(pressed == board_flash_byte(&secret[told]) ? told + 1
                             : pressed == board_flash_byte(&secret[0])  ? 1
                                                                        : 0);
        }
        if (told < sizeof secret) {
            return false;
        }
        told = 0;
        is_open = true;
        said = SAID_NOT_YET;
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
        font_text(cheat_names[first + row], 2 * FONT_ADVANCE, FIRST_Y + row * ROW_ADVANCE,
                  is_chosen ? BOARD_WHITE : NAME_SHADE);
    }
    say(draw_char);
    return true;
}

#else
typedef int cheat_is_empty_in_this_build;
#endif
