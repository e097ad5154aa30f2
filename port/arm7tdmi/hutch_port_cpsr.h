// SPDX-License-Identifier: MIT
// port/arm7tdmi/hutch_port_cpsr.h - ARM7TDMI: the I bit of CPSR, for HUTCH_PORT_ARM7_LOCK 1.
#ifndef HUTCH_PORT_CPSR_H
#define HUTCH_PORT_CPSR_H

#if defined(__thumb__) || defined(HUTCH_PORT_OUT_OF_LINE)
hutch_port_state_t hutch_port_enter(void);
void hutch_port_exit(hutch_port_state_t saved);
#else
__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    hutch_port_state_t cpsr, masked;
    __asm__ volatile("mrs %0, cpsr\n\torr %1, %0, #0x80\n\tmsr cpsr_c, %1"
                     : "=r"(cpsr), "=r"(masked)
                     :
                     : "memory");
    return cpsr;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("msr cpsr_c, %0" : : "r"(saved) : "memory");
}
#endif

#endif
