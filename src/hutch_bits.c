// SPDX-License-Identifier: MIT
// hutch_bits.c - the table of the portable find-first. Linked only if the CPU has no instruction for it.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

// 0x077CB531 is a de Bruijn sequence: its 32 windows of 5 bits are all different. Multiplying it by 1 << n
// moves one of them to the top; the table maps that window to n.
HUTCH_TABLE_CONST uint8_t hutch_bits_table[32] = {0,  1,  28, 2,  29, 14, 24, 3,  30, 22, 20,
                                                  15, 25, 17, 4,  8,  31, 27, 13, 23, 21, 19,
                                                  16, 7,  26, 12, 18, 6,  11, 5,  10, 9};
