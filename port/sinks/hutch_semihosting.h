// SPDX-License-Identifier: MIT
// hutch_semihosting.h - a log in the console of a debugger or an emulator, on Cortex-M.
//
//   hutch_debug_set_sink(hutch_semihosting_put, NULL);    in main, of a debug build
//   hutch_report(hutch_semihosting_put, NULL);
//
// Only while something listens (in OpenOCD after `monitor arm semihosting enable`): else its breakpoint
// instruction is a HardFault. The CPU stands still for each character.
#ifndef HUTCH_SEMIHOSTING_H
#define HUTCH_SEMIHOSTING_H

/// Logs a character, by SYS_WRITEC.
static inline void hutch_semihosting_put(char c, void *context)
{
    register unsigned operation __asm__("r0") = 3; // SYS_WRITEC
    register const char *text __asm__("r1") = &c;
    (void)context;
    __asm__ volatile("bkpt 0xAB" : "+r"(operation) : "r"(text) : "memory");
}

#endif
