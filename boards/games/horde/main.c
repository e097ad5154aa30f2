// SPDX-License-Identifier: MIT
// main.c - runs the game until the board says stop, then logs what came of it.
//
// With -DHORDE_SNAPSHOTS=6 it also logs its pools every sixth frame, for the tools in src/tools.
#include "board.h"
#include "horde.h"
#include "hutch/hutch.h"
#include "hutch/report.h"

#ifndef HORDE_SNAPSHOTS
#    define HORDE_SNAPSHOTS 0
#endif

enum { SEED = 0x4845 };

static uint32_t frames;

#if HORDE_SNAPSHOTS && HUTCH_CFG_CHECK < 2 // cheat.c has the clock of debug builds
HUTCH_TICK()
{
    return frames;
}
#endif

static void log_text(const char *text)
{
    while (*text != '\0') {
        board_put_char(*text++);
    }
}

static void log_digits(uint32_t value, bool has_begun)
{
    for (int shift = 28; shift >= 0; shift -= 4) {
        const uint8_t digit = value >> shift & 15;
        has_begun = has_begun || digit != 0 || shift == 0;
        if (has_begun) {
            board_put_char((char)(digit < 10 ? '0' + digit : 'A' + digit - 10));
        }
    }
}

static void log_hex(uint32_t value)
{
    log_digits(value, true);
}

// Up to eight digits, four bits each: doubling, and adding 3 to what would grow beyond 9, needs no division,
// which would be a library call on small CPUs.
static void log_number(uint32_t value)
{
    uint32_t decimal = 0;

    for (int i = 0; i < 32; i++) {
        const uint32_t above_4 = (decimal + UINT32_C(0x33333333)) & UINT32_C(0x88888888);
        decimal += above_4 >> 2 | above_4 >> 3;
        decimal = decimal << 1 | value >> 31;
        value <<= 1;
    }
    log_digits(decimal, false);
}

static void report_char(char c, void *context)
{
    (void)context;
    board_put_char(c);
}

#if BOARD_REWINDS
#    include "moment.h"

enum { MOMENTS = 10 * BOARD_FRAMES_PER_SECOND };
static struct moment past[MOMENTS];
static unsigned newest, moments; // the place of the last one, and how many there are

static void play_on(void)
{
    newest = newest == MOMENTS - 1 ? 0 : newest + 1;
    moments += moments < MOMENTS ? 1u : 0u;
    moment_save(&past[newest]);
    horde_step(board_buttons());
}

static void go_back(void)
{
    if (moments != 0) {
        moment_load(&past[newest]);
        newest = newest == 0 ? MOMENTS - 1 : newest - 1;
        moments--;
    }
}
#endif

static void play(void)
{
#if BOARD_REWINDS
    if (board_rewinds()) {
        go_back();
    } else {
        play_on();
    }
#else
    horde_step(board_buttons());
#endif
}

int main(void)
{
    board_init();
    horde_init(SEED);
    do {
        play();
        horde_draw();
        frames++;
#if HORDE_SNAPSHOTS
        if (frames % HORDE_SNAPSHOTS == 0) {
            hutch_snapshot(report_char, NULL);
        }
#endif
    } while (board_present());
    log_text("frames ");
    log_number(frames);
    log_text("\nscore ");
    log_number(horde_score());
    log_text("\nchecksum ");
    log_hex(horde_checksum());
    log_text("\n");
    if (HUTCH_CFG_NOTES) { // where a debug build has little room there is none for the table
        hutch_report(report_char, NULL);
    }
    board_exit(0);
    return 0;
}
