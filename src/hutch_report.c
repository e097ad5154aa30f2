// SPDX-License-Identifier: MIT
// hutch_report.c - prints the table of pools through the program's own character output.
//
//   pool          live  peak   cap refused   bytes  slots
//   rabbits          7    10    10      42     164  ###.##.#..
//
// With HUTCH_CFG_STATS 2, four more columns before the strip, explained in stats.h: slots never used, longest
// idle time, time at the peak, suggested capacity.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/core/generic.h"
#include "hutch/core/pool.h"
#include "hutch/core/fault.h"
#include "hutch/report.h"
#include "hutch/stats.h"

enum { name_width_min = 12, strip_slots_max = 64 };

struct report_output {
    void (*put_char)(char c, void *context);
    void *context;
};

static void put(const struct report_output *out, char c)
{
    out->put_char(c, out->context);
}

static void put_text(const struct report_output *out, const char *text)
{
    while (*text != '\0') {
        put(out, *text++);
    }
}

static void put_spaces(const struct report_output *out, unsigned count)
{
    while (count-- > 0) {
        put(out, ' ');
    }
}

// Right-aligned. By subtraction: a division by ten is a library call on small CPUs.
static void put_number(const struct report_output *out, unsigned long value, unsigned width)
{
    static const unsigned long powers[] = {1000000000UL, 100000000UL, 10000000UL, 1000000UL, 100000UL,
                                           10000UL,      1000UL,      100UL,      10UL,      1UL};
    const unsigned digits_max = sizeof powers / sizeof powers[0];
    unsigned first = 0;
    while (first < digits_max - 1 && value < powers[first]) {
        first++;
    }
    if (digits_max - first < width) {
        put_spaces(out, width - (digits_max - first));
    }
    for (unsigned i = first; i < digits_max; i++) {
        char digit = '0';
        while (value >= powers[i] && digit < '9') { // all nines when it is longer
            value -= powers[i];
            digit++;
        }
        put(out, digit);
    }
}

#if HUTCH_CFG_STATS >= 2
#    define ADVICE_HEADS "  unused    idle at peak  suggest"
static void put_advice(const struct report_output *out, const struct hutch_pool *pool)
{
    struct hutch_advice advice;
    hutch_sizing(pool, &advice);
    put_number(out, advice.never_used, 8);
    put_number(out, advice.longest_idle, 8);
    put_number(out, advice.at_peak, 8);
    put_number(out, advice.suggested, 9);
}
#else
#    define ADVICE_HEADS ""
#    define put_advice(out, pool) ((void)0)
#endif

// The default handler is silent in a release build: nobody else would say that it was called. Where there are
// no weak references the line is left out, because hutch_fault.c would be linked for it.
#if HUTCH_GNU && defined(__ELF__)
static void put_faults(const struct report_output *out)
{
    const uint8_t *counts = hutch_fault_counts;
    unsigned faults = 0;
    HUTCH_HIDE(counts); // in one file with hutch_fault.c compilers know that it is there, and warn
    for (unsigned pair = 0; counts != NULL && pair < HUTCH_FAULT_CODES_END / 2; pair++) {
        faults += (counts[pair] & 15u) + ((unsigned)counts[pair] >> 4);
    }
    if (faults != 0) {
        put_text(out, "faults: ");
        put_number(out, faults, 0);
        put_text(out, " (default fault handler)\n");
    }
}
#else
#    define put_faults(out) ((void)0)
#endif

static unsigned length_of(const char *text)
{
    unsigned length = 0;
    while (text[length] != '\0') {
        length++;
    }
    return length;
}

static void put_name(const struct report_output *out, const char *name, unsigned width)
{
    put_text(out, name);
    put_spaces(out, width - length_of(name));
}

static void put_pool(const struct report_output *out, const struct hutch_pool *pool, unsigned name_width)
{
    const unsigned capacity = pool->capacity;
    const unsigned long words = HUTCH_BITMAP_WORDS(capacity);
    const unsigned long slot_bytes = pool->slots != NULL ? (unsigned long)pool->stride_bytes : 0UL;
    put_name(out, pool->identity->name, name_width);
    put_number(out, hutch_live(pool), 6);
#if HUTCH_CFG_STATS
    put_number(out, hutch_peak(pool), 6);
#else
    put_text(out, "     -");
#endif
    put_number(out, capacity, 6);
#if HUTCH_CFG_STATS
    put_number(out, hutch_refused(pool), 8);
#else
    put_text(out, "       -");
#endif
    put_number(out, capacity * slot_bytes + words * sizeof(hutch_word_t), 8);
    put_advice(out, pool);
    put_spaces(out, 2);
    for (unsigned i = 0; i < capacity && i < strip_slots_max; i++) {
        put(out, hutch_is_live_at(pool, i) ? '#' : '.');
    }
    put_text(out, capacity > strip_slots_max ? "...\n" : "\n");
}

void hutch_report(void (*put_char)(char c, void *context), void *context)
{
    const struct report_output out = {put_char, context};
    const struct hutch_pool *pool;
    unsigned name_width = name_width_min;
    for (unsigned i = 0; (pool = hutch_listed_pool(i)) != NULL; i++) {
        const unsigned length = length_of(pool->identity->name);
        name_width = length > name_width ? length : name_width;
    }
    put_name(&out, "pool", name_width);
    put_text(&out, "  live  peak   cap refused   bytes" ADVICE_HEADS "  slots\n");
    if (hutch_listed_pool(0) == NULL) {
        put_text(&out, HUTCH_CFG_REGISTER ? "(no pools, or their list was dropped: see HUTCH_CFG_REGISTER)\n"
                                          : "(no HUTCH_POOL_LIST)\n");
    }
    for (unsigned i = 0; (pool = hutch_listed_pool(i)) != NULL; i++) {
        put_pool(&out, pool, name_width);
    }
    put_faults(&out);
}
