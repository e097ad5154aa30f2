// SPDX-License-Identifier: MIT
// wait_port.h - included in front of a port that cannot wait: a kernel whose calls return at once.
#ifndef BOUNDS_WAIT_PORT_H
#define BOUNDS_WAIT_PORT_H

#include <stdint.h>

#define HUTCH_PORT_WAIT 1
typedef uint8_t hutch_port_wait_t;
typedef uint32_t hutch_port_time_t;

#endif
