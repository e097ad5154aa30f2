// SPDX-License-Identifier: MIT
// freertos_of_old.c - a kernel that does not say whether interrupts nest, on another CPU than Cortex-M.
// says: this FreeRTOS, before V11.1, needs portHAS_NESTED_INTERRUPTS defined: 1 if they nest, else 0
#ifdef WRONG
#    define OLD_KERNEL
#endif
#define HUTCH_PORT_IN_INTERRUPT() false
#include "../../port/freertos/hutch_port.h"

#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
