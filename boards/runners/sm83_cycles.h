// SPDX-License-Identifier: MIT
// sm83_cycles.h - the published cycles of each instruction, which mgba_steps.c compares with mGBA's.
#ifndef HUTCH_RUNNER_SM83_CYCLES_H
#define HUTCH_RUNNER_SM83_CYCLES_H

#include <stdbool.h>

enum { SM83_PREFIX = 0xCB };

/// Machine cycles of each opcode by Pan Docs, "CPU Instruction Set"; of a conditional jump that is not taken.
static const char published[] = "1322112152221121"
                                "1322112132221121"
                                "2322112122221121"
                                "2322333122221121"
                                "1111112111111121"
                                "1111112111111121"
                                "1111112111111121"
                                "2222221211111121"
                                "1111112111111121"
                                "1111112111111121"
                                "1111112111111121"
                                "1111112111111121"
                                "2334342424303624"
                                "2330342424303024"
                                "3320042441400024"
                                "3321042432410024";

/// What the table says of an instruction after which the CPU is `bytes` further.
static unsigned sm83_cycles(unsigned code, unsigned operand, unsigned bytes)
{
    static const struct {
        unsigned code, bytes, more; // on all four conditions; machine cycles more if it is met
    } jumps[] = {{0x20, 2, 1}, {0xC0, 1, 3}, {0xC2, 3, 1}, {0xC4, 3, 3}};
    unsigned cycles = (unsigned)(published[code] - '0');
    if (code == SM83_PREFIX) {
        const bool is_memory = (operand & 7u) == 6, is_bit = operand >> 6 == 1;
        cycles = !is_memory ? 2 : is_bit ? 3 : 4;
    }
    for (unsigned k = 0; k < sizeof jumps / sizeof jumps[0]; k++) {
        cycles += (code & 0xE7u) == jumps[k].code && bytes != jumps[k].bytes ? jumps[k].more : 0;
    }
    return cycles * 4u;
}

#endif
