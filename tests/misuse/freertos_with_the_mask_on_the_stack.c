// SPDX-License-Identifier: MIT
// freertos_with_the_mask_on_the_stack.c - a kernel's critical section that pushes the mask cannot be entered
// in one function and left in another.
// says: this kernel's critical section leaves the mask on the stack: use the port of the CPU
#include "FreeRTOS.h"
#ifdef WRONG
#    undef portHAS_NESTED_INTERRUPTS
#    define portHAS_NESTED_INTERRUPTS 0
#    define __SDCC
#endif
#define HUTCH_PORT_IN_INTERRUPT() false
#include "../../port/freertos/hutch_port.h"

#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
