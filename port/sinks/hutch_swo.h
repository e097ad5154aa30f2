// SPDX-License-Identifier: MIT
// hutch_swo.h - a log on the SWO pin of a Cortex-M3 or larger, by stimulus port 0 of its ITM.
//
//   hutch_debug_set_sink(hutch_swo_put, NULL);    in main, of a debug build
//   hutch_report(hutch_swo_put, NULL);
//
// The debugger switches the ITM on; without one nothing is sent and nothing waits. Where the pin is slow, a
// character waits for its turn, and after HUTCH_SWO_PATIENCE reads is dropped. Cortex-M0 has no ITM.
#ifndef HUTCH_SWO_H
#define HUTCH_SWO_H

#include <stdint.h>

#ifndef HUTCH_SWO_ITM // its address; ports are words from there on
#    define HUTCH_SWO_ITM 0xE0000000u
#endif
#ifndef HUTCH_SWO_PATIENCE
#    define HUTCH_SWO_PATIENCE 100000u
#endif
#define HUTCH_SWO_PORT ((volatile uint32_t *)(uintptr_t)(HUTCH_SWO_ITM))
#define HUTCH_SWO_ENABLED ((volatile uint32_t *)((uintptr_t)(HUTCH_SWO_ITM) + 0xE00u)) // a bit a port
#define HUTCH_SWO_CONTROL ((volatile uint32_t *)((uintptr_t)(HUTCH_SWO_ITM) + 0xE80u)) // bit 0: the ITM is on

/// Logs a character.
static inline void hutch_swo_put(char c, void *context)
{
    (void)context;
    if ((*HUTCH_SWO_CONTROL & 1u) == 0 || (*HUTCH_SWO_ENABLED & 1u) == 0) {
        return;
    }
    for (unsigned tries = 0; tries < HUTCH_SWO_PATIENCE; tries++) {
        if (*HUTCH_SWO_PORT != 0) { // it has room
            *(volatile uint8_t *)HUTCH_SWO_PORT = (uint8_t)c;
            return;
        }
    }
}

#endif
