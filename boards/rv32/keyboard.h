// SPDX-License-Identifier: MIT
// keyboard.h - arrows and Ctrl as the board's buttons.
#ifndef HUTCH_RV32_KEYBOARD_H
#define HUTCH_RV32_KEYBOARD_H

#include <stdint.h>

/// Finds and starts the keyboard; without one nothing is ever held.
void keyboard_init(void);

/// The buttons that are held now.
uint8_t keyboard_buttons(void);

#endif
