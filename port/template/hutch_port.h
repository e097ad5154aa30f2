// SPDX-License-Identifier: MIT
// port/template/hutch_port.h - copy this folder to port/<yours> and fill it in: one type, two functions, some
// extras.
//
// This one masks nothing: right for a program without interrupts and threads. Then say here what your port
// does not stop (other cores, NMI, interrupts above the mask) and what enter and exit cost.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdint.h>

typedef uint8_t hutch_port_state_t; // any integer type: what exit needs to restore the state before enter

// Reads the interrupt state, then masks. Nothing may move across: in GNU C that is a "memory" clobber.
static inline hutch_port_state_t hutch_port_enter(void)
{
    return 0;
}

// Restores exactly the state that enter read, so that sections nest; touches nothing else.
static inline void hutch_port_exit(hutch_port_state_t saved)
{
    (void)saved;
}

// Optional extras. Each that is left out has a portable fallback, or the feature says at compile time that it
// is missing.
//
// #define HUTCH_PORT_WORD_BITS 32            the width that one load and one store move; 8, 16, 32 or 64
// #define HUTCH_PORT_FIRST_SET(word)         the number of the lowest set bit, when the CPU can tell at once
// #define HUTCH_PORT_LEADING_ZEROS(word)     how many zeros are above the highest set bit, 32 for 0; with it
// #define HUTCH_PORT_ROTATED(word, by)       the word rotated towards its lowest bit, by any number
// #define HUTCH_PORT_TURN(word)              beside them: the word with its bits in reverse order
// #define HUTCH_PORT_BIT_AT(index, words)    the bit of a slot, when 1 << index % 32 can be had for less
// #define HUTCH_PORT_ASKS_SIGN 1             when a branch asks for the sign, and -1 is a constant to be made
// #define HUTCH_PORT_HIDE_INVERSE 1          when the compiler makes many shifts of a constant multiply
// #define HUTCH_PORT_MULTIPLIES 1            when a multiply is one instruction; 8: of two bytes
// #define HUTCH_PORT_NO_ROTATE 1             when rotating by several places takes several instructions
// #define HUTCH_PORT_BIT(number)             the bit of a number, when shifting by a variable is a loop
// #define HUTCH_PORT_FIRST_ZERO(word)        the number of the lowest zero, when a table is indexed by words
// #define HUTCH_PORT_FOLDS_ADDRESSES 1       when constant addresses are parts of instructions
// #define HUTCH_PORT_EIGHTH(number)          when the compiler makes words of bytes: a byte / 8, and
// #define HUTCH_PORT_EIGHTFOLD(number)       one below 16 * 8
// #define HUTCH_PORT_CROSSES 1               when walks have assembler of their own, for bytes
// #define HUTCH_PORT_TABLE_IN_RAM 1          when flash is slow: 36 bytes of RAM a program
// #define HUTCH_PORT_IN_INTERRUPT()          true inside an interrupt handler
// #define HUTCH_PORT_CONTEXT_IS_ALLOWED()    false in what the mask does not stop
//
// Atomics, for HUTCH_LOCK_FREE: where hutch_word_t can be exchanged in one step.
// #define HUTCH_PORT_COMPARE_EXCHANGE(address, expected, desired)

#endif
