// SPDX-License-Identifier: MIT
// hutch_report_live.c - prints the live objects of a pool, one line each; linked only if it is called.
//
//   packets[3] 0x20000130 acquired at 0x80, 28 ticks ago           debug builds with HUTCH_CFG_NOTES
//   packets[3] 0x20000130 acquired at 0x80 by radio, 28 ticks ago  and a port with HUTCH_PORT_WHO
//   packets[3] 0x20000130                                          all others
//   voices[2]                                                      a pool of numbers has no addresses

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/core/debug.h"
#include "hutch/core/generic.h"
#include "hutch/core/pool.h"
#include "hutch/report.h"

struct live_output {
    void (*put_char)(char c, void *context);
    void *context;
};

static void live_text(const struct live_output *out, const char *text)
{
    while (*text != '\0') {
        out->put_char(*text++, out->context);
    }
}

static void live_address(const struct live_output *out, uintptr_t value)
{
    bool has_begun = false;
    live_text(out, "0x");
    for (unsigned left = sizeof(value) * 2u; left != 0; left--) {
        const uint8_t digit = (uint8_t)(value >> (sizeof(value) * 8u - 4u));
        value = (uintptr_t)(value << 4);
        has_begun = has_begun || digit != 0 || left == 1;
        if (has_begun) {
            out->put_char((char)(digit < 10 ? '0' + digit : 'a' + digit - 10), out->context);
        }
    }
}

// By subtraction: a division by ten is a library call on small CPUs.
static void live_number(const struct live_output *out, unsigned long value)
{
    static const unsigned long tens[] = {1000000000UL, 100000000UL, 10000000UL, 1000000UL, 100000UL,
                                         10000UL,      1000UL,      100UL,      10UL,      1UL};
    unsigned i = 0;
    while (value < tens[i] && tens[i] != 1UL) {
        i++;
    }
    for (; i < sizeof tens / sizeof tens[0]; i++) {
        char digit = '0';
        while (value >= tens[i] && digit < '9') { // all nines when it is longer
            value -= tens[i];
            digit++;
        }
        out->put_char(digit, out->context);
    }
}

#if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_NOTES
static void live_history(const struct live_output *out, const struct hutch_note *note, unsigned long now)
{
    if (note->acquired_by != NULL) {
        live_text(out, " acquired at ");
        live_address(out, (uintptr_t)note->acquired_by);
#    ifdef HUTCH_PORT_WHO
        if (note->task[0] != '\0') {
            live_text(out, " by ");
            live_text(out, note->task);
        }
#    endif
        live_text(out, ",");
    }
    live_text(out, " ");
    live_number(out, now - note->acquired_at);
    live_text(out, " ticks ago");
}
#endif

void hutch_report_live(const struct hutch_pool *pool, void (*put_char)(char c, void *context), void *context)
{
    const struct live_output out = {put_char, context};
    for (unsigned i = hutch_next_index_(pool, 0); i != HUTCH_NONE; i = hutch_next_index_(pool, i + 1)) {
        live_text(&out, pool->identity->name);
        live_text(&out, "[");
        live_number(&out, i);
        live_text(&out, "]");
        if (pool->slots != NULL) {
            live_text(&out, " ");
            live_address(&out, (uintptr_t)hutch_at(pool, i));
        }
#if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_NOTES
        live_history(&out, &pool->notes[i], hutch_tick());
#endif
        live_text(&out, "\n");
    }
}
