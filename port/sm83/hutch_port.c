// SPDX-License-Identifier: MIT
// port/sm83/hutch_port.c - the sm83 port's lock and its count of open sections.
#include "hutch_port.h"

#pragma disable_warning 126 // one source for both variants: SDCC would name what each leaves out

volatile uint8_t hutch_port_depth;

hutch_port_state_t hutch_port_enter(void)
{
    __asm__("di");
    if (!HUTCH_CFG_PORT_PLAIN) {
        hutch_port_depth++;
    }
    return 0;
}

void hutch_port_exit(hutch_port_state_t saved)
{
    (void)saved;
    if (HUTCH_CFG_PORT_PLAIN || --hutch_port_depth == 0) {
        __asm__("ei");
    }
}
