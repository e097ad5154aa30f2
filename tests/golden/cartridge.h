// SPDX-License-Identifier: MIT
// cartridge.h - a cartridge with a battery in an emulated console, which is switched off and on again.
#ifndef CARTRIDGE_H
#define CARTRIDGE_H

#include "mgba_core.h"

#include <mgba/core/blip_buf.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

enum { CARTRIDGE_SAVE_BYTES = 8, CARTRIDGE_BYTES = 32 * 1024, CHANNELS = 4 };

static const char *rom;
static struct mCore *core;

// Starts it with a save, or with NULL for a memory that is all 1, as after years without a battery.
static void cartridge_start(enum mPlatform platform, unsigned width, const uint8_t *save)
{
    static uint8_t bytes[CARTRIDGE_BYTES];

    if (core != NULL) {
        core->deinit(core);
    }
    core = mgba_core_start(platform, VFileOpen(rom, O_RDONLY), width, false);
    if (core == NULL) {
        fprintf(stderr, "libmgba does not run %s\n", rom);
        exit(1);
    }
    core->setAudioBufferSize(core, 4096);
    memset(bytes, 0xFF, sizeof bytes);
    if (save != NULL) {
        memcpy(bytes, save, CARTRIDGE_SAVE_BYTES);
    }
    core->loadSave(core, VFileMemChunk(bytes, platform == mPLATFORM_GB ? 8192 : sizeof bytes));
}

static bool copy_save(uint8_t save[CARTRIDGE_SAVE_BYTES])
{
    void *all = NULL;
    const bool has_all = core->savedataClone(core, &all) >= CARTRIDGE_SAVE_BYTES;

    memset(save, 0xFF, CARTRIDGE_SAVE_BYTES);
    if (has_all) {
        memcpy(save, all, CARTRIDGE_SAVE_BYTES);
    }
    free(all);
    return has_all;
}

static void hear_only(unsigned channels)
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        core->enableAudioChannel(core, i, (channels >> i & 1) != 0);
    }
}

#endif
