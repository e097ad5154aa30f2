// SPDX-License-Identifier: MIT
// stride.h - the inverse of a stride, which turns addresses into slots without a division.
//
// stride = odd * 2^shift. Modulo 2^32 an odd number has an inverse, so
//
//   offset * inverse == index * 2^shift     when offset is a multiple of odd
//   rotated right by shift == index         when also a multiple of 2^shift; else a low bit lands on top
//
// and every other offset gives a number that is not below the capacity. So one multiply, one rotate and one
// compare divide by the stride and check alignment and range (Granlund, Montgomery 1994, section 9).
// hutch_slot_index does this.
#ifndef HUTCH_STRIDE_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_STRIDE_H

#include "compiler.h"

#define HUTCH_POINTER_BITS (sizeof(uintptr_t) * 8u)
#define HUTCH_EVEN_PART(stride) ((uintptr_t)(stride) & (uintptr_t)(~(uintptr_t)(stride) + 1u))
#define HUTCH_ODD_PART(stride) ((uintptr_t)((uintptr_t)(stride) / HUTCH_EVEN_PART(stride)))

// 3x ^ 2 is the inverse of an odd x to 5 bits; each step of Newton's method doubles the bits. `odd` is a
// uintptr_t. The result repeats it up to 31 times, so a short name saves compilers kilobytes a pool.
#define HUTCH_NEWTON_(odd, x) ((x) * (2u - (odd) * (x)))
#define HUTCH_INVERSE_5_(odd) ((3u * (odd)) ^ 2u)
#define HUTCH_INVERSE_10_(odd) HUTCH_NEWTON_(odd, HUTCH_INVERSE_5_(odd))
#define HUTCH_INVERSE_20_(odd) HUTCH_NEWTON_(odd, HUTCH_INVERSE_10_(odd))
#define HUTCH_INVERSE_40_(odd) HUTCH_NEWTON_(odd, HUTCH_INVERSE_20_(odd))
#if UINTPTR_MAX > 0xFFFFFFFFu
#    define HUTCH_INVERSE_OF_ODD_(odd) HUTCH_NEWTON_(odd, HUTCH_INVERSE_40_(odd))
#else
#    define HUTCH_INVERSE_OF_ODD_(odd) HUTCH_INVERSE_40_(odd)
#endif
#define HUTCH_INVERSE(stride) HUTCH_INVERSE_OF_ODD_(HUTCH_ODD_PART(stride))

// The exponent of the even part: its only bit is tested against five patterns.
#define HUTCH_SHIFT_BIT_(even, pattern, value) (((even) & (uintptr_t)(pattern)) != 0 ? (value) : 0u)
#define HUTCH_SHIFT_(even)                                                             \
    (HUTCH_SHIFT_BIT_(even, 0xAAAAAAAAu, 1) | HUTCH_SHIFT_BIT_(even, 0xCCCCCCCCu, 2) | \
     HUTCH_SHIFT_BIT_(even, 0xF0F0F0F0u, 4) | HUTCH_SHIFT_BIT_(even, 0xFF00FF00u, 8) | \
     HUTCH_SHIFT_BIT_(even, 0xFFFF0000u, 16))
#define HUTCH_SHIFT(stride) HUTCH_SHIFT_(HUTCH_EVEN_PART(stride))

#endif
