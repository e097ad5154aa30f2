// SPDX-License-Identifier: MIT
// tick.h - the program's clock: when a slot was acquired, and how long it was idle.
#ifndef HUTCH_TICK_H
#define HUTCH_TICK_H

#include "compiler.h"

HUTCH_BEGIN_DECLS

/// The user's clock, for notes: define it in your program to replace the default, which answers 0.
/// @return any count that helps: frames, milliseconds
/// @time   yours
/// @isr    called in every context that uses pools
/// @fault  none
unsigned long hutch_tick(void);

HUTCH_END_DECLS

#endif
