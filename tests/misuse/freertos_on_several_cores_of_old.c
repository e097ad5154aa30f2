// SPDX-License-Identifier: MIT
// freertos_on_several_cores_of_old.c - the same under the name that the option had before FreeRTOS 11.
// says: port/freertos is for one core: on several use the port of the CPU, and .lock = HUTCH_LOCK_CORES
#ifdef WRONG
#    define configNUM_CORES 2
#endif
#define HUTCH_PORT_IN_INTERRUPT() false
#include "../../port/freertos/hutch_port.h"

#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
