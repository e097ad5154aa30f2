// SPDX-License-Identifier: MIT
// mgba_steps.c - runs a program on mGBA's cores by instructions: counts cycles, lands interrupts.
//
// usage: mgba_steps PROGRAM.elf [START STOP [trace]]     for a Game Boy Advance: prints the figures of
//                                                        lanes.h, and which addresses of that range were
//                                                        executed; with `trace` each of them in its turn, and
//                                                        1 when interrupts are on
//        mgba_steps PROGRAM.gb                           for a Game Boy: prints the figures
//
// A program for a Game Boy Advance writes to the external RAM's first words, and the runner clears them:
//   word 0   land the interrupt before the n-th instruction from now; 0: never
//   word 1   0x100 + a character
//   word 2   0x100 + the exit code
// One for a Game Boy ends by `ld h, h`, with the exit code in E. Its cycles are of 4.19 MHz, four to a
// machine cycle; each counted instruction is compared with the published table: a difference ends the
// program.
#include "mgba_core.h"

#include "lanes.h"
#include "sm83_cycles.h"

#include <mgba/core/timing.h>
#include <mgba/internal/arm/arm.h>
#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>
#include <mgba/internal/sm83/sm83.h>

#include <fcntl.h>
#include <stdlib.h>

enum { ROM_START = 0x08000000, ROM_BYTES = 1 << 20, IME = 0x208 };
enum { MAIL_DELAY, MAIL_CHARACTER, MAIL_EXIT };
enum { SM83_EXIT = 0x64, SM83_MARK = 0x40, SM83_MARK_STEP = 9 }; // ld b, b to ld e, e

static unsigned char executed[ROM_BYTES];
static uint32_t range_start, range_stop; // offsets in the cartridge
static bool is_traced;

// ------------------------------------------------------------------------ Game Boy Advance

static enum mark arm_mark(const struct ARMCore *cpu) // mov r9, r9 to mov r12, r12
{
    return cpu->executionMode == MODE_THUMB ? mark_of(cpu->prefetch[0] & 0xFFFFu, 0x46C9, 9)
                                            : mark_of(cpu->prefetch[0], 0xE1A09009u, 0x1001);
}

static void note(const struct ARMCore *cpu, bool is_unmasked)
{
    const uint32_t next = (uint32_t)cpu->gprs[ARM_PC] - (cpu->executionMode == MODE_THUMB ? 2u : 4u);
    const uint32_t offset = next - ROM_START;
    if (offset < ROM_BYTES) {
        executed[offset] = 1;
    }
    if (is_traced && offset >= range_start && offset < range_stop) {
        printf("at %x %d\n", next, is_unmasked);
    }
}

static void step(struct mCore *core, const uint16_t *ime)
{
    const enum mark mark = arm_mark((const struct ARMCore *)core->cpu);
    if (mark > MARK_BEGIN) {
        lanes_mark(mark, mTimingGlobalTime(core->timing));
    }
    core->step(core);
    const uint64_t now = mTimingGlobalTime(core->timing);
    lanes_mask(*ime == 0, now);
    if (mark == MARK_BEGIN) {
        lanes_mark(mark, now);
    }
}

static int run_gba(struct mCore *core)
{
    struct ARMCore *const cpu = (struct ARMCore *)core->cpu;
    const struct GBA *const gba = (const struct GBA *)core->board;
    uint32_t *const mail = gba->memory.wram;
    const uint16_t *const ime = &gba->memory.io[IME / 2];
    unsigned countdown = 0;
    bool is_pending = false;
    while (mail[MAIL_EXIT] == 0) {
        if (countdown != 0 && --countdown == 0) {
            is_pending = true;
        }
        if (is_pending && *ime != 0 && !cpu->cpsr.i) {
            is_pending = false;
            ARMRaiseIRQ(cpu);
        }
        note(cpu, *ime != 0 && !cpu->cpsr.i);
        step(core, ime);
        if (mail[MAIL_DELAY] != 0) {
            countdown = mail[MAIL_DELAY];
            mail[MAIL_DELAY] = 0;
        }
        if (mail[MAIL_CHARACTER] != 0) {
            putchar((int)(mail[MAIL_CHARACTER] & 0xFFu));
            mail[MAIL_CHARACTER] = 0;
        }
    }
    printf("ran");
    for (uint32_t offset = range_start; offset < range_stop; offset++) {
        if (executed[offset]) {
            printf(" %x", ROM_START + offset);
        }
    }
    printf("\n");
    return (int)(mail[MAIL_EXIT] & 0xFFu);
}

// -------------------------------------------------------------------------------- Game Boy

static int run_gb(struct mCore *core)
{
    const struct SM83Core *const cpu = (const struct SM83Core *)core->cpu;
    struct GB *const board = (struct GB *)core->board;
    for (;;) {
        const unsigned at = cpu->pc, code = core->busRead8(core, at);
        const unsigned operand = core->busRead8(core, at + 1u);
        const uint64_t before = (uint64_t)mTimingGlobalTime(&board->timing) / (unsigned)cpu->tMultiplier;
        const enum mark mark = mark_of(code, SM83_MARK, SM83_MARK_STEP);
        if (code == SM83_EXIT) {
            return cpu->e;
        }
        if (mark > MARK_BEGIN) {
            lanes_mark(mark, before);
        }
        core->step(core);
        const uint64_t now = (uint64_t)mTimingGlobalTime(&board->timing) / (unsigned)cpu->tMultiplier;
        const unsigned cycles = sm83_cycles(code, operand, (uint16_t)(cpu->pc - at));
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
    const char *const ending = argc > 1 ? strrchr(argv[1], '.') : NULL;
    const bool is_gb = ending != NULL && strcmp(ending, ".gb") == 0;
    struct mCore *const core = argc < 2
                                   ? NULL
                                   : mgba_core_start(is_gb ? mPLATFORM_GB : mPLATFORM_GBA,
                                                     VFileOpen(argv[1], O_RDONLY), is_gb ? 160 : 240, false);
    if (core == NULL) {
        fprintf(stderr, "usage: mgba_steps PROGRAM [START STOP [trace]]\n");
        return 2;
    }
    if (argc > 3) {
        range_start = (uint32_t)strtoul(argv[2], NULL, 0) - ROM_START;
        range_stop = (uint32_t)strtoul(argv[3], NULL, 0) - ROM_START;
        is_traced = argc > 4;
    }
    return is_gb ? run_gb(core) : run_gba(core);
}
