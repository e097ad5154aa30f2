// SPDX-License-Identifier: MIT
// threadx_without_timer.c - a kernel without its timer ends no time-out.
// says: waiting needs the kernel's timer: with TX_NO_TIMER no time-out of a wait would end
// languages: c
#define HUTCH_CFG_WAIT 1
#ifdef WRONG
#    define TX_NO_TIMER
#endif
#define HUTCH_PORT_IN_INTERRUPT() 0
#include <stdbool.h>
#include "../../port/threadx/hutch_port.h"

#include "../../port/threadx/hutch_port.c"
