// SPDX-License-Identifier: MIT
// mgba.c - runs a program for Game Boy or Game Boy Advance on libmgba: log on standard output, exit code.
#include <mgba/flags.h> // first: it decides what is in the structs of the others
#include <mgba/core/config.h>
#include <mgba/core/core.h>
#include <mgba/core/log.h>
#include <mgba/internal/gb/gb.h>
#include <mgba-util/vfs.h>

#include "runner.h"
#include "board.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    PIXELS_MAX = 256 * 224, // a Game Boy may ask for that before it knows which one it is
    ENDED = 0x600D,
    FIELDS_MAX = 60 * 1800, // of a program that does not end
};

// The program's mailbox: words at the first byte of its memory; see board.c of each board.
enum { RESULT, FRAME, IS_WAITING, WORST_CYCLES, WORST_FRAME, SPRITES_PEAK, TILES_PEAK };

static const struct machine {
    enum mPlatform platform;
    const char *ending;
    unsigned width, height;
    uint32_t mailbox;
    uint16_t keys[5], leave; // L R U D A, by the bits of board.h; those that no thumb holds together
} machines[] = {
    {mPLATFORM_GBA, ".gba", 240, 160, 0x02000000, {0x020, 0x010, 0x040, 0x080, 0x001}, 0x00F},
    {mPLATFORM_GB, ".gb", 160, 144, 0xC000, {0x020, 0x010, 0x040, 0x080, 0x001}, 0x00F},
};

static const struct machine *machine;
static struct mCore *core;
static color_t pixels[PIXELS_MAX];
static uint8_t rgb[3 * PIXELS_MAX];
static struct picture picture = {.zoom = 1, .rgb = rgb};

static uint32_t mail(unsigned word)
{
    uint32_t value = 0;
    for (unsigned i = 4; i-- > 0;) {
        value = value << 8 | core->busRead8(core, machine->mailbox + 4 * word + i);
    }
    return value;
}

// What a Game Boy sends by its link.
static void link_send(struct GBSIODriver *driver, uint8_t value)
{
    (void)driver;
    putchar(value);
}

static uint8_t link_control(struct GBSIODriver *driver, uint8_t value)
{
    (void)driver;
    return value;
}

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
    for (unsigned i = 0; i < picture.width * picture.height; i++) {
        rgb[3 * i] = (uint8_t)pixels[i];
        rgb[3 * i + 1] = (uint8_t)(pixels[i] >> 8);
        rgb[3 * i + 2] = (uint8_t)(pixels[i] >> 16);
    }
    return &picture;
}

static uint32_t keys_of(uint8_t buttons)
{
    uint32_t held = buttons == RUNNER_LEAVE ? machine->leave : 0u;

    for (int i = 0; i < 5 && buttons != RUNNER_LEAVE; i++) {
        held |= (buttons >> i & 1) != 0 ? machine->keys[i] : 0u;
    }
    return held;
}

// The program is for the machine whose ending its cartridge has.
static bool start(void)
{
    static struct GBSIODriver link = {.writeSB = link_send, .writeSC = link_control};
    struct VFile *rom = NULL;

    for (unsigned i = 0; i < sizeof machines / sizeof machines[0] && rom == NULL; i++) {
        machine = &machines[i];
        rom = VFileOpen(runner_program(machine->ending), O_RDONLY);
    }
    core = mCoreCreate(machine->platform);
    if (rom == NULL || core == NULL || !core->init(core)) {
        return false;
    }
    mCoreInitConfig(core, NULL);
    core->opts.skipBios = true;
    core->opts.useBios = false;
    core->setVideoBuffer(core, pixels, machine->width);
    if (!core->loadROM(core, rom)) {
        return false;
    }
    core->reset(core);
    if (machine->platform == mPLATFORM_GB) {
        GBSIOSetDriver(&((struct GB *)core->board)->sio, &link);
    }
    picture.width = machine->width;
    picture.height = machine->height;
    picture.left = (machine->width - BOARD_WIDTH) / 2;
    picture.top = (machine->height - BOARD_HEIGHT) / 2;
    return true;
}

int main(int count, char **words)
{
    static struct mLogger logger = {.log = log_line};

    if (!runner_options(count, words)) {
        return RUNNER_FAILED;
    }
    mLogSetDefaultLogger(&logger);
    if (!start()) {
        fprintf(stderr, "libmgba does not run it\n");
        return RUNNER_FAILED;
    }
    for (long i = 0; mail(RESULT) >> 16 != ENDED && (runner_is_live() || i < FIELDS_MAX); i++) {
        if (mail(IS_WAITING) == 1) {
            core->setKeys(core, keys_of(runner_buttons(mail(FRAME), picture_now())));
        }
        core->runFrame(core);
    }
    if (mail(RESULT) >> 16 != ENDED) {
        return RUNNER_HANGS;
    }
    core->runFrame(core); // the last picture from top to bottom
    if (mail(FRAME) > 0) {
        fprintf(stderr, "%u frames while %u were displayed\n", mail(FRAME), core->frameCounter(core));
    }
    if (machine->platform == mPLATFORM_GBA && mail(FRAME) > 0) {
        fprintf(stderr, "sprites: %u of 128, tiles: %u of 1024 at most\n", mail(SPRITES_PEAK),
                mail(TILES_PEAK));
    }
    const int code =
        runner_finish((int)(mail(RESULT) & 0xFF), mail(WORST_CYCLES), mail(WORST_FRAME), picture_now());
    mCoreConfigDeinit(&core->config);
    core->deinit(core);
    return code;
}
