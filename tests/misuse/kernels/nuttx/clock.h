// SPDX-License-Identifier: MIT
// clock.h - the kernel's ticks: see arch.h.
uint64_t clock_systime_ticks(void);
