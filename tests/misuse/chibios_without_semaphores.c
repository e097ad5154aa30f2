// SPDX-License-Identifier: MIT
// chibios_without_semaphores.c - a pool's waiters have a binary semaphore.
// says: waiting needs CH_CFG_USE_SEMAPHORES TRUE: who waits sleeps on a binary semaphore
// languages: c
#define HUTCH_CFG_WAIT 1
#ifdef WRONG
#    define CH_CFG_USE_SEMAPHORES 0
#endif
#include "../../port/chibios/hutch_port.h"

#include "../../port/chibios/hutch_port.c"
