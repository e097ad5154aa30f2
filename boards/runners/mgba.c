// SPDX-License-Identifier: MIT
// mgba.c - runs a program for Game Boy or Game Boy Advance on libmgba: log on standard output, exit code.
#include "mgba_core.h"

#include "runner.h"

#include <mgba/core/config.h>
#include <mgba/internal/gb/gb.h>

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>

enum {
    ENDED = 0x600D,
    FIELDS_MAX = 60 * 1800, // of a program that does not end
    FIELDS_AFTER = 10,      // a fatal line: who waits for the program's end sees whether it goes on
};

// The program's mailbox: words at the first byte of its memory; see board.c of each board.
enum { RESULT, FRAME, IS_WAITING, WORST_CYCLES, WORST_FRAME, SPRITES_PEAK, TILES_PEAK };

static const struct machine {
    enum mPlatform platform;
    const char *ending;
    unsigned width, height; // the screen
    uint32_t mailbox;
    uint16_t keys[5], leave; // L R U D A, by the bits of board.h; those that no thumb holds together
} machines[] = {
    {mPLATFORM_GBA, ".gba", 240, 160, 0x02000000, {0x020, 0x010, 0x040, 0x004, 0x001}, 0x00F},
    {mPLATFORM_GB, ".gb", 160, 144, 0xC000, {0x020, 0x010, 0x040, 0x080, 0x001}, 0x00F},
};

static const struct machine *machine;
static struct mCore *core;
static bool has_left; // or has been told to
static uint8_t rgb[3 * 256 * 224];
static struct picture picture = {.zoom = 1, .rgb = rgb};

static uint32_t mail(unsigned word)
{
    uint32_t value = 0;
    for (unsigned i = 4; i-- > 0;) {
        value = value << 8 | core->busRead8(core, machine->mailbox + 4 * word + i);
    }
    return value;
}

static const struct picture *picture_now(void)
{
    for (unsigned i = 0; i < picture.width * picture.height; i++) {
        rgb[3 * i] = (uint8_t)mgba_pixels[i];
        rgb[3 * i + 1] = (uint8_t)(mgba_pixels[i] >> 8);
        rgb[3 * i + 2] = (uint8_t)(mgba_pixels[i] >> 16);
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

// The buttons of the frame that begins.
static void hold_buttons(void)
{
    const uint8_t buttons = runner_buttons(mail(FRAME), picture_now());

    has_left = has_left || buttons == RUNNER_LEAVE;
    core->setKeys(core, keys_of(buttons));
}

// What a Game Boy sends by its link: its log; 0 asks for buttons.
static void link_send(struct GBSIODriver *driver, uint8_t value)
{
    (void)driver;
    if (value != 0) {
        putchar(value);
    } else {
        hold_buttons();
    }
}

static uint8_t link_control(struct GBSIODriver *driver, uint8_t value)
{
    (void)driver;
    return value;
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
    core = mgba_core_start(machine->platform, rom, machine->width, true);
    if (core == NULL) {
        fprintf(stderr, "libmgba does not run it\n");
        return false;
    }
    if (machine->platform == mPLATFORM_GB) {
        GBSIOSetDriver(&((struct GB *)core->board)->sio, &link);
    }
    picture.width = machine->width;
    picture.height = machine->height;
    return runner_begin(runner_program(machine->ending));
}

int main(int count, char **words)
{
    unsigned slowest = 0;
    long fields_max = FIELDS_MAX;

    if (!runner_options(count, words) || !start()) {
        return RUNNER_FAILED;
    }
    for (long i = 0; mail(RESULT) >> 16 != ENDED && (runner_is_live() || i < fields_max); i++) {
        if (machine->platform == mPLATFORM_GBA && mail(IS_WAITING) == 1) {
            hold_buttons();
        }
        core->runFrame(core);
        slowest = has_left ? slowest : runner_slowest_second(mail(FRAME));
        if (mgba_is_fatal && fields_max == FIELDS_MAX) {
            fields_max = i + FIELDS_AFTER;
        }
    }
    if (mail(RESULT) >> 16 != ENDED) {
        return mgba_is_fatal ? RUNNER_STOPPED : RUNNER_HANGS;
    }
    if (mail(FRAME) > 0) {
        fprintf(stderr, "%u frames while %u were displayed", mail(FRAME), core->frameCounter(core));
        fprintf(stderr, slowest == UINT_MAX ? "\n" : "; %u in the slowest second\n", slowest);
    }
    core->runFrame(core); // the last picture from top to bottom
    if (machine->platform == mPLATFORM_GBA && mail(FRAME) > 0) {
        fprintf(stderr, "sprites: %u of 128, tiles: %u of 1024 at most\n", mail(SPRITES_PEAK),
                mail(TILES_PEAK));
    }
    int code =
        runner_finish((int)(mail(RESULT) & 0xFF), mail(WORST_CYCLES), mail(WORST_FRAME), picture_now());
    if (code == 0 && slowest < runner_least_rate()) {
        fprintf(stderr, "too slow: %u frames a second are asked for\n", runner_least_rate());
        code = RUNNER_TOO_SLOW;
    }
    mCoreConfigDeinit(&core->config);
    core->deinit(core);
    return code;
}
