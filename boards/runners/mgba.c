// SPDX-License-Identifier: MIT
// mgba.c - runs a Game Boy Advance program on libmgba: log on standard output, the program's exit code.
#include <mgba/flags.h> // first: it decides what is in the structs of the others
#include <mgba/core/config.h>
#include <mgba/core/core.h>
#include <mgba/core/log.h>
#include <mgba-util/vfs.h>

#include "runner.h"
#include "board.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 240,
    HEIGHT = 160,
    ENDED = 0x600D,
    FRAMES_MAX = 60 * 600, // of a program that does not end
    KEYS_LEAVE = 0x00F,    // A, B, select and start at the same time
};

// The program's mailbox; see boards/gba/board.c.
enum {
    MAILBOX_RESULT = 0x02000000,
    MAILBOX_FRAME = 0x02000004,
    MAILBOX_IS_WAITING = 0x02000008,
    MAILBOX_WORST_CYCLES = 0x0200000C,
    MAILBOX_WORST_FRAME = 0x02000010,
    MAILBOX_SPRITES_PEAK = 0x02000014,
    MAILBOX_TILES_PEAK = 0x02000018,
};

static color_t pixels[WIDTH * HEIGHT];
static uint8_t rgb[3 * WIDTH * HEIGHT];
static const struct picture picture = {WIDTH, HEIGHT, 56, 48, 1, rgb};

static void log_line(struct mLogger *logger, int category, enum mLogLevel level, const char *format,
                     va_list values)
{
    const char *const name = mLogCategoryId(category);
    FILE *file = stdout;

    (void)logger;
    if (name == NULL || strcmp(name, "gba.debug") != 0) {
        if ((level & (mLOG_FATAL | mLOG_ERROR | mLOG_GAME_ERROR)) == 0) {
            return;
        }
        file = stderr;
    }
    vfprintf(file, format, values);
    fputc('\n', file);
}

static const struct picture *picture_now(void)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        rgb[3 * i] = (uint8_t)pixels[i];
        rgb[3 * i + 1] = (uint8_t)(pixels[i] >> 8);
        rgb[3 * i + 2] = (uint8_t)(pixels[i] >> 16);
    }
    return &picture;
}

static uint32_t keys_of(uint8_t buttons)
{
    static const uint16_t keys[] = {0x020, 0x010, 0x040, 0x080, 0x001}; // L R U D A, by the bits of board.h
    uint32_t held = 0;

    if (buttons == RUNNER_LEAVE) {
        return KEYS_LEAVE;
    }
    for (int i = 0; i < 5; i++) {
        held |= (buttons >> i & 1) != 0 ? keys[i] : 0u;
    }
    return held;
}

static struct mCore *core_start(const char *path)
{
    struct mCore *const core = mCoreCreate(mPLATFORM_GBA);
    struct VFile *const rom = VFileOpen(path, O_RDONLY);

    if (core == NULL || rom == NULL || !core->init(core)) {
        return NULL;
    }
    mCoreInitConfig(core, NULL);
    core->opts.skipBios = true;
    core->opts.useBios = false;
    core->setVideoBuffer(core, pixels, WIDTH);
    if (!core->loadROM(core, rom)) {
        return NULL;
    }
    core->reset(core);
    return core;
}

int main(int count, char **words)
{
    static struct mLogger logger = {.log = log_line};
    const char *const path = runner_options(count, words, ".gba");

    if (path == NULL) {
        return RUNNER_FAILED;
    }
    mLogSetDefaultLogger(&logger);
    struct mCore *const core = core_start(path);
    if (core == NULL) {
        fprintf(stderr, "%s: libmgba does not run it\n", path);
        return RUNNER_FAILED;
    }
    uint32_t result = 0;
    for (long i = 0; result >> 16 != ENDED && (runner_is_live() || i < FRAMES_MAX); i++) {
        if (core->busRead32(core, MAILBOX_IS_WAITING) == 1) {
            core->setKeys(core, keys_of(runner_buttons(core->busRead32(core, MAILBOX_FRAME), picture_now())));
        }
        core->runFrame(core);
        result = core->busRead32(core, MAILBOX_RESULT);
    }
    if (result >> 16 != ENDED) {
        return RUNNER_HANGS;
    }
    core->runFrame(core); // the last picture from top to bottom
    fprintf(stderr, "sprites: %u of 128, tiles: %u of 1024 at most\n",
            core->busRead32(core, MAILBOX_SPRITES_PEAK), core->busRead32(core, MAILBOX_TILES_PEAK));
    const int code = runner_finish((int)(result & 0xFF), core->busRead32(core, MAILBOX_WORST_CYCLES),
                                   core->busRead32(core, MAILBOX_WORST_FRAME), picture_now());
    mCoreConfigDeinit(&core->config);
    core->deinit(core);
    return code;
}
