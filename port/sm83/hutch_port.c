// SPDX-License-Identifier: MIT
// port/sm83/hutch_port.c - the lock of the sm83 port, and its count of nested critical sections; the search
// of a word with room.
#include "hutch/config.h"

#pragma disable_warning 126 // unreachable code: one source serves both variants

volatile uint8_t hutch_port_depth;

hutch_port_state_t hutch_port_enter(void)
{
    __asm__("di");
    if (!HUTCH_PORT_EXIT_ENABLES) {
        hutch_port_depth++;
    }
    return 0;
}

void hutch_port_exit(hutch_port_state_t saved)
{
    (void)saved;
    if (HUTCH_PORT_EXIT_ENABLES || --hutch_port_depth == 0) {
        __asm__("ei");
    }
}

#if HUTCH_PORT_SCANS
unsigned hutch_port_scan(const uint8_t *words, unsigned leaves)
{
    unsigned k = 0;
    while (k + 1u < leaves && words[k] == 0xFF) {
        k++;
    }
    return k;
}
#endif
