// SPDX-License-Identifier: MIT
// freertos_on_several_cores.c - the kernel's critical section that the port uses is for one core.
// says: port/freertos is for one core: on several use the port of the CPU, and .lock = HUTCH_LOCK_CORES
#ifdef WRONG
#    define configNUMBER_OF_CORES 2
#else
#    define configNUMBER_OF_CORES 1
#endif
#define HUTCH_PORT_IN_INTERRUPT() false
#include "../../port/freertos/hutch_port.h"

#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
