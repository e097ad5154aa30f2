// SPDX-License-Identifier: MIT
// gba_runner.c - runs a program on mGBA's core by instructions, and counts the cycles between the marks.
//
// usage: gba_runner PROGRAM     a cartridge image; the cycles are those that the console's timers run from
#include "mgba_core.h"

#include "lanes.h"

#include <mgba/core/timing.h>
#include <mgba/internal/arm/arm.h>
#include <mgba/internal/gba/gba.h>

enum { IME = 0x208, MAIL_CHARACTER = 0, MAIL_EXIT = 1, ROM_BYTES = 1 << 20 };

static unsigned char rom[ROM_BYTES];

static enum mark mark_of(const struct ARMCore *cpu)
{
    static const uint32_t thumb[] = {0, 0x46C9, 0x46D2, 0x46DB, 0x46E4};
    static const uint32_t arm[] = {0, 0xE1A09009u, 0xE1A0A00Au, 0xE1A0B00Bu, 0xE1A0C00Cu};
    const bool is_thumb = cpu->executionMode == MODE_THUMB;
    const uint32_t code = is_thumb ? cpu->prefetch[0] & 0xFFFFu : cpu->prefetch[0];
    for (int mark = MARK_BEGIN; mark <= MARK_NEXT; mark++) {
        if (code == (is_thumb ? thumb : arm)[mark]) {
            return (enum mark)mark;
        }
    }
    return MARK_NONE;
}

static int run(struct mCore *core)
{
    const struct ARMCore *const cpu = (const struct ARMCore *)core->cpu;
    const struct GBA *const gba = (const struct GBA *)core->board;
    uint32_t *const mail = gba->memory.wram;
    while (mail[MAIL_EXIT] == 0) {
        const enum mark mark = mark_of(cpu);
        if (mark > MARK_BEGIN) {
            lanes_mark(mark, (uint32_t)mTimingCurrentTime(core->timing));
        }
        core->step(core);
        const uint64_t now = (uint32_t)mTimingCurrentTime(core->timing);
        lanes_mask(gba->memory.io[IME / 2] == 0, now);
        if (mark == MARK_BEGIN) {
            lanes_mark(mark, now);
        }
        if (mail[MAIL_CHARACTER] != 0) {
            putchar((int)(mail[MAIL_CHARACTER] & 0xFFu));
            mail[MAIL_CHARACTER] = 0;
        }
    }
    return (int)(mail[MAIL_EXIT] & 0xFFu);
}

int main(int argc, char **argv)
{
    FILE *const stream = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (stream == NULL || fread(rom, 1, sizeof rom, stream) == 0) {
        fprintf(stderr, "usage: gba_runner PROGRAM\n");
        return 2;
    }
    fclose(stream);
    struct mCore *const core =
        mgba_core_start(mPLATFORM_GBA, VFileFromConstMemory(rom, sizeof rom), 240, false);
    if (core == NULL) {
        fprintf(stderr, "mGBA does not take the program\n");
        return 2;
    }
    return run(core);
}
