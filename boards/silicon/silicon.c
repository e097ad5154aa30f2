// SPDX-License-Identifier: MIT
// silicon.c - unit tests, interrupts at random moments, cycles: is hutch right on this board? Ends in a line.
//
// hutch VERSION BOARD COMPILER pass TESTS landings N pair N cycles masked N DIGITS
//
// The landings are of tests/parallel/cores.c, on one core or two: program and interrupts share three pools
// and a queue, and each object knows its owner. `masked`: how much later than the soonest the latest
// interrupt came. DIGITS is the CRC-16 (CCITT, from 0) of what is before them, for src/tools/hutch-silicon.
#include "silicon.h"
#include "rig.h"
#include "unit.h"

#ifndef SPREAD
#    define SPREAD 1023
#endif
enum { SOONEST = 150, PAIRS = 64, LINE_MAX = 120 };

struct body {
    uint32_t words[6];
};

// `usual`: that of the bench. IS_DONE: before the counter is read again; SDCC moves nothing.
HUTCH_POOL(usual, struct body, HUTCH_WORD_BITS, .lock = HUTCH_LOCK_IRQ);
#ifdef __SDCC
#    define COMPILER "sdcc-"
#    define COMPILER_VERSION __SDCC_VERSION_MAJOR, __SDCC_VERSION_MINOR, __SDCC_VERSION_PATCH
#    define IS_DONE(kind, value)
#else
#    define COMPILER "gcc-"
#    define COMPILER_VERSION __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__
#    define IS_DONE(kind, value) __asm__ volatile("" : kind(value))
#endif

int unit_main(void);

static volatile bool is_over;
static struct {
    uint32_t landings, seed;
    unsigned least_late, most_late;
} volatile cores[CORES];

// ---- The machine of tests/parallel/rig.h; with two cores the board's file has the rest

#if CORES == 1
unsigned rig_core(void)
{
    return 0;
}

void rig_start_other(void)
{
}
#endif

void rig_start_timer(void)
{
    silicon_alarm(SOONEST);
}

void rig_print(const char *text)
{
    unit_put_text(text);
}

void rig_print_pair(const char *name, const volatile uint32_t *of_core)
{
    unit_put_text(name);
    board_put_char(' ');
    for (unsigned i = 0; i < CORES; i++) {
        unit_put_number(of_core[i]);
        board_put_char(' ');
    }
}

void silicon_interrupt(void)
{
    const unsigned late = silicon_late(), core = CORES == 1 ? 0 : rig_core(); // SDCC folds this one
    uint32_t seed = cores[core].seed + 1;
    if (cores[core].landings++ == 0 || late < cores[core].least_late) {
        cores[core].least_late = late;
    }
    if (late > cores[core].most_late) {
        cores[core].most_late = late;
    }
    rig_tick(core);
    if (!is_over) {
        silicon_alarm(SOONEST + ((unsigned)unit_random(&seed) & SPREAD));
        cores[core].seed = seed;
    }
}

// ---- Cycles

// Each in a function of its own, as the bench has them.
HUTCH_NOINLINE static uint16_t cycles_of_acquire(struct body **body)
{
    const uint16_t start = silicon_cycles();
    *body = usual_acquire();
    IS_DONE("+m", *body);
    return (uint16_t)(silicon_cycles() - start);
}

HUTCH_NOINLINE static uint16_t cycles_of_release(struct body *body)
{
    const uint16_t start = silicon_cycles();
    bool is_released = usual_release(body);
    IS_DONE("+r", is_released);
    return (uint16_t)(silicon_cycles() - start);
}

// The least of both, without what reading the counter takes: the last alarm may still come.
static unsigned cycles_of_pair(void)
{
    unsigned least = ~0u, least_empty = ~0u;
    for (unsigned i = 0; i < PAIRS; i++) {
        struct body *body;
        const unsigned acquire = cycles_of_acquire(&body), both = acquire + cycles_of_release(body);
        const uint16_t start = silicon_cycles(), empty = (uint16_t)(silicon_cycles() - start);
        least = both < least ? both : least;
        least_empty = empty < least_empty ? empty : least_empty;
    }
    return least - 2 * least_empty;
}

// ---- The line

static char line[LINE_MAX];
static unsigned length;

static void put_text(const char *text)
{
    while (*text != '\0' && length < LINE_MAX - 1) {
        line[length++] = *text++;
    }
}

static void put_number(const char *name, unsigned long number)
{
    char digits[21] = {0};
    unsigned at = sizeof digits - 1;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    put_text(name);
    put_text(digits + at);
}

static void put_check(void)
{
    unsigned crc = 0;
    for (unsigned i = 0; i < length; i++) {
        crc ^= (unsigned)(uint8_t)line[i] << 8;
        for (unsigned bit = 0; bit < 8; bit++) {
            crc = (crc << 1 ^ ((crc & 0x8000u) != 0 ? 0x1021u : 0u)) & 0xFFFFu;
        }
    }
    put_text(" ");
    for (unsigned shift = 16; shift > 0; shift -= 4) {
        const char digit[2] = {"0123456789abcdef"[crc >> (shift - 4) & 15u], '\0'};
        put_text(digit);
    }
}

void silicon_letters(const char *text, unsigned across,
                     void (*draw)(char letter, unsigned column, unsigned row))
{
    unsigned column = 0, row = 0;
    while (*text != '\0') {
        unsigned letters = 0;
        while (text[letters] != '\0' && text[letters] != ' ') {
            letters++;
        }
        if (column + letters > across) {
            column = 0;
            row++;
        }
        for (; letters > 0; letters--) {
            draw(*text++, column++, row);
        }
        for (; *text == ' '; text++) {
            column++;
        }
    }
}

#ifndef __SDCC // a board may have better
HUTCH_WEAK void silicon_show(const char *text)
{
    (void)text;
}
#endif

int main(void)
{
    const int of_units = unit_main();
    unit_faults_forget();
    const int of_landings = rig_main();
    is_over = true;
    const unsigned pair = cycles_of_pair();
    uint32_t landings = 0;
    unsigned masked = 0;
    for (unsigned i = 0; i < CORES; i++) {
        const unsigned span = cores[i].most_late - cores[i].least_late;
        landings += cores[i].landings;
        masked = span > masked ? span : masked;
    }
    const bool is_well = of_units == 0 && of_landings == 0 && unit_faults_forget() == 0;

    static const uint8_t version[] = {COMPILER_VERSION};
    put_text("hutch " HUTCH_VERSION_TEXT " " SILICON_BOARD " " COMPILER);
    for (unsigned i = 0; i < 3; i++) {
        put_number(i == 0 ? "" : ".", version[i]);
    }
    put_number(is_well ? " pass " : " fail ", unit_passed());
    put_number(" landings ", landings);
    put_number(" pair ", pair);
    put_number(" cycles masked ", masked);
    put_check();
    unit_put_text(line);
    board_put_char('\n');
    silicon_show(line);
    board_exit(is_well ? 0 : 1);
    return 0;
}
