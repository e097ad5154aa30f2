// SPDX-License-Identifier: MIT
// gba/runner.c - runs a program on mGBA's core by instructions; lands its interrupts, prints its output.
//
// usage: runner PROGRAM [START STOP [trace]]     prints which addresses of that range were executed, with
//                                                `trace` each of them in its turn, and 1
//                                                when interrupts are on
//
// The program writes to the external RAM's first words, and the runner clears them:
//   word 0   land the interrupt before the n-th instruction from now; 0: never
//   word 1   0x100 + a character
//   word 2   0x100 + the exit code
#include "mgba_core.h"

#include <mgba/internal/arm/arm.h>
#include <mgba/internal/gba/gba.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROM_START = 0x08000000, ROM_BYTES = 1 << 18, IME = 0x208 };
enum { MAIL_DELAY, MAIL_CHARACTER, MAIL_EXIT };

static unsigned char rom[ROM_BYTES], executed[ROM_BYTES];
static uint32_t range_start, range_stop; // offsets in the cartridge
static bool is_traced;

// Copies the segments that go to the cartridge into `rom`.
static bool load(const char *path)
{
    static unsigned char file[1 << 22];
    FILE *const stream = fopen(path, "rb");
    if (stream == NULL) {
        return false;
    }
    const size_t size = fread(file, 1, sizeof file, stream);
    fclose(stream);
    const Elf32_Ehdr *const header = (const Elf32_Ehdr *)file;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
        return false;
    }
    for (unsigned k = 0; k < header->e_phnum; k++) {
        const Elf32_Phdr *const part = (const Elf32_Phdr *)(file + header->e_phoff) + k;
        const uint32_t offset = part->p_paddr - ROM_START;
        if (part->p_type == PT_LOAD && offset < ROM_BYTES && part->p_filesz <= ROM_BYTES - offset) {
            memcpy(rom + offset, file + part->p_offset, part->p_filesz);
        }
    }
    return true;
}

static uint32_t next_pc(const struct ARMCore *cpu)
{
    return (uint32_t)cpu->gprs[ARM_PC] - (cpu->executionMode == MODE_THUMB ? 2u : 4u);
}

static int run(struct mCore *core)
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
        const uint32_t offset = next_pc(cpu) - ROM_START;
        if (offset < ROM_BYTES) {
            executed[offset] = 1;
        }
        if (is_traced && offset >= range_start && offset < range_stop) {
            printf("at %x %d\n", ROM_START + offset, *ime != 0 && !cpu->cpsr.i);
        }
        core->step(core);
        if (mail[MAIL_DELAY] != 0) {
            countdown = mail[MAIL_DELAY];
            mail[MAIL_DELAY] = 0;
        }
        if (mail[MAIL_CHARACTER] != 0) {
            putchar((int)(mail[MAIL_CHARACTER] & 0xFFu));
            mail[MAIL_CHARACTER] = 0;
        }
    }
    return (int)(mail[MAIL_EXIT] & 0xFFu);
}

int main(int argc, char **argv)
{
    if (argc < 2 || !load(argv[1])) {
        fprintf(stderr, "usage: runner PROGRAM [START STOP]\n");
        return 2;
    }
    struct mCore *const core =
        mgba_core_start(mPLATFORM_GBA, VFileFromConstMemory(rom, sizeof rom), 240, false);
    if (core == NULL) {
        fprintf(stderr, "mGBA does not take the program\n");
        return 2;
    }
    if (argc > 3) {
        range_start = (uint32_t)strtoul(argv[2], NULL, 0) - ROM_START;
        range_stop = (uint32_t)strtoul(argv[3], NULL, 0) - ROM_START;
        is_traced = argc > 4;
    }
    const int code = run(core);
    printf("ran");
    for (uint32_t offset = range_start; offset < range_stop; offset++) {
        if (executed[offset]) {
            printf(" %x", ROM_START + offset);
        }
    }
    printf("\n");
    return code;
}
