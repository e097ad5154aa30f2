// SPDX-License-Identifier: MIT
// keys.h - where the keys come from and the text goes to: a terminal of this machine, or a
// microcontroller's UART.
#ifndef PREFABS_KEYS_H
#define PREFABS_KEYS_H

void keys_open(void);

/// Waits for a key.
/// @return its character; -1 when there will be no more
int keys_read(void);

void keys_close(void);

#endif
