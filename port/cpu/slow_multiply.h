// SPDX-License-Identifier: MIT
// port/cpu/slow_multiply.h - hooks without a multiply. HUTCH_PORT_SLOW_MULTIPLY says what one is on this CPU:
//
//   1   32 cycles: find-first by halves
//   2   a call of the compiler's library, up to 200 instructions: the division by the stride by steps as well
#ifndef HUTCH_PORT_CPU_SLOW_MULTIPLY_H
#define HUTCH_PORT_CPU_SLOW_MULTIPLY_H

#include <stdint.h>

#define HUTCH_PORT_FIRST_SET(word)                                                   \
    (sizeof(word) > 4 && (uint32_t)(word) == 0                                       \
         ? 32u + hutch_port_first_set((uint32_t)((word) >> (sizeof(word) * 8 - 32))) \
         : hutch_port_first_set((uint32_t)(word)))

/// Returns the number of the lowest set bit of a word that is not 0, by halves.
static inline unsigned hutch_port_first_set(uint32_t word)
{
    unsigned number = 0;
    if ((word & 0xFFFFu) == 0) {
        word >>= 16;
        number = 16;
    }
    if ((word & 0xFFu) == 0) {
        word >>= 8;
        number += 8;
    }
    if ((word & 0xFu) == 0) {
        word >>= 4;
        number += 4;
    }
    if ((word & 3u) == 0) {
        word >>= 2;
        number += 2;
    }
    return number + (unsigned)(~word & 1u);
}

#if HUTCH_PORT_SLOW_MULTIPLY == 2
// For speed and for a pool that it knows, gcc makes fewer shifts and adds of a multiply than these steps are.
#    ifdef __OPTIMIZE_SIZE__
#        define HUTCH_PORT_DIVIDES(pool) 1
#    else
#        define HUTCH_PORT_DIVIDES(pool) (!__builtin_constant_p((pool)->inverse))
#    endif
#    define HUTCH_PORT_DIVIDE(pool, offset) \
        hutch_port_divide(offset, (pool)->stride_bytes, (pool)->index_bits)

/// Returns offset / stride if that is a whole number of so many bits, else a number above every slot's. One
/// step a bit.
static inline unsigned hutch_port_divide(uintptr_t offset, uintptr_t stride, unsigned bits)
{
    unsigned quotient = 0;
    uintptr_t part = (uintptr_t)(stride << bits);
    for (; bits != 0; bits--) {
        part >>= 1;
        quotient <<= 1;
        if (offset >= part) {
            offset -= part;
            quotient++;
        }
    }
    return offset == 0 ? quotient : (unsigned)-1;
}
#endif

#endif
