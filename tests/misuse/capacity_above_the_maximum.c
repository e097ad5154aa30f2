// SPDX-License-Identifier: MIT
// capacity_above_the_maximum.c - three levels of words hold so many slots and no more.
// each: "-DPOOL=HUTCH_POOL(things, char, HUTCH_CAPACITY_MAX + 1)" |
//     "-DPOOL=HUTCH_POOL(things, char, HUTCH_CAPACITY_MAX)" |
//     hutch_pool_things_has_a_capacity_above_HUTCH_CAPACITY_MAX
// each: -DHUTCH_CFG_WORD_BITS=8 "-DPOOL=HUTCH_POOL(things, char, 513)" |
//     -DHUTCH_CFG_WORD_BITS=8 "-DPOOL=HUTCH_POOL(things, char, 512)" |
//     hutch_pool_things_has_a_capacity_above_HUTCH_CAPACITY_MAX
// each: "-DPOOL=HUTCH_POOL_IDS(voices, 40000)" | "-DPOOL=HUTCH_POOL_IDS(voices, 30000)" |
//     hutch_pool_voices_has_a_capacity_above_HUTCH_CAPACITY_MAX
#include "hutch/hutch.h"
POOL;
