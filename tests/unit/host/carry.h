// SPDX-License-Identifier: MIT
// carry.h - makes the host's port one to a CPU whose shifts leave a carry, in C: the hook of port/cpu/arm.h.
#ifndef CARRY_H
#define CARRY_H

#define HUTCH_PORT_SHIFT_OUT(word, count, bit)   \
    ((bit) = ((word) >> ((count)-1u) & 1u) != 0, \
     (word) = (hutch_word_t)((hutch_word_t)((word) >> ((count)-1u)) >> 1))

#endif
