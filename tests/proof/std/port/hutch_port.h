// SPDX-License-Identifier: MIT
// hutch_port.h - for the prover: a port without CPU instructions. pool.py says what the two functions do,
// hooks.py what each hook does: here they have no text.
#include <stdint.h>
typedef uint8_t hutch_port_state_t;
hutch_port_state_t hutch_port_enter(void);
void hutch_port_exit(hutch_port_state_t saved);
#ifdef PROVE_HOOKS
#    define HUTCH_PORT_FIRST_SET(word) hook_first_set(word)
#    define HUTCH_PORT_BIT(number) hook_bit(number)
#    define HUTCH_PORT_IN_X(address) ((void)(address))
#    define HUTCH_PORT_DIVIDES(pool) hook_divides(pool)
#    define HUTCH_PORT_DIVIDE(pool, offset) hook_divide(pool, offset)
#    define HUTCH_PORT_DIVIDE_STEPS(low, high, divisor) hook_divide_steps(&(low), &(high), divisor)
#    define HUTCH_PORT_HIDE_INVERSE 1
#endif
#ifdef PROVE_LOWEST // find-first without a hook for bits, as on ARM
#    define HUTCH_PORT_FIRST_SET(word) hook_first_set(word)
#endif
#ifdef PROVE_CARRY
#    define HUTCH_PORT_SHIFT_OUT(word, count, bit) hook_shift_out(&(word), count, &(bit))
#endif
#ifdef PROVE_SCANS
#    define HUTCH_PORT_SCANS 1
#    define HUTCH_PORT_SCAN(words, leaves) hook_scan(words, leaves)
#endif
