// SPDX-License-Identifier: MIT
// hooks_arm.c - runs HUTCH_PORT_SHIFT_OUT of port/cpu/arm.h on a Cortex-M3, over the words and counts of its
// contract. EVERY: of the words one of so many.

#include "hutch/hutch.h"
#include "board.h"

#ifndef EVERY
#    define EVERY 1u
#endif

static uint32_t wrong;

static void check(uint32_t word, uint32_t count, uint32_t rest, bool bit)
{
    const uint32_t above = word >> (count - 1u);
    wrong += rest != above >> 1 || bit != ((above & 1u) != 0);
}

// As a step has it: the count is a part of the instruction.
static void shift_by_one(uint32_t word)
{
    uint32_t rest = word;
    bool bit;
    HUTCH_PORT_SHIFT_OUT(rest, 1, bit);
    check(word, 1, rest, bit);
}

// As a gap has it: the count is in a register, and ends with the lowest set bit.
static void shift_by(uint32_t word, uint32_t count)
{
    uint32_t rest = word;
    bool bit;
    HUTCH_PORT_SHIFT_OUT(rest, count, bit);
    check(word, count, rest, bit);
}

int main(void)
{
    board_init();
    for (uint32_t word = 0; word <= UINT32_MAX - EVERY; word += EVERY) {
        shift_by_one(word);
    }
    shift_by_one(UINT32_MAX);
    for (uint32_t count = 1; count <= 32; count++) {
        const uint32_t last = UINT32_MAX >> (count - 1u) >> 1; // 2^(32 - count) - 1
        for (uint32_t above = 0; above < last && last - above > EVERY; above += EVERY) {
            shift_by((2u * above + 1u) << (count - 1u), count);
        }
        shift_by((2u * last + 1u) << (count - 1u), count);
    }
    for (const char *about = "HUTCH_PORT_SHIFT_OUT of every word and count "; *about != '\0'; about++) {
        board_put_char(*about);
    }
    board_put_char(wrong == 0 ? '+' : '-');
    board_put_char('\n');
    board_exit(wrong != 0);
    return 0;
}
