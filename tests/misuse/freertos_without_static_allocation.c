// SPDX-License-Identifier: MIT
// freertos_without_static_allocation.c - a pool's waiters have a queue in static memory.
// says: waiting needs configSUPPORT_STATIC_ALLOCATION 1: a pool's queue is in memory of its own
// languages: c
#define HUTCH_CFG_WAIT 1
#ifdef WRONG
#    define configSUPPORT_STATIC_ALLOCATION 0
#endif
#define HUTCH_PORT_IN_INTERRUPT() 0
#include "../../port/freertos/hutch_port.h"

#include "../../port/freertos/hutch_port.c"
