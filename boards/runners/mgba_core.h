// SPDX-License-Identifier: MIT
// mgba_core.h - starts libmgba with a cartridge: what every program that runs on it begins with.
#ifndef HUTCH_MGBA_CORE_H
#define HUTCH_MGBA_CORE_H

#include <mgba/flags.h> // first: it decides what is in the structs of the others
#include <mgba/core/core.h>
#include <mgba/core/log.h>
#include <mgba-util/vfs.h>

/// What a console says besides its picture, as libmgba tells it.
typedef void mgba_log(struct mLogger *logger, int category, enum mLogLevel level, const char *format,
                      va_list values);

/// The picture, rows of `width` pixels.
extern color_t mgba_pixels[];

/// Starts a console without a boot program.
/// @param  rom   the cartridge; NULL is refused
/// @param  say   told what the console says; NULL: nobody is
/// @return NULL when libmgba does not take it
struct mCore *mgba_core_start(enum mPlatform platform, struct VFile *rom, unsigned width, mgba_log *say);

#endif
