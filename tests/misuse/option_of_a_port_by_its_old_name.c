// SPDX-License-Identifier: MIT
// option_of_a_port_by_its_old_name.c - an option that a port has is not one of HUTCH_CFG_.
// says: options of ports begin with HUTCH_PORT_
#ifdef WRONG
#    define HUTCH_CFG_ARM7_LOCK 1
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
