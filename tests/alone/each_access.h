// SPDX-License-Identifier: MIT
// each_access.h - included before everything else: the interrupt that a test plays comes before any access to
// a word that contexts share, in a critical section, too, as a reader on another core does.
#ifndef EACH_ACCESS_H
#define EACH_ACCESS_H

void played_access(void);

#define __atomic_load_n(place, order) (played_access(), __atomic_load_n(place, order))
#define __atomic_store_n(place, value, order) (played_access(), __atomic_store_n(place, value, order))
#define __atomic_fetch_and(place, value, order) (played_access(), __atomic_fetch_and(place, value, order))
#define __atomic_fetch_or(place, value, order) (played_access(), __atomic_fetch_or(place, value, order))
#define __atomic_compare_exchange_n(place, expected, ...) \
    (played_access(), __atomic_compare_exchange_n(place, expected, __VA_ARGS__))

#endif
