// SPDX-License-Identifier: MIT
// options.h - what the linker tells a program: numbers as addresses, so that programs share their objects.
#ifndef SWEEP_OPTIONS_H
#define SWEEP_OPTIONS_H

#include <stdint.h>

// The compiler takes an address for one that is not 0: yes is 2, no is 1.
extern const char sweep_pattern_first[], sweep_pattern_step[], sweep_wrong_max[], sweep_quiet[],
    sweep_outer[], sweep_seed[];

#define SWEEP_OPTION(symbol) ((unsigned)(uintptr_t)(symbol))
#define SWEEP_PATTERN_FIRST (SWEEP_OPTION(sweep_pattern_first) - 1u)
#define SWEEP_PATTERN_STEP SWEEP_OPTION(sweep_pattern_step) // every how manieth pattern
#define SWEEP_WRONG_MAX SWEEP_OPTION(sweep_wrong_max)       // wrong outcomes before it gives up
#define SWEEP_HAS_OUTER (SWEEP_OPTION(sweep_outer) == 2)    // also with a caller that masks itself
#define SWEEP_SEED (SWEEP_OPTION(sweep_seed) - 1u)          // which of SEED_WRAPPED, see seeds.h
#define SWEEP_IS_QUIET (SWEEP_OPTION(sweep_quiet) == 2)     // no interrupts: shows what runs without them

#endif
