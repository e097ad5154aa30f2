// SPDX-License-Identifier: MIT
// double_buffer.c - the main loop fills one buffer while an interrupt shows the other. With -DRACE it fills
// the one that is shown.
#include <stdbool.h>

enum { CELLS = 4 };

static volatile unsigned char buffers[2][CELLS];
static volatile unsigned char shown; // which of the two

static void fill(unsigned char colour)
{
#ifdef RACE
    const unsigned char hidden = shown;
#else
    const unsigned char hidden = (unsigned char)(1 - shown);
#endif
    for (unsigned k = 0; k < CELLS; k++) {
        buffers[hidden][k] = colour;
    }
    shown = hidden;
}

static bool is_torn;

// The interrupt: a picture of two colours was not finished.
void show(void)
{
    for (unsigned k = 1; k < CELLS; k++) {
        is_torn = is_torn || buffers[shown][k] != buffers[shown][0];
    }
}

// What is interrupted.
void draw(void)
{
    fill(1);
    fill(2);
}

void blank(void)
{
    for (unsigned k = 0; k < CELLS; k++) {
        buffers[0][k] = buffers[1][k] = 0;
    }
    shown = 0;
    is_torn = false;
}

bool is_whole(void)
{
    show();
    return !is_torn && buffers[shown][0] == 2;
}
