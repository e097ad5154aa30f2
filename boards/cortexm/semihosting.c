// SPDX-License-Identifier: MIT
// semihosting.c - ends the program with an exit code that an emulator or a debugger hands to its caller.
#include "cortexm.h"
#include "board.h"

#include <stdint.h>

enum { SYS_EXIT_EXTENDED = 0x20 };
static const uint32_t application_exit = 0x20026; // ADP_Stopped_ApplicationExit

void board_exit(int code)
{
    const uint32_t block[2] = {application_exit, (uint32_t)code};
    register uint32_t operation __asm__("r0") = SYS_EXIT_EXTENDED;
    register const uint32_t *argument __asm__("r1") = block;
    __asm__ volatile("bkpt 0xAB" : "+r"(operation) : "r"(argument) : "memory");
    for (;;) { // a debugger that does not end the program leaves it here
        cortexm_wait_for_interrupt();
    }
}
