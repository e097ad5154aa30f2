// SPDX-License-Identifier: MIT
// landing.h - what every program that is landed in needs: where it was hit, waiting, giving up.
#ifndef SWEEP_LANDING_H
#define SWEEP_LANDING_H

#include "print.h"
#include "rig.h"

#include <stddef.h>

#ifndef SWEPT_BYTES
#    define SWEPT_BYTES 20480 // of code
#endif
enum { LINGER = 50000 };

#ifdef RIG_UNIT
enum { UNIT = RIG_UNIT }; // bytes that the shortest instruction has
#else
enum { UNIT = 2 };
#endif
enum { HIT_BYTES = SWEPT_BYTES / 8 / UNIT };

// A bit for each place of an instruction in the swept code: interrupted there.
static uint8_t hit[HIT_BYTES];

static bool is_swept(uintptr_t pc)
{
    return pc >= (uintptr_t)swept_start && pc < (uintptr_t)swept_end;
}

static void mark(uint8_t *map, uintptr_t pc)
{
    const uintptr_t place = (pc - (uintptr_t)swept_start) / UNIT;
    if (is_swept(pc) && place / 8 < HIT_BYTES) {
        map[place / 8] = (uint8_t)(map[place / 8] | 1u << (place % 8));
    }
}

static bool waited_for(const volatile bool *what)
{
    for (uint32_t turns = 0; !*what; turns++) {
        if (turns == LINGER) {
            return false;
        }
    }
    return true;
}

static void stop_unless(bool claim, const char *text)
{
    if (!claim) {
        print_text(text);
        print_text("\n");
        rig_exit(8);
    }
}

static void report_map(const char *title, const uint8_t *map)
{
    print_text(title);
    for (unsigned place = 0; place < HIT_BYTES * 8u; place++) {
        if ((map[place / 8] & 1u << (place % 8)) != 0) {
            print_text(" ");
            print_hex((uintptr_t)swept_start + UNIT * place);
        }
    }
    print_text("\n");
}

#endif
