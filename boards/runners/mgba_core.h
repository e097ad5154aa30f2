// SPDX-License-Identifier: MIT
// mgba_core.h - starts libmgba with a cartridge: what every program that runs on it begins with.
#ifndef HUTCH_MGBA_CORE_H
#define HUTCH_MGBA_CORE_H

#include <mgba/flags.h> // first: it decides what is in the structs of the others
#include <mgba/core/core.h>
#include <mgba-util/vfs.h>

#include <stdbool.h>

/// The picture, rows of `width` pixels.
extern color_t mgba_pixels[];

/// True once a Game Boy Advance has logged a fatal line: there mGBA's window stops the program.
extern bool mgba_is_fatal;

/// Starts a console without a boot program.
/// @param  rom       the cartridge; NULL is refused
/// @param  is_heard  a Game Boy Advance's log goes to standard output, complaints to standard error
/// @return NULL when libmgba does not take it
struct mCore *mgba_core_start(enum mPlatform platform, struct VFile *rom, unsigned width, bool is_heard);

#endif
