// SPDX-License-Identifier: MIT
// runner.c - options, buttons by script or from who plays, and the PNG at the end.
#include "runner.h"
#include "board.h"
#include "script.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LIVE_FRAME = 0x05, ROW_MAX = 3 * 1024, SECOND = 60 };

static struct {
    const char *program;
    const char *script;
    const char *png;
    const char *budget;
    const char *rate;
    bool is_live;
} options;

bool runner_options(int count, char **words)
{
    bool is_wrong = count < 2;

    for (int i = 2; i < count && !is_wrong; i++) {
        const char **const value = strcmp(words[i], "--script") == 0   ? &options.script
                                   : strcmp(words[i], "--png") == 0    ? &options.png
                                   : strcmp(words[i], "--budget") == 0 ? &options.budget
                                   : strcmp(words[i], "--rate") == 0   ? &options.rate
                                                                       : NULL;
        if (strcmp(words[i], "--live") == 0) {
            options.is_live = true;
        } else if (value != NULL && i + 1 < count) {
            *value = words[++i];
        } else {
            is_wrong = true;
        }
    }
    if (is_wrong) {
        fprintf(stderr,
                "usage: %s PROGRAM [--script FILE] [--png FILE] [--budget CYCLES] [--rate FRAMES] "
                "[--live]\n",
                words[0]);
        return false;
    }
    options.program = words[1];
    return options.script == NULL || script_load(options.script);
}

const char *runner_program(const char *ending)
{
    static char path[4096];
    const char *const dot = strrchr(options.program, '.');
    const int length = dot == NULL ? (int)strlen(options.program) : (int)(dot - options.program);

    snprintf(path, sizeof path, "%.*s%s", length, options.program, ending);
    return path;
}

unsigned runner_least_rate(void)
{
    return options.rate == NULL ? 0 : (unsigned)strtoul(options.rate, NULL, 10);
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
    return options.is_live;
}

// One byte, then a byte a pixel: as the driver, boards/tools/console.py, wants it.
static void show(const struct picture *picture)
{
    putchar(LIVE_FRAME);
    for (unsigned y = 0; y < BOARD_HEIGHT; y++) {
        for (unsigned x = 0; x < BOARD_WIDTH; x++) {
            const uint8_t *const rgb =
                &picture->rgb[3 * ((picture->top + y) * picture->width + picture->left + x)];
            const uint8_t brighter = rgb[0] > rgb[1] ? rgb[0] : rgb[1];
            putchar((brighter > rgb[2] ? brighter : rgb[2]) >> 4);
        }
    }
    fflush(stdout);
}

uint8_t runner_buttons(unsigned long frame, const struct picture *picture)
{
    if (options.is_live) {
        show(picture);
        const int answer = getchar();
        return answer == EOF ? RUNNER_LEAVE : (uint8_t)answer;
    }
    if (options.script == NULL) {
        return 0;
    }
    return (long)frame >= script_frames() ? RUNNER_LEAVE : script_buttons((long)frame);
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
    const unsigned long budget = options.budget == NULL ? 0 : strtoul(options.budget, NULL, 10);

    if (options.png != NULL && !write_png(options.png, last)) {
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
