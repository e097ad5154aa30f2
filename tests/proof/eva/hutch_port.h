// SPDX-License-Identifier: MIT
// hutch_port.h - for Eva: a port without CPU instructions. Its atomic steps read any value, as if another
// context had just changed the word.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdbool.h>
#include <stdint.h>

typedef uint8_t hutch_port_state_t;
extern uint8_t is_masked;

static inline hutch_port_state_t hutch_port_enter(void)
{
    const uint8_t before = is_masked;
    is_masked = 1;
    return before;
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    is_masked = saved;
}

// What Eva does not know of gcc. A volatile read is any value for Eva.
bool any_bool(void);
#define ANY_OF_(place) (*(volatile __typeof__(*(place)) *)(place))
#define __atomic_signal_fence(order) ((void)0)
#define __atomic_load_n(place, order) ANY_OF_(place)
#define __atomic_store_n(place, value, order) ((void)(*(place) = (value)))
#define __atomic_fetch_or(place, value, order) (*(place) |= (value), ANY_OF_(place))
#define __atomic_fetch_and(place, value, order) (*(place) &= (value), ANY_OF_(place))
#define __atomic_fetch_add(place, value, order) (*(place) += (value), ANY_OF_(place))
#define __atomic_compare_exchange_n(place, expected, value, is_weak, success, failure) \
    (any_bool() ? (*(place) = (value), true) : (*(expected) = ANY_OF_(place), false))

#endif
