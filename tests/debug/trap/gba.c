// SPDX-License-Identifier: MIT
// gba.c - trap.c for a Game Boy Advance: a debug build with the default fault handler, and mGBA's log.

#include "board.h"
#include "gba/registers.h"
#include "hutch/hutch.h"
#include "hutch_mgba.h"
#include "hutch_nocash.h"

HUTCH_POOL(pigeons, uint32_t, 4);

static void say(const char *text)
{
    for (; *text != '\0'; text++) {
        hutch_mgba_put(*text, NULL);
    }
}

// An interrupt that goes on for as long as it can.
GBA_FAST static void interrupt(void)
{
    INTERRUPTS_HAPPENED = INTERRUPT_VBLANK;
    if (hutch_last_fault.code != 0) {
        say("an interrupt came later\n");
    }
}

int main(void)
{
    board_init();
    INTERRUPT_HANDLER = interrupt;
    hutch_nocash_put('x', NULL); // which mGBA ignores
    hutch_debug_set_sink(hutch_mgba_put, NULL);
    uint32_t *const pigeon = pigeons_acquire();
    pigeons_release(pigeon);
    say(pigeons_release(pigeon) ? "it was released twice\n" : "it went on\n");
    for (unsigned frame = 0; frame < 10; frame++) { // time for an interrupt
        for (volatile unsigned wait = 0; wait < 100000; wait++) {}
    }
    return 0;
}
