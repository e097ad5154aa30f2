// SPDX-License-Identifier: MIT
// mgba_core.c - starts libmgba with a cartridge.
#include "mgba_core.h"

#include <mgba/core/config.h>
#include <mgba/core/log.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

color_t mgba_pixels[256 * 224]; // a Game Boy may ask for that before it knows which one it is

bool mgba_is_fatal;

static void say_nothing(struct mLogger *logger, int category, enum mLogLevel level, const char *format,
                        va_list values)
{
    (void)logger, (void)category, (void)level, (void)format, (void)values;
}

// A Game Boy Advance's own lines on standard output, complaints on standard error.
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
    mgba_is_fatal = mgba_is_fatal || (file == stdout && level == mLOG_FATAL);
    vfprintf(file, format, values);
    fputc('\n', file);
}

struct mCore *mgba_core_start(enum mPlatform platform, struct VFile *rom, unsigned width, bool is_heard)
{
    static struct mLogger logger;
    struct mCore *const core = mCoreCreate(platform);

    logger.log = is_heard ? log_line : say_nothing;
    mLogSetDefaultLogger(&logger);
    if (rom == NULL || core == NULL || !core->init(core)) {
        return NULL;
    }
    mCoreInitConfig(core, NULL);
    core->opts.skipBios = true;
    core->opts.useBios = false;
    core->setVideoBuffer(core, mgba_pixels, width);
    if (!core->loadROM(core, rom)) {
        return NULL;
    }
    core->reset(core);
    return core;
}
