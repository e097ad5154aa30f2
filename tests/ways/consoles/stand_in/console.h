// SPDX-License-Identifier: MIT
// console.h - what the stand-ins share: when A is pressed, and a line for each frame of what it shows.
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CONSOLE_FRAMES = 200 };
static unsigned console_frame;

static inline bool console_is_pressed(void)
{
    return console_frame % 2 == 0;
}

static inline void console_show(int x)
{
    printf("%d ", x);
}

/// Ends a frame, and in time the program.
static inline void console_end(void)
{
    printf("\n");
#ifndef __SDCC // which only compiles it
    if (++console_frame == CONSOLE_FRAMES) {
        exit(0);
    }
#endif
}

#endif
