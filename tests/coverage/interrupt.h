// SPDX-License-Identifier: MIT
// interrupt.h - an interrupt at a random one of the next instructions.
#ifndef INTERRUPT_H
#define INTERRUPT_H

/// What a program does in the interrupt; once for each time that it was armed.
void on_interrupt(void);

/// Lets it come.
/// @param  instructions  below 512: about when
void interrupt_arm(unsigned instructions);

/// Lets it come no longer.
void interrupt_disarm(void);

#endif
