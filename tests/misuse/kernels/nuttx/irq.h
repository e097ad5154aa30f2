// SPDX-License-Identifier: MIT
// irq.h - the critical section: see arch.h.
typedef unsigned irqstate_t;
irqstate_t enter_critical_section(void);
void leave_critical_section(irqstate_t saved);
