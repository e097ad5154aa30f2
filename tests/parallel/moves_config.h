// SPDX-License-Identifier: MIT
// moves_config.h - the core's number and the lock between cores are those of moves.c.
#ifndef MOVES_CONFIG_H
#define MOVES_CONFIG_H

#include <stdbool.h>

extern unsigned moves_core;
bool moves_try(void);
void moves_release(void);
#define HUTCH_CFG_CORES 1
#define HUTCH_CFG_CORE_NUMBER moves_core
#define HUTCH_PORT_SPIN_TRY() moves_try()
#define HUTCH_PORT_SPIN_RELEASE() moves_release()

#endif
