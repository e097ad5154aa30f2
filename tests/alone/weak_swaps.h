// SPDX-License-Identifier: MIT
// weak_swaps.h - included before everything else: lets the test say which weak swaps fail spuriously, and
// interfere before a load.
#ifndef WEAK_SWAPS_H
#define WEAK_SWAPS_H

#include <stdbool.h>

bool weak_swap_fails(bool is_weak);
void before_load(const volatile void *place, int order);

#define __atomic_compare_exchange_n(place, expected, value, is_weak, ...) \
    (weak_swap_fails(is_weak) ? (*(expected) = *(place), false)           \
                              : __atomic_compare_exchange_n(place, expected, value, is_weak, __VA_ARGS__))
#define __atomic_load_n(place, order) (before_load(place, order), __atomic_load_n(place, order))

#endif
