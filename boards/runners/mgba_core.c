// SPDX-License-Identifier: MIT
// mgba_core.c - starts libmgba with a cartridge.
#include "mgba_core.h"

#include <mgba/core/config.h>

color_t mgba_pixels[256 * 224]; // a Game Boy may ask for that before it knows which one it is

static void say_nothing(struct mLogger *logger, int category, enum mLogLevel level, const char *format,
                        va_list values)
{
    (void)logger, (void)category, (void)level, (void)format, (void)values;
}

struct mCore *mgba_core_start(enum mPlatform platform, struct VFile *rom, unsigned width, mgba_log *say)
{
    static struct mLogger logger;
    struct mCore *const core = mCoreCreate(platform);

    logger.log = say != NULL ? say : say_nothing;
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
