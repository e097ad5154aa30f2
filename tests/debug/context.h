// SPDX-License-Identifier: MIT
// context.h - gives the host's port interrupts that a test can play: is this one, and does the lock stop it?
#ifndef DEBUG_CONTEXT_H
#define DEBUG_CONTEXT_H

#include <stdbool.h>

extern bool debug_is_interrupt, debug_is_urgent;
#define HUTCH_PORT_IN_INTERRUPT() debug_is_interrupt
#define HUTCH_PORT_CONTEXT_IS_ALLOWED() (!debug_is_urgent)

#endif
