// SPDX-License-Identifier: MIT
// uart.h - what a board with lock-step gives: its log's line, in both directions, one byte at a time.
#ifndef HUTCH_LOCKSTEP_UART_H
#define HUTCH_LOCKSTEP_UART_H

#include <stdbool.h>
#include <stdint.h>

/// Starts the line. A byte that was received before stays readable.
void uart_init(void);

void uart_write(uint8_t byte);

bool uart_has_byte(void);

/// Waits for a byte, asleep if the CPU can be.
uint8_t uart_read(void);

#endif
