// SPDX-License-Identifier: MIT
// bytes.h - makes the host's port one to an 8-bit CPU: the hooks of the AVR port, in C.
#ifndef BYTES_H
#define BYTES_H

#define HUTCH_HOST_PORTABLE_FIRST_SET 1
#define HUTCH_PORT_BIT(number) ((uint8_t)(1u << ((number) % 8u)))
#define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#define HUTCH_PORT_IN_X(address) ((void)(address))
#define HUTCH_PORT_DIVIDES(pool)                                                                   \
    (__builtin_constant_p((pool)->capacity * (pool)->stride_bytes) && (pool)->stride_shift <= 8 && \
     (pool)->stride_bytes * ((pool)->capacity - 1ul) >> (pool)->stride_shift <= 255u)
#define HUTCH_PORT_DIVIDE(pool, offset) \
    hutch_port_divide_bytes(offset, (unsigned char)(pool)->inverse, (pool)->stride_shift)
#define HUTCH_PORT_DIVIDE_STEPS(low, high, divisor) hutch_port_divide_steps(&(low), &(high), divisor)

static inline unsigned hutch_port_divide_bytes(unsigned long offset, unsigned char inverse,
                                               unsigned char shift)
{
    if (offset > (256ul << shift) - 1u || (offset & ((1ul << shift) - 1u)) != 0) {
        return (unsigned)-1;
    }
    const unsigned char both = (unsigned char)(offset | offset >> 8);
    const unsigned char multiple = (unsigned char)(both >> shift | both << (8 - shift));
    return (unsigned char)(multiple * inverse);
}

static inline void hutch_port_divide_steps(unsigned char *low, unsigned char *high, unsigned char divisor)
{
    const unsigned dividend = *high * 256u + *low;
    *low = (unsigned char)(dividend / divisor);
    *high = (unsigned char)(dividend % divisor);
}

#endif
