// SPDX-License-Identifier: MIT
// hutch_port.h - for the prover: a port without CPU instructions. pool.py says what the two functions do.
#include <stdint.h>
typedef uint8_t hutch_port_state_t;
hutch_port_state_t hutch_port_enter(void);
void hutch_port_exit(hutch_port_state_t saved);
