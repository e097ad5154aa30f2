// SPDX-License-Identifier: MIT
// simavr_core.c - starts libsimavr with a program, and runs it by instructions.
#include "simavr_core.h"

#include <stdio.h>

static void say_errors(avr_t *avr, const int level, const char *format, va_list values)
{
    (void)avr;
    if (level == LOG_ERROR) {
        vfprintf(stderr, format, values);
    }
}

// Time passes for the CPU alone: it sleeps as many cycles as it shall, and the host none.
static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr, (void)cycles;
}

avr_t *simavr_core_start(const char *cpu, uint32_t hertz, const char *path, elf_firmware_t *firmware)
{
    avr_t *const avr = avr_make_mcu_by_name(cpu);

    avr_global_logger_set(say_errors);
    if (avr == NULL || elf_read_firmware(path, firmware) != 0) {
        return NULL;
    }
    if (avr_init(avr) != 0) {
        return NULL;
    }
    firmware->frequency = hertz;
    avr_load_firmware(avr, firmware);
    avr->frequency = hertz;
    avr->sleep = no_sleep;
    return avr;
}

bool simavr_core_step(avr_t *avr)
{
    const int state = avr_run(avr);

    if (state == cpu_Crashed) {
        fprintf(stderr, "the program crashed at %x\n", avr->pc);
    }
    return state != cpu_Crashed && state != cpu_Done;
}
