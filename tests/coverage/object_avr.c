// SPDX-License-Identifier: MIT
// object_avr.c - runs a program on simavr, with more RAM than the CPU has: which instructions ran, and where
// each went on.
//
// usage: object_avr PROGRAM OUT
//
//   GPIOR2 written: a character, GPIOR0: the exit code (boards/atmega32u4)
//   GPIOR1 written: land INT0 about twice as many instructions from now; 0: never (interrupt.h)
//
// OUT gets a line for each instruction that ran: its address, `N` if the next one in memory followed it, and
// `T` if another did, as object_trace.c writes them. What an interrupt came after counts as neither.
#include "simavr_core.h"

#include <simavr/sim_interrupts.h>

#include <stdio.h>

enum { INT0 = 1, VECTOR = 4 * INT0, GPIOR0 = 0x3E, GPIOR1 = 0x4A, GPIOR2 = 0x4B };
enum { CODE_BYTES = 1 << 17, HERTZ = 16000000 };

static int exit_code = -1;
static unsigned countdown; // instructions until the interrupt, plus one; 0: none
static unsigned long steps;
static struct place {
    bool has_run, is_taken, is_passed;
} places[CODE_BYTES];

static void on_character(avr_t *avr, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)avr, (void)address, (void)context;
    putchar(value);
}

static void on_exit_code(avr_t *avr, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)avr, (void)address, (void)context;
    exit_code = value;
}

// An odd number or an even one, as it happens, so that each instruction may be hit.
static void on_delay(avr_t *avr, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)avr, (void)address, (void)context;
    countdown = value != 0 ? 2u * value + steps % 2 : 0;
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

static bool step(avr_t *avr)
{
    struct place *const place = &places[avr->pc % CODE_BYTES];
    const avr_flashaddr_t next = avr->pc + 2;
    if (!simavr_core_step(avr)) {
        return false;
    }
    steps++;
    place->has_run = true;
    if (avr->pc != VECTOR) {
        place->is_passed = place->is_passed || avr->pc == next;
        place->is_taken = place->is_taken || avr->pc != next;
    }
    return true;
}

static bool write_places(const char *path)
{
    FILE *const out = fopen(path, "w");
    for (unsigned address = 0; out != NULL && address < CODE_BYTES; address++) {
        if (places[address].has_run) {
            fprintf(out, "%x%s%s\n", address, places[address].is_taken ? " T" : "",
                    places[address].is_passed ? " N" : "");
        }
    }
    return out != NULL && fclose(out) == 0;
}

int main(int argc, char **argv)
{
    static elf_firmware_t firmware;
    avr_t *const avr =
        argc != 3 ? NULL : simavr_core_start_with_ram("atmega1284p", HERTZ, argv[1], &firmware);
    if (avr == NULL) {
        fprintf(stderr, "usage: object_avr PROGRAM OUT\n");
        return 2;
    }
    avr_register_io_write(avr, GPIOR2, on_character, NULL);
    avr_register_io_write(avr, GPIOR0, on_exit_code, NULL);
    avr_register_io_write(avr, GPIOR1, on_delay, NULL);
    avr_int_vector_t *const vector = find_vector(avr, INT0);
    while (exit_code < 0) {
        if (countdown != 0 && --countdown == 0) {
            avr_raise_interrupt(avr, vector);
        }
        if (!step(avr)) {
            return 2;
        }
    }
    return write_places(argv[2]) ? exit_code : 2;
}
