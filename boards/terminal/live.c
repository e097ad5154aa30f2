// SPDX-License-Identifier: MIT
// live.c - plays in the terminal: before frames are late pictures are left out, and never a frame.
#include "live.h"
#include "board.h"
#include "keys.h"
#include "screen.h"
#include "tty.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    NANOSECONDS = 1000000000,
    FRAME_NANOSECONDS = NANOSECONDS / BOARD_FRAMES_PER_SECOND,
    FRAMES_A_PICTURE = 2,    // 30 pictures a second are smooth enough, and half the bytes for a slow terminal
    LATE = NANOSECONDS / 10, // from here on pictures are left out
    SLOW = NANOSECONDS / 2,  // from here on the game is slow
    PICTURE_FRAMES_MAX = 30  // one at least in so many
};

static bool is_timed;
static int ends[2] = {-1, -1}; // where standard output and errors go otherwise
static unsigned frames_unseen = FRAMES_A_PICTURE;
static long long due;

static long long now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * NANOSECONDS + time.tv_nsec;
}

bool live_open(bool is_ascii, bool is_in_time)
{
    FILE *const kept = tmpfile();

    is_timed = is_in_time;
    if (kept == NULL) {
        perror("a temporary file");
        return false;
    }
    if (!screen_choose(is_ascii) || !tty_open()) {
        return false;
    }
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        ends[i] = dup(STDOUT_FILENO + i);
        dup2(fileno(kept), STDOUT_FILENO + i);
    }
    atexit(live_close);
    due = now();
    return true;
}

void live_close(void)
{
    char text[4096];
    ssize_t count;

    if (ends[0] < 0) {
        return;
    }
    tty_close();
    fflush(stdout);
    lseek(STDOUT_FILENO, 0, SEEK_SET);
    while ((count = read(STDOUT_FILENO, text, sizeof text)) > 0 &&
           write(ends[0], text, (size_t)count) == count) {}
    for (int i = 0; i < 2; i++) {
        dup2(ends[i], STDOUT_FILENO + i);
        ends[i] = -1;
    }
}

bool live_wants_picture(void)
{
    return frames_unseen >= FRAMES_A_PICTURE && (now() - due < LATE || frames_unseen >= PICTURE_FRAMES_MAX);
}

static void wait_for_next_frame(void)
{
    const long long time = now();

    due += FRAME_NANOSECONDS;
    if (due > time && is_timed) {
        const struct timespec rest = {0, (long)(due - time) % NANOSECONDS};
        nanosleep(&rest, NULL);
    } else if (time - due > SLOW || !is_timed) {
        due = time - (is_timed ? SLOW : 0);
    }
}

static void read_keys(void)
{
    uint8_t typed[64];

    keys_take(typed, tty_read(typed, sizeof typed));
}

// While the game is paused, or the terminal is too small for it, it stands still.
bool live_frame(int width, int height, const uint8_t *rgb)
{
    const bool is_shown = live_wants_picture();
    bool goes_on;

    if (tty_was_stopped()) {
        screen_forget();
    }
    frames_unseen = is_shown ? 1 : frames_unseen + 1;
    do {
        goes_on = !is_shown || (screen_show(width, height, rgb) && !keys_are_paused());
        wait_for_next_frame();
        read_keys();
    } while (!goes_on && !keys_want_to_leave());
    return !keys_want_to_leave();
}
