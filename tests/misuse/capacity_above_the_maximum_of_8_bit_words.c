// SPDX-License-Identifier: MIT
// capacity_above_the_maximum_of_8_bit_words.c - the maximum follows from the word width.
// says: hutch_pool_things_has_a_capacity_above_HUTCH_CAPACITY_MAX
#define HUTCH_CFG_WORD_BITS 8
#include "hutch/hutch.h"
#ifdef WRONG
HUTCH_POOL(things, char, 513);
#else
HUTCH_POOL(things, char, 512);
#endif
