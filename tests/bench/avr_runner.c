// SPDX-License-Identifier: MIT
// avr_runner.c - runs a program on simavr by instructions, and counts the cycles between the marks of
// mark.h.
//
// usage: avr_runner PROGRAM     GPIOR1 written: a character; GPIOR2: the exit code
//
// Each counted instruction is compared with the published table of cycles: a difference ends the program.
#include "simavr_core.h"

#include "avr_cycles.h"
#include "lanes.h"

enum { GPIOR1 = 0x4A, GPIOR2 = 0x4B, SBI_GPIOR0 = 0x9AF0, BITS = 7, HERTZ = 16000000 };
static int exit_code = -1;

static void on_character(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)avr;
    (void)address;
    (void)context;
    putchar(value);
}

static void on_exit_code(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)avr;
    (void)address;
    (void)context;
    exit_code = value;
}

int main(int argc, char **argv)
{
    static elf_firmware_t firmware;
    avr_t *const avr = argc < 2 ? NULL : simavr_core_start("atmega1284p", HERTZ, argv[1], &firmware);
    if (avr == NULL) {
        fprintf(stderr, "usage: avr_runner PROGRAM\n");
        return 2;
    }
    avr_register_io_write(avr, GPIOR1, on_character, NULL);
    avr_register_io_write(avr, GPIOR2, on_exit_code, NULL);
    while (exit_code < 0) {
        const unsigned code = avr->flash[avr->pc] | (unsigned)avr->flash[avr->pc + 1] << 8;
        const enum mark mark =
            (code & ~(unsigned)BITS) == SBI_GPIOR0 ? (enum mark)(MARK_BEGIN + (code & BITS)) : MARK_NONE;
        const uint64_t before = avr->cycle;
        const uint32_t at = avr->pc;
        if (mark > MARK_BEGIN) {
            lanes_mark(mark, avr->cycle);
        }
        if (!simavr_core_step(avr)) {
            return 2;
        }
        const unsigned cycles = avr_cycles(code, (avr->pc - at) / 2);
        if (is_counting && avr->cycle - before != cycles) {
            fprintf(stderr, "0x%04X at 0x%05X takes %u cycles, and by the table %u\n", code, (unsigned)at,
                    (unsigned)(avr->cycle - before), cycles);
            return 2;
        }
        lanes_mask(avr->sreg[S_I] == 0, avr->cycle);
        if (mark == MARK_BEGIN) {
            lanes_mark(mark, avr->cycle);
        }
    }
    return exit_code;
}
