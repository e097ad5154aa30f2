// SPDX-License-Identifier: MIT
// avr_cycles.h - the published cycles of each instruction, which simavr_steps.c compares with simavr's.
//
// AVR Instruction Set Manual (DS40002198), column AVRe+, of CPUs whose program counter has 16 bits.
#ifndef HUTCH_RUNNER_AVR_CYCLES_H
#define HUTCH_RUNNER_AVR_CYCLES_H

/// Of an instruction after which the CPU is `words` further.
static unsigned avr_cycles(unsigned code, unsigned words)
{
    enum { BRANCH = 0, SKIP = 9 }; // 2 if it is taken; the words that it passes
    static const struct {
        unsigned mask, code, cycles;
    } table[] = {
        {0xFFFF, 0x9508, 4},      // RET
        {0xFFFF, 0x9518, 4},      // RETI
        {0xFE0E, 0x940E, 4},      // CALL
        {0xFE0E, 0x940C, 3},      // JMP
        {0xF000, 0xD000, 3},      // RCALL
        {0xF000, 0xC000, 2},      // RJMP
        {0xFFFF, 0x9509, 3},      // ICALL
        {0xFFFF, 0x9409, 2},      // IJMP
        {0xFFEF, 0x95C8, 3},      // LPM and ELPM without operands
        {0xFE0C, 0x9004, 3},      // LPM, ELPM
        {0xFC00, 0x9000, 2},      // LD, LDS, POP, ST, STS, PUSH
        {0xD000, 0x8000, 2},      // LDD, STD
        {0xFE00, 0x9600, 2},      // ADIW, SBIW
        {0xFD00, 0x9800, 2},      // CBI, SBI
        {0xFC00, 0x9C00, 2},      // MUL
        {0xFE00, 0x0200, 2},      // MULS, MULSU, FMUL and its like
        {0xF800, 0xF000, BRANCH}, // BRBS, BRBC
        {0xFC00, 0x1000, SKIP},   // CPSE
        {0xFC08, 0xFC00, SKIP},   // SBRC, SBRS
        {0xFD00, 0x9900, SKIP},   // SBIC, SBIS
    };
    for (unsigned k = 0; k < sizeof table / sizeof table[0]; k++) {
        if ((code & table[k].mask) == table[k].code) {
            const unsigned cycles = table[k].cycles;
            return cycles == SKIP ? words : cycles != BRANCH ? cycles : words == 1 ? 1 : 2;
        }
    }
    return 1;
}

#endif
