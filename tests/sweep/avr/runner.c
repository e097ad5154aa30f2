// SPDX-License-Identifier: MIT
// avr/runner.c - runs a program on simavr by instructions; lands its interrupts, prints its output.
//
// usage: runner PROGRAM [START STOP [trace]]     prints which addresses of that range were executed, with
//                                                `trace` each of them in its turn, and 1
//                                                when interrupts are on
//
//   GPIOR0    written: a character; after character 4 the exit code
//   GPIOR1/2  written: land the interrupt before the n-th instruction from now (0: never); low byte first
//             when the interrupt lands: where, as a byte address
#include "simavr_core.h"

#include <simavr/sim_interrupts.h>

#include <stdio.h>
#include <stdlib.h>

enum { GPIOR0 = 0x3E, GPIOR1 = 0x4A, GPIOR2 = 0x4B, SP_LOW = 0x5D, SP_HIGH = 0x5E };
enum { INT0 = 1, VECTOR_BYTES = 4, END = 4, FLASH_BYTES = 1 << 16, HERTZ = 16000000 };

static unsigned countdown; // instructions until the interrupt, plus one; 0: none
static int exit_code = -1;
static unsigned char executed[FLASH_BYTES];

static void on_character(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *context)
{
    static int ends;
    (void)avr;
    (void)address;
    (void)context;
    if (ends) {
        exit_code = value;
    } else if (value == END) {
        ends = 1;
    } else {
        putchar(value);
    }
}

static void on_delay(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *context)
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
    const unsigned sp = avr->data[SP_LOW] | (unsigned)avr->data[SP_HIGH] << 8;
    return 2u * ((unsigned)avr->data[sp + 1] << 8 | avr->data[sp + 2]);
}

int main(int argc, char **argv)
{
    static elf_firmware_t firmware;
    avr_t *const avr = argc < 2 ? NULL : simavr_core_start("atmega1284p", HERTZ, argv[1], &firmware);
    if (avr == NULL) {
        fprintf(stderr, "usage: runner PROGRAM [START STOP]\n");
        return 2;
    }
    avr_register_io_write(avr, GPIOR0, on_character, NULL);
    avr_register_io_write(avr, GPIOR1, on_delay, NULL);
    avr_register_io_write(avr, GPIOR2, on_delay, NULL);
    avr_int_vector_t *const vector = find_vector(avr, INT0);
    const unsigned start = argc > 3 ? (unsigned)strtoul(argv[2], NULL, 0) : 0;
    const unsigned stop = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 0) : 0;
    const int is_traced = argc > 4;

    while (exit_code < 0) {
        if (countdown != 0 && --countdown == 0) {
            avr_raise_interrupt(avr, vector);
        }
        executed[avr->pc % FLASH_BYTES] = 1;
        if (is_traced && avr->pc >= start && avr->pc < stop) {
            printf("at %x %d\n", avr->pc, avr->sreg[S_I]);
        }
        if (!simavr_core_step(avr)) {
            return 2;
        }
        if (avr->pc == INT0 * VECTOR_BYTES) {
            const unsigned address = return_address(avr);
            avr->data[GPIOR1] = (uint8_t)address;
            avr->data[GPIOR2] = (uint8_t)(address >> 8);
        }
    }
    printf("ran");
    for (unsigned address = start; address < stop; address++) {
        if (executed[address]) {
            printf(" %x", address);
        }
    }
    printf("\n");
    return exit_code;
}
