// SPDX-License-Identifier: MIT
// lockstep.c - the board's side of the conversation that lockstep.h shows.
#include "lockstep.h"
#include "uart.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    ASK = 0x16,   // SYN
    FRAME = 0x05, // ENQ
    LEAVE = 'q',  // any other answer is GO_ON; the driver sends 'n'
};

static bool is_on;

bool lockstep_is_on(void)
{
    return is_on;
}

bool lockstep_frame_ended(void)
{
    while (!is_on && uart_has_byte()) {
        const uint8_t byte = uart_read();
        if (byte == LEAVE) {
            return false;
        }
        is_on = byte == ASK;
    }
    if (!is_on) {
        return true;
    }
    uart_write(FRAME);
    return uart_read() != LEAVE;
}
