// SPDX-License-Identifier: MIT
// hutch_port.h - a port like those of kernels for several CPUs: the CPU's part is in port/cpu.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "../../../../port/cpu/cpu.h"

typedef int hutch_port_state_t;

static inline hutch_port_state_t hutch_port_enter(void)
{
    return 0;
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    (void)saved;
}

#endif
