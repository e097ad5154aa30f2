// SPDX-License-Identifier: MIT
// runner.c - options, buttons by script or from who plays, and the PNG at the end.
#include "runner.h"
#include "board.h"
#include "keys.h"
#include "live.h"
#include "screen.h"
#include "script.h"
#include "tty.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { ROW_MAX = 3 * 1024, SECOND = 60 };
enum { SCRIPT, SHOW, PNG, BUDGET, RATE, PLAY, WINDOW, TERMINAL, HEADLESS, ASCII, HELP, OPTIONS };

static const struct option known[] = {
    {"script", required_argument, NULL, SCRIPT}, {"show", no_argument, NULL, SHOW},
    {"png", required_argument, NULL, PNG},       {"budget", required_argument, NULL, BUDGET},
    {"rate", required_argument, NULL, RATE},     {"play", required_argument, NULL, PLAY},
    {"window", required_argument, NULL, WINDOW}, {"terminal", no_argument, NULL, TERMINAL},
    {"headless", no_argument, NULL, HEADLESS},   {"ascii", no_argument, NULL, ASCII},
    {"help", no_argument, NULL, HELP},           {NULL, 0, NULL, 0},
};
static const char usage[] =
    "usage: RUNNER PROGRAM [OPTION ...]\n"
    "  --play FILE      you play: in a window, else in this terminal; without both, FILE\n"
    "  --window NAMES   emulators that open a window, the best first\n"
    "  --terminal       in this terminal, even where a window opens\n"
    "  --headless       FILE, even in a terminal\n"
    "  --ascii          the screen in ASCII\n"
    "  --script FILE    plays these buttons, exactly in these frames\n"
    "  --show           shows that in this terminal\n"
    "  --png FILE       writes the last picture\n"
    "  --budget CYCLES  ends with 95 when a frame took more\n"
    "  --rate FRAMES    ends with 95 when a second had fewer\n";

static const char *program;
static const char *given[OPTIONS]; // NULL: not
static bool is_shown;              // in this terminal

bool runner_options(int count, char **words)
{
    int option;

    while ((option = getopt_long(count, words, "", known, NULL)) >= 0 && option < OPTIONS) {
        given[option] = optarg == NULL ? "" : optarg;
    }
    if (given[HELP] != NULL || option >= 0 || optind != count - 1) {
        fputs(usage, given[HELP] != NULL ? stdout : stderr);
        exit(given[HELP] != NULL ? 0 : RUNNER_FAILED);
    }
    program = words[optind];
    return given[SCRIPT] == NULL || script_load(given[SCRIPT]);
}

// Becomes the first of these emulators that is installed, with its window; returns if none is.
static void open_window(const char *names, const char *rom)
{
    char *const copy = strdup(names);

    for (char *name = strtok(copy, " "); name != NULL; name = strtok(NULL, " ")) {
        execlp(name, name, rom, (char *)NULL); // returns if there is none
    }
    free(copy);
}

bool runner_begin(const char *rom)
{
    static char path[4096];
    const bool has_display = getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL;
    const bool is_by_script = given[HEADLESS] != NULL || !tty_is_there();

    if (given[WINDOW] != NULL && has_display && given[TERMINAL] == NULL && given[HEADLESS] == NULL) {
        open_window(given[WINDOW], rom);
    }
    if (given[PLAY] != NULL && is_by_script) {
        snprintf(path, sizeof path, "%s", runner_program(".png"));
        given[PNG] = path;
        given[SCRIPT] = given[PLAY];
        fprintf(stderr, "The script plays; the screen will be in %s.\n", path);
        return script_load(given[SCRIPT]);
    }
    is_shown = given[PLAY] != NULL || given[SHOW] != NULL;
    return !is_shown || live_open(given[ASCII] != NULL, given[PLAY] != NULL);
}

const char *runner_program(const char *ending)
{
    static char path[4096];
    const char *const dot = strrchr(program, '.');
    const int length = dot == NULL ? (int)strlen(program) : (int)(dot - program);

    snprintf(path, sizeof path, "%.*s%s", length, program, ending);
    return path;
}

unsigned runner_least_rate(void)
{
    return given[RATE] == NULL ? 0 : (unsigned)strtoul(given[RATE], NULL, 10);
}

unsigned runner_slowest_second(unsigned frame)
{
    static unsigned frames[SECOND], displayed, fewest = UINT_MAX;
    const unsigned before = frames[displayed % SECOND];

    frames[displayed++ % SECOND] = frame;
    if (before > 0 && frame - before < fewest) {
        fewest = frame - before;
    }
    return fewest;
}

bool runner_is_live(void)
{
    return is_shown;
}

static bool show(const struct picture *picture)
{
    return live_frame((int)picture->width, (int)picture->height, picture->rgb);
}

uint8_t runner_buttons(unsigned long frame, const struct picture *picture)
{
    const bool goes_on = !is_shown || show(picture);

    if (given[SCRIPT] != NULL) {
        return (long)frame >= script_frames() || !goes_on ? RUNNER_LEAVE : script_buttons((long)frame);
    }
    return !goes_on ? RUNNER_LEAVE : is_shown ? keys_next_frame() : 0;
}

// ------------------------------------------------------------------------------------ PNG

static void put_big_endian(uint8_t *to, unsigned long value)
{
    for (int i = 0; i < 4; i++) {
        to[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

static void write_chunk(FILE *file, const char *name, const uint8_t *data, unsigned long bytes)
{
    uint8_t length[4];
    uint8_t checksum[4];

    put_big_endian(length, bytes);
    put_big_endian(checksum, crc32(crc32(0, (const uint8_t *)name, 4), data, (unsigned)bytes));
    fwrite(length, 1, 4, file);
    fwrite(name, 1, 4, file);
    fwrite(data, 1, bytes, file);
    fwrite(checksum, 1, 4, file);
}

static bool write_png(const char *path, const struct picture *picture)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static uint8_t rows[512 * (ROW_MAX + 1)];
    static uint8_t packed[sizeof rows + 1024];
    uint8_t header[13] = {0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0}; // 8 bits each of red, green, blue
    unsigned long bytes = sizeof packed;
    const unsigned zoom = picture->zoom;
    uint8_t *to = rows;
    FILE *const file = fopen(path, "wb");

    if (file == NULL) {
        perror(path);
        return false;
    }
    for (unsigned y = 0; y < picture->height * zoom; y++) {
        *to++ = 0; // no filter
        for (unsigned x = 0; x < picture->width * zoom; x++, to += 3) {
            memcpy(to, &picture->rgb[3 * (y / zoom * picture->width + x / zoom)], 3);
        }
    }
    compress2(packed, &bytes, rows, (unsigned long)(to - rows), Z_BEST_COMPRESSION);
    put_big_endian(header, picture->width * zoom);
    put_big_endian(header + 4, picture->height * zoom);
    fwrite(signature, 1, sizeof signature, file);
    write_chunk(file, "IHDR", header, sizeof header);
    write_chunk(file, "IDAT", packed, bytes);
    write_chunk(file, "IEND", (const uint8_t *)"", 0); // crc32 starts again for NULL
    return fclose(file) == 0;
}

int runner_finish(int code, unsigned long worst_cycles, unsigned long worst_frame, const struct picture *last)
{
    const unsigned long budget = given[BUDGET] == NULL ? 0 : strtoul(given[BUDGET], NULL, 10);

    if (is_shown) {
        screen_show((int)last->width, (int)last->height, last->rgb);
        live_close();
    }
    if (given[PNG] != NULL && !write_png(given[PNG], last)) {
        return RUNNER_FAILED;
    }
    if (budget != 0) {
        fprintf(stderr, "slowest frame: %lu, %lu cycles of %lu (%lu%%)\n", worst_frame, worst_cycles, budget,
                worst_cycles * 100 / budget);
        if (code == 0 && worst_cycles > budget) {
            return RUNNER_TOO_SLOW;
        }
    }
    return code;
}
