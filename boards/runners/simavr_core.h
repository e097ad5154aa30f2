// SPDX-License-Identifier: MIT
// simavr_core.h - starts libsimavr with a program: what every program that runs on it begins with.
#ifndef HUTCH_SIMAVR_CORE_H
#define HUTCH_SIMAVR_CORE_H

#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>

#include <stdbool.h>

/// Loads a program into a CPU. Errors of libsimavr go to standard error.
/// @param  firmware  receives the sizes of the program's parts
/// @return NULL when there is no such CPU, or no such program
avr_t *simavr_core_start(const char *cpu, uint32_t hertz, const char *path, elf_firmware_t *firmware);

/// Runs one instruction.
/// @return false when the CPU has stopped for good
bool simavr_core_step(avr_t *avr);

#endif
