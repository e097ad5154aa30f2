// SPDX-License-Identifier: MIT
// cores_without_a_core_number.c - where the port does not know which core it is on, the program must say.
// says: HUTCH_CFG_CORES 1 needs HUTCH_CFG_CORE_NUMBER
#include "hutch_port.h"
#undef HUTCH_PORT_STOPS_CORES // as a CPU's port: this one keeps every thread out by itself
#define HUTCH_CFG_CORES 1
#ifndef WRONG
extern unsigned which_core;
#    define HUTCH_CFG_CORE_NUMBER which_core
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, HUTCH_OPTIONS(HUTCH_LOCK_CORES, NULL, NULL));
