// SPDX-License-Identifier: MIT
// lanes.h - what the runners keep of a measured program: two lanes of figures between the marks of mark.h.
//
// Each NEXT prints a line: "= n sum min max masked" for lane A, then the same five for lane B. `masked` is
// the longest stretch between the instruction that masks interrupts and the one that unmasks.
#ifndef HUTCH_RUNNER_LANES_H
#define HUTCH_RUNNER_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum mark { MARK_NONE, MARK_BEGIN, MARK_END_A, MARK_END_B, MARK_NEXT };

struct lane {
    unsigned long long n, sum, least, most, masked;
};

static FILE *lanes_out; // NULL: standard output
static struct lane lanes[2];
static bool is_counting, is_masked;
static uint64_t began, masked_since, longest;

/// The mark that an instruction is; BEGIN is `first`, each of the other three `step` above the one before.
static enum mark mark_of(uint32_t code, uint32_t first, uint32_t step)
{
    const uint32_t above = code - first;
    return above % step == 0 && above / step < 4 ? (enum mark)(MARK_BEGIN + (int)(above / step)) : MARK_NONE;
}

/// After every instruction: is the CPU masking interrupts now?
static void lanes_mask(bool masks, uint64_t now)
{
    if (masks && !is_masked) {
        masked_since = now;
    } else if (!masks && is_masked && now - masked_since > longest) {
        longest = now - masked_since;
    }
    is_masked = masks;
}

/// BEGIN: just after its mark; the ends: just before theirs.
static void lanes_mark(enum mark mark, uint64_t now)
{
    if (mark == MARK_BEGIN) {
        is_counting = true;
        began = now;
        longest = 0;
    } else if (mark == MARK_NEXT) {
        FILE *const out = lanes_out != NULL ? lanes_out : stdout;
        fprintf(out, "=");
        for (int k = 0; k < 2; k++) {
            fprintf(out, " %llu %llu %llu %llu %llu", lanes[k].n, lanes[k].sum, lanes[k].least, lanes[k].most,
                    lanes[k].masked);
        }
        fprintf(out, "\n");
        fflush(out);
        memset(lanes, 0, sizeof lanes);
    } else if (is_counting) {
        struct lane *const lane = &lanes[mark == MARK_END_B];
        const uint64_t cycles = now - began;
        is_counting = false;
        lane->n++;
        lane->sum += cycles;
        lane->least = lane->n == 1 || cycles < lane->least ? cycles : lane->least;
        lane->most = cycles > lane->most ? cycles : lane->most;
        lane->masked = longest > lane->masked ? longest : lane->masked;
    }
}

#endif
