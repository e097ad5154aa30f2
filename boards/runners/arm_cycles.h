// SPDX-License-Identifier: MIT
// arm_cycles.h - the cycles of an instruction by Arm's published tables, without wait states.
//
// Cortex-M0: Technical Reference Manual DDI 0432, table 3-1, with the fast multiplier. Cortex-M3: DDI 0337,
// table 3-1; where that gives a range, its upper end: 3 for refilling the pipeline, 12 for a division. Loads
// do not overlap here. A branch whose condition fails takes 1; another instruction then counts as if it held.
#ifndef HUTCH_RUNNER_ARM_CYCLES_H
#define HUTCH_RUNNER_ARM_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

/// Cycles if the next instruction follows in memory, and if it does not. 0: not known.
struct cycles {
    unsigned stays, jumps;
};

enum { REFILL = 3 }; // Cortex-M3: at most

static struct cycles both(unsigned cycles)
{
    return (struct cycles){cycles, cycles};
}

static struct cycles branch(bool is_m0)
{
    return (struct cycles){1, is_m0 ? 3 : 1 + REFILL};
}

static unsigned ones(uint32_t bits)
{
    return (unsigned)__builtin_popcount(bits);
}

static struct cycles cycles_of_16_bits(uint32_t code, bool is_m0)
{
    const uint32_t list = code & 0xFFu, top = code >> 8;
    switch (code >> 12) {
    case 0x4:
        if (top >= 0x48) {
            return both(2); // ldr from the literals
        }
        return top == 0x47 || ((top == 0x44 || top == 0x46) && (code & 0x87u) == 0x87u) ? branch(is_m0)
                                                                                        : both(1);
    case 0x5:
    case 0x6:
    case 0x7:
    case 0x8:
    case 0x9:
        return both(2); // ldr, str and those of parts
    case 0xB:
        if (top == 0xB1 || top == 0xB3 || top == 0xB9 || top == 0xBB) {
            return branch(is_m0); // cbz
        }
        if (top == 0xBD) { // pop with pc; N includes it
            return both((is_m0 ? 4 : 1 + REFILL) + ones(list) + 1);
        }
        if (top == 0xB4 || top == 0xB5 || top == 0xBC) {
            return both(1 + ones(list) + (top == 0xB5));
        }
        if (top == 0xB6) {
            return both(is_m0 ? 1 : 2); // cps
        }
        return both(top == 0xBE || (code > 0xBF00u && (code & 0xFu) == 0)
                        ? 0
                        : 1); // bkpt, wfe and the like: not here
    case 0xC:
        return both(1 + ones(list)); // ldm, stm
    case 0xD:
        return top >= 0xDE ? both(0) : branch(is_m0);
    case 0xE:
        return branch(is_m0);
    default:
        return both(1); // shifts, additions, comparisons, addresses
    }
}

static struct cycles cycles_of_m0_32_bits(uint32_t first, uint32_t second)
{
    if ((first & 0xF800u) == 0xF000u && (second & 0xD000u) == 0xD000u) {
        return both(4); // bl
    }
    return both(
        first == 0xF3EFu || (first & 0xFFF0u) == 0xF380u || first == 0xF3BFu ? 4 : 0); // mrs, msr, barriers
}

static struct cycles cycles_of_m3_32_bits(uint32_t first, uint32_t second)
{
    if ((first & 0xFE00u) == 0xE800u) {
        const bool is_load = (first & 0x10u) != 0;
        if ((first & 0x40u) == 0) {
            return both(1 + ones(second) + (is_load && (second & 0x8000u) != 0 ? REFILL : 0)); // ldm, stm
        }
        if ((first & 0xFFE0u) == 0xE840u) {
            return both(2); // ldrex, strex
        }
        const bool is_table = (first & 0xFFF0u) == 0xE8D0u && (second & 0xFFE0u) == 0xF000u;
        return both(is_table ? 2 + REFILL : 3); // tbb; ldrd, strd
    }
    if ((first & 0xFE00u) == 0xEA00u) {
        return both(1); // operations on registers
    }
    if ((first & 0xF800u) == 0xF000u) {
        if ((second & 0x8000u) == 0) {
            return both(1); // operations with constants
        }
        if (first == 0xF3EFu || (first & 0xFFF0u) == 0xF380u) {
            return both(2); // mrs, msr
        }
        return first == 0xF3BFu ? both(0) : branch(false); // barriers: the table has no upper end
    }
    if ((first & 0xFE00u) == 0xF800u) {
        const bool is_to_pc = (first & 0x70u) == 0x50u && second >> 12 == 0xFu;
        return both(is_to_pc ? 2 + REFILL : 2); // ldr, str
    }
    if ((first & 0xFF00u) == 0xFA00u) {
        return both(1); // shifts, extensions, clz, rbit
    }
    if ((first & 0xFF80u) == 0xFB00u) {
        return both(second >> 12 == 0xFu ? 1 : 2); // mul; mla, mls
    }
    if ((first & 0xFF80u) == 0xFB80u) {
        return both((second & 0xF0u) == 0xF0u ? 12 : (first & 0x40u) != 0 ? 7 : 5); // division, long products
    }
    return both(0);
}

static struct cycles cycles_of(uint32_t code, bool is_m0)
{
    const uint32_t first = code & 0xFFFFu, second = code >> 16;
    if (first < 0xE800u) {
        return cycles_of_16_bits(first, is_m0);
    }
    return is_m0 ? cycles_of_m0_32_bits(first, second) : cycles_of_m3_32_bits(first, second);
}

#endif
