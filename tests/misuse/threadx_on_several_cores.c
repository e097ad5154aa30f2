// SPDX-License-Identifier: MIT
// threadx_on_several_cores.c - ThreadX SMP masks the interrupts of one core.
// says: port/threadx is for one core: on several use the port of the CPU, and .lock = HUTCH_LOCK_CORES
#ifdef WRONG
#    define TX_THREAD_SMP_MAX_CORES 2
#endif
#define HUTCH_PORT_IN_INTERRUPT() false
#include "../../port/threadx/hutch_port.h"

#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
