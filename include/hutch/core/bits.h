// SPDX-License-Identifier: MIT
// bits.h - one word of a bitmap, and the generation counter of a ref. Pure arithmetic on values.
#ifndef HUTCH_BITS_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_BITS_H

#include "../config.h"

#if HUTCH_CFG_WORD_BITS == 8
typedef uint8_t hutch_word_t;
#elif HUTCH_CFG_WORD_BITS == 16
typedef uint16_t hutch_word_t;
#elif HUTCH_CFG_WORD_BITS == 32
typedef uint32_t hutch_word_t;
#else
typedef uint64_t hutch_word_t;
#endif

#define HUTCH_WORD_BITS HUTCH_CFG_WORD_BITS
#define HUTCH_WORD_ALL ((hutch_word_t) ~(hutch_word_t)0)

/// Returns the mask of bit `index % HUTCH_WORD_BITS`.
HUTCH_INLINE hutch_word_t hutch_bits_mask(unsigned index)
{
#ifdef HUTCH_PORT_BIT
    return HUTCH_PORT_BIT(index);
#else
    return (hutch_word_t)((hutch_word_t)1 << (index % HUTCH_WORD_BITS));
#endif
}

/// Returns word `k` of a level of `bits` bits, all of them ones.
HUTCH_INLINE hutch_word_t hutch_bits_full(unsigned k, unsigned bits)
{
    const unsigned tail = bits % HUTCH_WORD_BITS;
    return tail == 0 || k != bits / HUTCH_WORD_BITS ? HUTCH_WORD_ALL
                                                    : (hutch_word_t)(hutch_bits_mask(tail) - 1u);
}

// The table of the portable search, see src/hutch_bits.c.
#if defined(HUTCH_PORT_TABLE_IN_RAM) && HUTCH_PORT_TABLE_IN_RAM // an option of ports to ARM
#    define HUTCH_TABLE_CONST
#else
#    define HUTCH_TABLE_CONST const
#endif
extern HUTCH_TABLE_CONST uint8_t hutch_bits_table[32];

/// Returns the number of the only set bit of a word, in portable C. 32 bits: one multiply by a de Bruijn
/// sequence (Leiserson, Prokop, Randall 1998) and one load. 8 and 16 bits: one test per bit of the number
/// (0xAAAA: the odd numbers), because such CPUs may have no multiplier.
HUTCH_INLINE unsigned hutch_bits_number_portable(hutch_word_t bit)
{
#if HUTCH_WORD_BITS <= 16
    uint8_t number = (bit & (hutch_word_t)0xAAAAu) != 0 ? 1u : 0u;
    number = (uint8_t)(number + ((bit & (hutch_word_t)0xCCCCu) != 0 ? 2u : 0u));
    number = (uint8_t)(number + ((bit & (hutch_word_t)0xF0F0u) != 0 ? 4u : 0u));
    return (uint8_t)(number + ((bit & 0xFF00u) != 0 ? 8u : 0u));
#else
    const uint32_t low = (uint32_t)bit;
    const uint32_t half = HUTCH_WORD_BITS == 32 || low != 0 ? low : (uint32_t)((uint64_t)bit >> 32);
    const unsigned base = HUTCH_WORD_BITS == 32 || low != 0 ? 0u : 32u;
    return base + hutch_bits_table[(uint32_t)(half * (uint32_t)0x077CB531) >> 27];
#endif
}

/// Returns the number of the only set bit of a word.
HUTCH_INLINE unsigned hutch_bits_number(hutch_word_t bit)
{
    HUTCH_ASSERT(1, bit != 0 && (bit & (hutch_word_t)(bit - 1u)) == 0);
#ifdef HUTCH_PORT_FIRST_SET
    return HUTCH_PORT_FIRST_SET(bit);
#else
    return hutch_bits_number_portable(bit);
#endif
}

/// Returns the number of the lowest set bit of a word that is not 0.
HUTCH_INLINE unsigned hutch_bits_first_set(hutch_word_t word)
{
    HUTCH_ASSERT(2, word != 0);
#ifdef HUTCH_PORT_FIRST_SET
    return HUTCH_PORT_FIRST_SET(word);
#else
    return hutch_bits_number_portable((hutch_word_t)(word & (hutch_word_t)(0u - word)));
#endif
}

/// Sets the lowest zero of a word that is not all ones: adding 1 carries up to it.
HUTCH_INLINE void hutch_bits_set_lowest_zero(hutch_word_t *word)
{
    *word = (hutch_word_t)(*word | (hutch_word_t)(*word + 1u));
}

// 3: 0101 0101 ...  5: 0011 0011 ...  17: 0000 1111 ...  255: 0000 0001 ...
#define HUTCH_BITS_EACH_(divisor) ((hutch_word_t)(HUTCH_WORD_ALL / divisor##u))

/// Returns how many bits are set: sums of 2, 4, 8 bits in place; the multiply adds all bytes in the top one.
/// The compiler's builtin would be a library call on CPUs without such an instruction.
HUTCH_INLINE unsigned hutch_bits_count(hutch_word_t word)
{
    word = (hutch_word_t)(word - ((word >> 1) & HUTCH_BITS_EACH_(3)));
    word = (hutch_word_t)((word & HUTCH_BITS_EACH_(5)) + ((word >> 2) & HUTCH_BITS_EACH_(5)));
    word = (hutch_word_t)((word + (word >> 4)) & HUTCH_BITS_EACH_(17));
    return (unsigned)((hutch_word_t)(word * HUTCH_BITS_EACH_(255)) >> (HUTCH_WORD_BITS - 8));
}

// -------------------------------------------------------------------------------------- the counter of a ref

/// A weak handle to an object: its slot and its generation, see ref.h. 0 is never a ref.
#if HUTCH_CFG_REF_BITS == 16
typedef uint16_t hutch_ref_t;
#else
typedef uint32_t hutch_ref_t;
#endif

/// Returns the counter value that no ref matches: the largest value; one less if the generation fills the
/// ref, because ref 0 would match the largest.
/// @param  low_bits  the bits of a ref below its generation
HUTCH_INLINE hutch_ref_t hutch_generation_unissued(unsigned low_bits)
{
    return (hutch_ref_t)((hutch_ref_t)((hutch_ref_t) ~(hutch_ref_t)0 >> low_bits) -
                         (low_bits == 0 ? 1u : 0u));
}

/// Returns a slot's counter after its next release: counter + 1; 0 instead of the value that no ref matches.
HUTCH_INLINE hutch_ref_t hutch_generation_next(hutch_ref_t counter, unsigned low_bits)
{
    HUTCH_ASSERT(3, counter != hutch_generation_unissued(low_bits));
    const hutch_ref_t next = (hutch_ref_t)(counter + 1u);
    return next == hutch_generation_unissued(low_bits) ? 0 : next;
}

#endif
