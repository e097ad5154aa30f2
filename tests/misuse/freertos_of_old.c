// SPDX-License-Identifier: MIT
// freertos_of_old.c - a kernel that does not say whether interrupts nest: handlers would take no lock.
// says: this FreeRTOS does not define portHAS_NESTED_INTERRUPTS: define it, 1 on every Cortex-M
#ifdef WRONG
#    define OLD_KERNEL
#endif
#define HUTCH_PORT_IN_INTERRUPT() false
#include "../../port/freertos/hutch_port.h"

#include "hutch/hutch.h"
HUTCH_POOL_LOCKED(things, int, 8, HUTCH_LOCK_IRQ);
