// SPDX-License-Identifier: MIT
// hutch_port.h - a port of coroutines: a task stops before each section, each call of the kernel, and each
// atomic load outside a section.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdint.h>

typedef unsigned hutch_port_state_t;
typedef char hutch_port_wait_t; // one object, which waiting.c has
typedef uint32_t hutch_port_time_t;
#define HUTCH_PORT_WAIT 1
#define HUTCH_PORT_STOPS_CORES 1

hutch_port_state_t hutch_port_enter(void);
void hutch_port_exit(hutch_port_state_t saved);

// Built with HUTCH_CFG_CORES 1, so that HUTCH_LOAD and HUTCH_STORE are these.
void waiting_before_load(void);
void waiting_before_store(void);
#define __atomic_load_n(place, order) (waiting_before_load(), *(place))
#define __atomic_store_n(place, value, order) (waiting_before_store(), (void)(*(place) = (value)))

#endif
