// SPDX-License-Identifier: MIT
// port/arm7tdmi/hutch_port.c - the CPSR lock for callers in Thumb state; used by nothing else.
#define HUTCH_PORT_OUT_OF_LINE 1

#include "hutch/config.h"

#if HUTCH_PORT_ARM7_LOCK == 1
__attribute__((target("arm"), naked)) hutch_port_state_t hutch_port_enter(void)
{
    __asm__ volatile("mrs r0, cpsr\n\torr r1, r0, #0x80\n\tmsr cpsr_c, r1\n\tbx lr");
}

__attribute__((target("arm"), naked)) void hutch_port_exit(hutch_port_state_t saved)
{
    (void)saved; // in r0
    __asm__ volatile("msr cpsr_c, r0\n\tbx lr");
}
#endif
