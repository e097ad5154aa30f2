// SPDX-License-Identifier: MIT
// avr_runner.c - runs a program on simavr by instructions, and counts the cycles between the marks of
// mark.h.
//
// usage: avr_runner PROGRAM     GPIOR1 written: a character; GPIOR2: the exit code
#include "simavr_core.h"

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
        if (mark > MARK_BEGIN) {
            lanes_mark(mark, avr->cycle);
        }
        if (!simavr_core_step(avr)) {
            return 2;
        }
        lanes_mask(avr->sreg[S_I] == 0, avr->cycle);
        if (mark == MARK_BEGIN) {
            lanes_mark(mark, avr->cycle);
        }
    }
    return exit_code;
}
