// SPDX-License-Identifier: MIT
// capacity.c - a pool has a capacity, of at least one slot, and the message is about that and nothing else.
// languages: c c++ avr sdcc
// each: "-DPOOL=HUTCH_POOL(things, int, 0)" | "-DPOOL=HUTCH_POOL(things, int, 1)" |
//     hutch_pool_things_needs_a_capacity_of_at_least_1
// each: "-DPOOL=HUTCH_POOL(things, int, -3)" | "-DPOOL=HUTCH_POOL(things, int, 1)" |
//     hutch_pool_things_needs_a_capacity_of_at_least_1
// each: "-DPOOL=HUTCH_POOL(things, int, )" | "-DPOOL=HUTCH_POOL(things, int, 1)" |
//     hutch_pool_things_needs_a_capacity_of_at_least_1
// each: "-DPOOL=HUTCH_POOL_IDS(voices, 0)" | "-DPOOL=HUTCH_POOL_IDS(voices, 1)" |
//     hutch_pool_voices_needs_a_capacity_of_at_least_1
#include "hutch/hutch.h"
POOL;
