// SPDX-License-Identifier: MIT
// cheat.c - the hidden menu of debug builds, and their fault handler. Empty in other builds.
//
//   ^ ^ _ _ < > < > A opens it; then ^ and _ choose a misuse, A commits it, < goes back to the game.
//
// A fault that the menu did not ask for opens it too: the game has misused a pool, and stands still.
#include "cheat.h"
#include "state.h"

#if HUTCH_CFG_CHECK >= 2

static const uint8_t secret[] BOARD_FLASH = {BOARD_UP,    BOARD_UP,   BOARD_DOWN,  BOARD_DOWN, BOARD_LEFT,
                                             BOARD_RIGHT, BOARD_LEFT, BOARD_RIGHT, BOARD_A};

static uint8_t told; // buttons of the secret that were pressed
bool cheat_is_open;
uint8_t cheat_chosen;
static bool is_committing;
static enum { SAID_NOT_YET, SAID_NOTHING, SAID_FAULT } said; // of the last commit
static struct hutch_fault fault_said;

HUTCH_TICK()
{
    return game.clock;
}

// -------------------------------------------------------------------------------------- what hutch says

static void log_char(char c, void *context)
{
    (void)context;
    board_put_char(c);
}

void cheat_say(void (*put)(char c, void *context))
{
    static const char nothing[] BOARD_FLASH = "nothing was found\n";
    if (said == SAID_FAULT) {
        hutch_fault_print(&fault_said, put, NULL);
    }
    for (const char *c = nothing; said == SAID_NOTHING && board_flash_byte(c) != '\0'; c++) {
        put((char)board_flash_byte(c), NULL);
    }
}

// Several faults of one misuse follow from the first, which is shown. Addresses would be others in each
// build, and pictures of the menu are compared: a fault that was asked for is shown without them.
HUTCH_ON_FAULT(fault)
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
    cheat_is_open = true;
    cheat_say(log_char);
}

static void commit(void)
{
    said = SAID_NOTHING;
    is_committing = true;
    cheat_commits[cheat_chosen]();
    is_committing = false;
    if (said == SAID_NOTHING) {
        cheat_say(log_char);
    }
}

// -------------------------------------------------------------------------------------- the menu

bool cheat_step(uint8_t pressed)
{
    if (!cheat_is_open) {
        if (pressed != 0) {
            told = (uint8_t)(pressed == board_flash_byte(&secret[told]) ? told + 1
                             : pressed == board_flash_byte(&secret[0])  ? 1
                                                                        : 0);
        }
        if (told < sizeof secret) {
            return false;
        }
        told = 0;
        cheat_is_open = true;
        said = SAID_NOT_YET;
        return true;
    }
    if ((pressed & BOARD_UP) != 0 && cheat_chosen > 0) {
        cheat_chosen--;
    } else if ((pressed & BOARD_DOWN) != 0 && cheat_chosen < cheats_count - 1) {
        cheat_chosen++;
    } else if ((pressed & BOARD_A) != 0) {
        commit();
    } else if ((pressed & BOARD_LEFT) != 0) {
        cheat_is_open = false;
    }
    return true;
}

#else
typedef int cheat_is_empty_in_this_build;
#endif
