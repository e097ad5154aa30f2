// SPDX-License-Identifier: MIT
// port/sm83/hutch_port.c - the sm83 port's count of open sections.
#include "hutch_port.h"

volatile uint8_t hutch_port_depth;
