// SPDX-License-Identifier: MIT
// replay_access.h - each atomic access of the text is a step, before which the process stops. It is included
// before hutch.
//
// Kinds: l load, t store, c and, v or, n add, x swap. A swap that fails looks again in a second step, as the
// models do: more orders than the CPU has.
#ifndef REPLAY_ACCESS_H
#define REPLAY_ACCESS_H

static void stop_before(char kind, const volatile void *place);

// Stores, and returns what was there.
#define CHANGED(place, value)                       \
    __extension__({                                 \
        const __typeof__(*(place)) was_ = *(place); \
        *(place) = (__typeof__(*(place)))(value);   \
        was_;                                       \
    })
#define __atomic_load_n(place, order) (stop_before('l', place), *(place))
#define __atomic_store_n(place, value, order) (stop_before('t', place), (void)(*(place) = (value)))
#define __atomic_fetch_and(place, value, order) (stop_before('c', place), CHANGED(place, *(place) & (value)))
#define __atomic_fetch_or(place, value, order) (stop_before('v', place), CHANGED(place, *(place) | (value)))
#define __atomic_fetch_add(place, value, order) (stop_before('n', place), CHANGED(place, *(place) + (value)))
#define __atomic_compare_exchange_n(place, expected, value, weak, order, failed) \
    (stop_before('x', place), *(place) == *(expected)                            \
                                  ? (CHANGED(place, value), true)                \
                                  : (stop_before('l', place), *(expected) = *(place), false))

#endif
