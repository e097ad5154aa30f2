// SPDX-License-Identifier: MIT
// lockstep.h - lets a program on the other end of the log's line decide when each frame begins.
//
// Free running is normal: a board paces its frames by its own clock. A driver that wants exact frames, to
// press the buttons of a script in the very frame they belong to, sends ASK. From the next end of a frame on:
//
//     board                                driver
//     draws, shows, then FRAME   ------>   looks at the screen, presses and releases buttons
//     reads its buttons          <------   GO_ON, or LEAVE
//
// board_init ends two such frames: at the first the driver makes sure that the board sees every button
// released, at the second it presses those of frame 0, the first that the game plays. A byte LEAVE also ends
// a game that runs free. FRAME is a control character and never part of the log's text. The driver is
// boards/tools/play.py.
#ifndef HUTCH_LOCKSTEP_H
#define HUTCH_LOCKSTEP_H

#include <stdbool.h>

/// A frame has ended: in lock-step, reports it and waits for the driver.
/// @return false when the driver leaves
bool lockstep_frame_ended(void);

/// Whether a driver decides when frames begin; if not, the board's clock does.
bool lockstep_is_on(void);

#endif
