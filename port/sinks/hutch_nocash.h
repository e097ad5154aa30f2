// SPDX-License-Identifier: MIT
// hutch_nocash.h - a log in the debug window of no$gba, for a Game Boy Advance; hutch_mgba.h is mGBA's.
//
//   hutch_debug_set_sink(hutch_nocash_put, NULL);    in main, of a debug build
//   hutch_report(hutch_nocash_put, NULL);
//
// A console ignores it, and so does mGBA. The register is that of GBATEK, "DEBUG Registers".
#ifndef HUTCH_NOCASH_H
#define HUTCH_NOCASH_H

#include <stdint.h>

#define HUTCH_NOCASH_CHARACTER (*(volatile uint8_t *)(uintptr_t)0x04FFFA1Cu)

/// Logs a character.
static inline void hutch_nocash_put(char c, void *context)
{
    (void)context;
    HUTCH_NOCASH_CHARACTER = (uint8_t)c;
}

#endif
