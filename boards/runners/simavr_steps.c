// SPDX-License-Identifier: MIT
// simavr_steps.c - runs a program on simavr by instructions: counts cycles, lands interrupts, notes what ran.
//
// usage: simavr_steps PROGRAM [START STOP [trace]]   prints the figures of lanes.h, and which addresses of
//                                                    that range were executed; with `trace` each of them in
//                                                    its turn, and 1 when interrupts are on
//
//   GPIOR0    written: a character; after character 4 the exit code
//   GPIOR1/2  written: land INT0 before the n-th instruction from now (0: never); low byte first
//             when the interrupt lands: where, as a byte address
// Each counted instruction is compared with the published table of cycles: a difference ends the program.
#include "simavr_core.h"

#include "avr_cycles.h"
#include "lanes.h"

#include <simavr/sim_interrupts.h>

#include <stdlib.h>

enum { GPIOR0 = 0x3E, GPIOR1 = 0x4A, GPIOR2 = 0x4B };
enum { INT0 = 1, VECTOR = 4 * INT0, END = 4, CODE_BYTES = 1 << 17, HERTZ = 16000000 };
enum { MARK_FIRST = 0x2C99, MARK_STEP = 0x11 }; // mov r9, r9 to mov r12, r12

static unsigned countdown; // instructions until the interrupt, plus one; 0: none
static int exit_code = -1;
static bool has_run[CODE_BYTES]; // the instruction at each address

static void on_character(avr_t *avr, avr_io_addr_t address, uint8_t value, void *context)
{
    static bool ends;
    (void)avr, (void)address, (void)context;
    if (ends) {
        exit_code = value;
    } else if (value == END) {
        ends = true;
    } else {
        putchar(value);
    }
}

static void on_delay(avr_t *avr, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)context;
    avr->data[address] = value;
    if (address == GPIOR2) {
        countdown = avr->data[GPIOR1] | (unsigned)value << 8;
    }
}

static avr_int_vector_t *find_vector(avr_t *avr, unsigned number)
{
    for (unsigned k = 0; k < avr->interrupts.vector_count; k++) {
        if (avr->interrupts.vector[k]->vector == number) {
            return avr->interrupts.vector[k];
        }
    }
    return NULL;
}

// Where the interrupt that was just taken will return to.
static unsigned return_address(const avr_t *avr)
{
    const unsigned sp = avr->data[R_SPL] | (unsigned)avr->data[R_SPH] << 8;
    return 2u * ((unsigned)avr->data[sp + 1] << 8 | avr->data[sp + 2]);
}

static bool is_as_published(const avr_t *avr, unsigned code, uint32_t at, uint64_t before)
{
    const unsigned cycles = avr_cycles(code, (avr->pc - at) / 2);
    if (is_counting && avr->cycle - before != cycles) {
        fprintf(stderr, "0x%04X at 0x%05X takes %u cycles, and by the table %u\n", code, (unsigned)at,
                (unsigned)(avr->cycle - before), cycles);
        return false;
    }
    return true;
}

static void note_landing(avr_t *avr)
{
    if (avr->pc == VECTOR) {
        const unsigned address = return_address(avr);
        avr->data[GPIOR1] = (uint8_t)address;
        avr->data[GPIOR2] = (uint8_t)(address >> 8);
    }
}

static bool step(avr_t *avr)
{
    const uint32_t at = avr->pc;
    const unsigned code = avr->flash[at] | (unsigned)avr->flash[at + 1] << 8;
    const enum mark mark = mark_of(code, MARK_FIRST, MARK_STEP);
    const uint64_t before = avr->cycle;
    if (mark > MARK_BEGIN) {
        lanes_mark(mark, before);
    }
    if (!simavr_core_step(avr) || !is_as_published(avr, code, at, before)) {
        return false;
    }
    lanes_mask(avr->sreg[S_I] == 0, avr->cycle);
    if (mark == MARK_BEGIN) {
        lanes_mark(mark, avr->cycle);
    }
    has_run[at % CODE_BYTES] = true;
    note_landing(avr);
    return true;
}

int main(int argc, char **argv)
{
    static elf_firmware_t firmware;
    const unsigned start = argc > 3 ? (unsigned)strtoul(argv[2], NULL, 0) : 0;
    const unsigned stop = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 0) : 0;
    avr_t *const avr = argc < 2 ? NULL : simavr_core_start("atmega1284p", HERTZ, argv[1], &firmware);
    if (avr == NULL) {
        fprintf(stderr, "usage: simavr_steps PROGRAM [START STOP [trace]]\n");
        return 2;
    }
    avr_register_io_write(avr, GPIOR0, on_character, NULL);
    avr_register_io_write(avr, GPIOR1, on_delay, NULL);
    avr_register_io_write(avr, GPIOR2, on_delay, NULL);
    avr_int_vector_t *const vector = find_vector(avr, INT0);
    while (exit_code < 0) {
        if (countdown != 0 && --countdown == 0) {
            avr_raise_interrupt(avr, vector);
        }
        if (argc > 4 && avr->pc >= start && avr->pc < stop) {
            printf("at %x %d\n", avr->pc, avr->sreg[S_I]);
        }
        if (!step(avr)) {
            return 2;
        }
    }
    printf("ran");
    for (unsigned address = start; address < stop; address++) {
        if (has_run[address]) {
            printf(" %x", address);
        }
    }
    printf("\n");
    return exit_code;
}
