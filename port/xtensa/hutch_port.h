// SPDX-License-Identifier: MIT
// port/xtensa/hutch_port.h - Xtensa without ESP-IDF, such as the ESP8266: masks by PS.INTLEVEL.
//
// Masks: interrupts of the levels 1 to 3, which are those with handlers in C.
// Not stopped: higher levels, NMI (on the ESP8266 the timer FRC1, if made one), exceptions, DMA, other cores.
// Cost: enter 1 instruction, exit 2.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdint.h>

#include "../cpu/xtensa.h"

typedef uint32_t hutch_port_state_t; // PS before enter

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    hutch_port_state_t ps;
    __asm__ volatile("rsil %0, 3" : "=a"(ps) : : "memory");
    return ps;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("wsr %0, ps\n rsync" : : "a"(saved) : "memory");
}

#endif
