// SPDX-License-Identifier: MIT
// board.c - a terminal of the host as a board: plays live with the keys, or a script at full speed.
#include "board.h"
#include "canvas/canvas.h"
#include "keys.h"
#include "picture.h"
#include "screen.h"
#include "script.h"
#include "tty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    NANOSECONDS = 1000000000,
    FRAME_NANOSECONDS = NANOSECONDS / BOARD_FRAMES_PER_SECOND,
    FRAMES_A_REDRAW = 2, // 30 pictures a second are smooth enough, and half the bytes for a slow terminal
    LOG_BYTES_MAX = 8192
};

static struct {
    const char *script;
    const char *pgm;
    const char *png;
    long frames;
    bool is_text;
    bool is_ascii;
} options;

static bool is_live;
static long frame;
static struct frame picture;
static char log_text[LOG_BYTES_MAX]; // kept until the terminal is given back
static size_t log_length;
static struct timespec next_frame;

// -------------------------------------------------------------------------------------- frames

void board_init(void)
{
    if (is_live) {
        screen_choose(options.is_ascii);
        is_live = tty_open();
        clock_gettime(CLOCK_MONOTONIC, &next_frame);
    }
}

uint8_t board_buttons(void)
{
    return is_live ? keys_next_frame() : script_buttons(frame);
}

static void copy_canvas(void)
{
    for (int y = 0; y < BOARD_HEIGHT; y++) {
        for (int x = 0; x < BOARD_WIDTH; x++) {
            picture.shades[y][x] = canvas_shade(x, y);
        }
    }
}

static void wait_for_next_frame(void)
{
    struct timespec now;
    struct timespec rest;

    clock_gettime(CLOCK_MONOTONIC, &now);
    next_frame.tv_nsec += FRAME_NANOSECONDS;
    if (next_frame.tv_nsec >= NANOSECONDS) {
        next_frame.tv_nsec -= NANOSECONDS;
        next_frame.tv_sec++;
    }
    const long long left =
        (long long)(next_frame.tv_sec - now.tv_sec) * NANOSECONDS + next_frame.tv_nsec - now.tv_nsec;
    if (left <= 0) {
        next_frame = now; // late: go on from here, do not catch up
        return;
    }
    rest.tv_sec = 0;
    rest.tv_nsec = left < FRAME_NANOSECONDS ? (long)left : FRAME_NANOSECONDS;
    nanosleep(&rest, NULL);
}

static void read_keys(void)
{
    uint8_t typed[64];

    keys_take(typed, tty_read(typed, sizeof typed));
}

// While the terminal is too small the game stands still.
static void show_live(void)
{
    if (tty_was_stopped()) {
        screen_forget();
    }
    if (frame % FRAMES_A_REDRAW == 0) {
        while (!screen_show(&picture) && !keys_want_to_leave()) {
            wait_for_next_frame();
            read_keys();
        }
    }
    wait_for_next_frame();
    read_keys();
}

bool board_present(void)
{
    copy_canvas();
    canvas_clear();
    if (is_live) {
        show_live();
    }
    frame++;
    return !keys_want_to_leave() && (options.frames == 0 || frame < options.frames);
}

void board_tone(uint8_t voice, uint16_t hertz)
{
    (void)voice; // a terminal has only a bell, and nobody wants to hear that
    (void)hertz;
}

// -------------------------------------------------------------------------------------- log and results

void board_put_char(char c)
{
    if (log_length < sizeof log_text) {
        log_text[log_length++] = c;
    }
}

void board_exit(int code)
{
    tty_close();
    fwrite(log_text, 1, log_length, stdout);
    if (!is_live) {
        printf("picture %08lX\n", (unsigned long)picture_checksum(&picture));
    }
    if (options.is_text) {
        screen_print(stdout, &picture, options.is_ascii);
    }
    if (options.pgm != NULL && !picture_write_pgm(options.pgm, &picture)) {
        code = 1;
    }
    if (options.png != NULL && !picture_write_png(options.png, &picture)) {
        code = 1;
    }
    exit(code);
}

// -------------------------------------------------------------------------------------- command line

static void print_usage(FILE *file, const char *program)
{
    fprintf(file,
            "usage: %s [options]\n"
            "In a terminal it plays live: arrows walk and jump, space or enter throws, down shows the pools, "
            "q leaves.\n"
            "Without a terminal it plays the built-in script and prints the last frame.\n"
            "  --script FILE  play a script of buttons at full speed\n"
            "  --frames N     leave after N frames\n"
            "  --text         print the last frame as text\n"
            "  --ascii        draw with ASCII only\n"
            "  --pgm FILE     write the last frame as a PGM file\n"
            "  --png FILE     write the last frame as a PNG file, 4 times magnified\n",
            program);
}

static const char **option_of(const char *name)
{
    if (strcmp(name, "--script") == 0) {
        return &options.script;
    }
    if (strcmp(name, "--pgm") == 0) {
        return &options.pgm;
    }
    return strcmp(name, "--png") == 0 ? &options.png : NULL;
}

static bool read_options(int count, char **words)
{
    for (int i = 1; i < count; i++) {
        const char **const option = option_of(words[i]);
        if (strcmp(words[i], "--text") == 0) {
            options.is_text = true;
        } else if (strcmp(words[i], "--ascii") == 0) {
            options.is_ascii = true;
        } else if (option != NULL && i + 1 < count) {
            *option = words[++i];
        } else if (strcmp(words[i], "--frames") == 0 && i + 1 < count) {
            options.frames = strtol(words[++i], NULL, 10);
            if (options.frames <= 0) {
                return false;
            }
        } else {
            return false;
        }
    }
    return true;
}

#undef main // see game_main.h

int main(int count, char **words)
{
    if (count == 2 && strcmp(words[1], "--help") == 0) {
        print_usage(stdout, words[0]);
        return 0;
    }
    if (!read_options(count, words)) {
        print_usage(stderr, words[0]);
        return 2;
    }
    is_live = options.script == NULL && tty_is_there();
    if (!is_live) {
        if (options.script == NULL) {
            options.script = TERMINAL_DEMO_SCRIPT;
            options.is_text = true;
        }
        if (!script_load(options.script)) {
            return 1;
        }
        if (options.frames == 0) {
            options.frames = script_frames();
        }
    }
    return game_main();
}
