// SPDX-License-Identifier: MIT
// clock.h - the CPU's clock, the peripherals' clocks, and the frame clock.
#ifndef HUTCH_LM3S6965_CLOCK_H
#define HUTCH_LM3S6965_CLOCK_H

enum { CPU_HERTZ = 50000000 };

/// Runs the CPU at CPU_HERTZ and switches on the clocks of the peripherals that this board uses.
void clock_init(void);

/// Sleeps until the next frame begins; returns at once when it has begun since the last call. The first call
/// starts the clock, so nothing ticks in lock-step.
void frame_clock_wait(void);

#endif
