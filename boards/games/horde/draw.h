// SPDX-License-Identifier: MIT
// draw.h - what the drawing parts share.
#ifndef HORDE_DRAW_H
#define HORDE_DRAW_H

enum {
    GROUND_Y = 55, // the row of the ground's surface; feet stand on the row above
    OVERLAY_HEIGHT = 38
};

/// Sky, moon, mountains and town; more of it the less the overlay takes.
void scenery_draw(void);

/// The ground, and below it score, best score, wave and lives.
void status_draw(void);

/// Each pool's slots, in place of the sky: the game goes on before them.
void overlay_draw(void);

/// The title, the announcement of a wave, the end.
void words_draw(void);

/// Where a place of the world is on the screen.
int screen_x(int x);
int screen_y(int height);

#endif
