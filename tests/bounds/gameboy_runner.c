// SPDX-License-Identifier: MIT
// gameboy_runner.c - runs a program on mGBA's core of a Game Boy, and counts the cycles between the marks.
//
// usage: gameboy_runner PROGRAM     a cartridge image; cycles of 4.19 MHz, four of which are a machine cycle
//
// Each counted instruction is compared with the published table of cycles: a difference ends the program.
#include "mgba_core.h"

#include "lanes.h"

#include <mgba/core/timing.h>
#include <mgba/internal/gb/gb.h>
#include <mgba/internal/sm83/sm83.h>

#include <fcntl.h>

enum { MARK_FIRST = 0x40, MARK_STEP = 9, EXIT = 0x64, PREFIX = 0xCB };

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
static unsigned published_cycles(unsigned code, unsigned operand, unsigned bytes)
{
    static const struct {
        unsigned code, bytes, more; // on all four conditions; machine cycles more if it is met
    } jumps[] = {{0x20, 2, 1}, {0xC0, 1, 3}, {0xC2, 3, 1}, {0xC4, 3, 3}};
    unsigned cycles = (unsigned)(published[code] - '0');
    if (code == PREFIX) {
        const bool is_memory = (operand & 7u) == 6, is_bit = operand >> 6 == 1;
        cycles = !is_memory ? 2 : is_bit ? 3 : 4;
    }
    for (unsigned k = 0; k < sizeof jumps / sizeof jumps[0]; k++) {
        cycles += (code & 0xE7u) == jumps[k].code && bytes != jumps[k].bytes ? jumps[k].more : 0;
    }
    return cycles * 4u;
}

static enum mark mark_of(unsigned code)
{
    const unsigned number = (code - MARK_FIRST) / MARK_STEP;
    return code % MARK_STEP == MARK_FIRST % MARK_STEP && number <= MARK_NEXT - MARK_BEGIN
               ? (enum mark)(MARK_BEGIN + (int)number)
               : MARK_NONE;
}

static int run(struct mCore *core)
{
    const struct SM83Core *const cpu = (const struct SM83Core *)core->cpu;
    struct GB *const board = (struct GB *)core->board;
    for (;;) {
        const unsigned at = cpu->pc, code = core->busRead8(core, at);
        const unsigned operand = code == PREFIX ? core->busRead8(core, at + 1u) : 0;
        const uint64_t before = (uint64_t)mTimingGlobalTime(&board->timing) / (unsigned)cpu->tMultiplier;
        const enum mark mark = mark_of(code);
        if (code == EXIT) {
            return cpu->e;
        }
        if (mark > MARK_BEGIN) {
            lanes_mark(mark, before);
        }
        core->step(core);
        const uint64_t now = (uint64_t)mTimingGlobalTime(&board->timing) / (unsigned)cpu->tMultiplier;
        const unsigned cycles = published_cycles(code, operand, (uint16_t)(cpu->pc - at));
        if (is_counting && now - before != cycles) {
            fprintf(stderr, "0x%02X 0x%02X at 0x%04X takes %u cycles, and by the table %u\n", code, operand,
                    at, (unsigned)(now - before), cycles);
            return 2;
        }
        lanes_mask(!board->memory.ime, now);
        if (mark == MARK_BEGIN) {
            lanes_mark(mark, now);
        }
    }
}

int main(int argc, char **argv)
{
    struct mCore *const core =
        argc < 2 ? NULL : mgba_core_start(mPLATFORM_GB, VFileOpen(argv[1], O_RDONLY), 160, false);
    if (core == NULL) {
        fprintf(stderr, "usage: gameboy_runner PROGRAM\n");
        return 2;
    }
    return run(core);
}
