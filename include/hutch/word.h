// SPDX-License-Identifier: MIT
// word.h - one word of a bitmap: the number of a bit, the lowest zero, how many are set.
#ifndef HUTCH_WORD_H
#define HUTCH_WORD_H

#include "compiler.h"
#include "config.h"

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

/// Turns a bit into its number: multiplied by the series it shows a place in the list, see src/tracker.c.
struct hutch_first_set_data {
    uint8_t number[32];
    uint32_t series; // beside the list, so that one address serves both
};
#ifdef HUTCH_PORT_TABLE_IN_RAM
#    define HUTCH_TABLE_CONST
#else
#    define HUTCH_TABLE_CONST const
#endif
extern HUTCH_TABLE_CONST struct hutch_first_set_data hutch_first_set_table;

/// The number of the only set bit of a word, by means that every C compiler has. Tested over all inputs.
/// 32 bits: multiply by a de Bruijn sequence and look up (Leiserson, Prokop, Randall 1998): one multiply and
/// one load where a binary search takes five branches. 8 and 16 bits: a search, for CPUs without a
/// multiplier.
HUTCH_INLINE unsigned hutch_first_set_one_portable(hutch_word_t bit)
{
#if HUTCH_CFG_WORD_BITS <= 16
    uint8_t index = 0;
#    if HUTCH_CFG_WORD_BITS == 16
    if ((bit & 0xFFu) == 0) {
        bit = (hutch_word_t)(bit >> 8);
        index = 8;
    }
#    endif
    if ((bit & 0x0Fu) == 0) {
        bit = (hutch_word_t)(bit >> 4);
        index = (uint8_t)(index + 4u);
    }
    if ((bit & 0x03u) == 0) {
        bit = (hutch_word_t)(bit >> 2);
        index = (uint8_t)(index + 2u);
    }
    return (bit & 0x01u) == 0 ? (uint8_t)(index + 1u) : index;
#elif HUTCH_CFG_WORD_BITS == 32
    return hutch_first_set_table.number[(uint32_t)(bit * hutch_first_set_table.series) >> 27];
#else
    const uint32_t low = (uint32_t)bit;
    const uint32_t half = (uint32_t)(low | (uint32_t)(bit >> 32));
    return (low != 0 ? 0u : 32u) +
           hutch_first_set_table.number[(uint32_t)(half * hutch_first_set_table.series) >> 27];
#endif
}

// What turns bits into numbers. Those who need it twice may have it in a register, from before the critical
// section.
#if !defined(HUTCH_PORT_FIRST_SET) && HUTCH_CFG_WORD_BITS == 32
#    define HUTCH_HAS_SERIES 1
#    define HUTCH_SERIES (hutch_first_set_table.series)
#else
#    define HUTCH_HAS_SERIES 0
#    define HUTCH_SERIES ((uint32_t)0)
#endif

// Does the CPU find the lowest of many set bits at once? Else a bit is to be alone in its word first; unless
// the port finds the lowest zero in the word as it is.
#if defined(HUTCH_PORT_FIRST_SET)
#    define HUTCH_SEARCHES 1
#    define HUTCH_ASKS_INSIDE 0
#    define HUTCH_NO_BIC(after) ((void)0)
#elif defined(HUTCH_PORT_FIRST_ZERO)
#    define HUTCH_SEARCHES 0
#    define HUTCH_ASKS_INSIDE 1
#    define HUTCH_NO_BIC(after) ((void)0)
#else
#    define HUTCH_SEARCHES 0
#    define HUTCH_ASKS_INSIDE 1
#    define HUTCH_NO_BIC(after) HUTCH_OPAQUE(after)
#endif
#if defined(HUTCH_PORT_FIRST_ZERO) && !defined(HUTCH_PORT_FIRST_SET)
#    define HUTCH_HAS_FIRST_ZERO 1
#else
#    define HUTCH_HAS_FIRST_ZERO 0
#endif

/// The number of the only set bit of a word, and of the lowest where the CPU searches: the port's way where
/// it has one.
/// @param  series  HUTCH_SERIES
HUTCH_INLINE unsigned hutch_first_set_by(uint32_t series, hutch_word_t bit)
{
#if defined(HUTCH_PORT_FIRST_SET)
    (void)series;
    return HUTCH_PORT_FIRST_SET(bit);
#elif defined(HUTCH_PORT_FIRST_ZERO)
    (void)series;
    return HUTCH_PORT_FIRST_ZERO((hutch_word_t)~bit);
#elif HUTCH_CFG_WORD_BITS == 32
    return hutch_first_set_table.number[(uint32_t)(bit * series) >> 27];
#else
    (void)series;
    return hutch_first_set_one_portable(bit);
#endif
}

/// The same, for those who need it once.
HUTCH_INLINE unsigned hutch_first_set_one(hutch_word_t bit)
{
    return hutch_first_set_by(HUTCH_SERIES, bit);
}

/// The number of the lowest set bit of a word that is not 0.
HUTCH_INLINE unsigned hutch_first_set(hutch_word_t word)
{
#if defined(HUTCH_PORT_FIRST_SET)
    return HUTCH_PORT_FIRST_SET(word);
#elif defined(HUTCH_PORT_FIRST_ZERO)
    return HUTCH_PORT_FIRST_ZERO((hutch_word_t)~word);
#else
    return hutch_first_set_one_portable((hutch_word_t)(word & (hutch_word_t)(0u - word)));
#endif
}

/// What hutch_first_set_one finds the lowest zero of a word by. The sum carries up to there, which is all
/// that a CPU needs that searches; a table needs that bit alone, or the word itself.
/// @param  carried  word + 1
HUTCH_INLINE hutch_word_t hutch_zero_of(hutch_word_t word, hutch_word_t carried)
{
    return HUTCH_HAS_FIRST_ZERO ? (hutch_word_t)~word
           : HUTCH_SEARCHES     ? carried
                                : (hutch_word_t)(carried & (hutch_word_t)~word);
}

/// How many bits are set. Own arithmetic: the compiler's builtin is a library call where the CPU has no such
/// instruction.
HUTCH_INLINE unsigned hutch_count_set(hutch_word_t word)
{
    const hutch_word_t fives = (hutch_word_t)(HUTCH_WORD_ALL / 3u),
                       threes = (hutch_word_t)(HUTCH_WORD_ALL / 5u);
    const hutch_word_t nibbles = (hutch_word_t)(HUTCH_WORD_ALL / 17u),
                       ones = (hutch_word_t)(HUTCH_WORD_ALL / 255u);
    word = (hutch_word_t)(word - ((word >> 1) & fives));
    word = (hutch_word_t)((word & threes) + ((word >> 2) & threes));
    word = (hutch_word_t)((word + (word >> 4)) & nibbles);
    return (unsigned)((hutch_word_t)(word * ones) >> (HUTCH_WORD_BITS - 8));
}

/// The mask of slot `index` in its word.
HUTCH_INLINE hutch_word_t hutch_bit(unsigned index)
{
#ifdef HUTCH_PORT_BIT
    return HUTCH_PORT_BIT(index);
#else
    return (hutch_word_t)((hutch_word_t)1 << (index % HUTCH_WORD_BITS));
#endif
}

/// What word `word_index` of a level of `bits` bits holds when every bit of it is set.
HUTCH_INLINE hutch_word_t hutch_full_word(unsigned word_index, unsigned bits)
{
    const unsigned tail = bits % HUTCH_WORD_BITS;
    if (tail == 0 || word_index != bits / HUTCH_WORD_BITS) {
        return HUTCH_WORD_ALL;
    }
    return (hutch_word_t)(hutch_bit(tail) - 1u);
}

/// The word with its lowest zero set; the word itself when it has none.
HUTCH_INLINE hutch_word_t hutch_with_lowest_zero(hutch_word_t word)
{
    return (hutch_word_t)(word | (hutch_word_t)(word + 1u));
}

/// The lowest zero of a word, as a mask; 0 when the word has none. Two instructions, no search.
HUTCH_INLINE hutch_word_t hutch_lowest_zero(hutch_word_t word)
{
    return (hutch_word_t)((hutch_word_t)(word + 1u) & (hutch_word_t)~word);
}

#endif
