// SPDX-License-Identifier: MIT
// main.c - the game in a page, which calls one frame at a time: boards/web/web.h.
#include "board.h"
#include "horde.h"
#include "limits.h"
#include "web/web.h"

#include "hutch/report.h"

#ifndef HORDE_SNAPSHOTS
#    define HORDE_SNAPSHOTS 0
#endif

enum { SEED = 0x4845 }; // as on other boards

static unsigned long frames;

#if HUTCH_CFG_CHECK < 2 // cheat.c has the clock of debug builds
HUTCH_TICK()
{
    return frames;
}
#endif

static void report_char(char c, void *context)
{
    (void)context;
    board_put_char(c);
}

void web_start(void)
{
    board_init();
    horde_init(SEED);
}

void web_frame(void)
{
    limits_keep();
    horde_step(board_buttons());
    horde_draw();
    frames++;
#if HORDE_SNAPSHOTS
    if (frames % HORDE_SNAPSHOTS == 0) {
        hutch_snapshot(report_char, NULL);
    }
#endif
    board_present();
}

unsigned long web_frames(void)
{
    return frames;
}

uint32_t web_score(void)
{
    return horde_score();
}

uint32_t web_checksum(void)
{
    return horde_checksum();
}

void web_report(void)
{
    hutch_report(report_char, NULL);
}
