// SPDX-License-Identifier: MIT
// hutch_snapshot.c - prints the state of the pools, one short line each, for the tools in src/tools.
//
//   $pool rabbits 2DF A 7 2A 713*5E
//
// Name, live slots, capacity, peak, refused, tick. Numbers are hexadecimal: a digit is a shift, a decimal
// digit would be a division. A digit of the live slots is four slots; slot 0 is the lowest bit of the last
// digit. After `*` comes the exclusive or of all characters between `$` and `*`, as in NMEA 0183, so that a
// reader can skip lines that a serial port has damaged.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/core/generic.h"
#include "hutch/core/pool.h"
#include "hutch/report.h"
#include "hutch/stats.h"

struct snapshot_output {
    void (*put_char)(char c, void *context);
    void *context;
    uint8_t check;
};

static void snapshot_put(struct snapshot_output *out, char c)
{
    out->check = (uint8_t)(out->check ^ (uint8_t)c);
    out->put_char(c, out->context);
}

static void snapshot_text(struct snapshot_output *out, const char *text)
{
    while (*text != '\0') {
        snapshot_put(out, *text++);
    }
}

static void snapshot_digit(struct snapshot_output *out, unsigned digit)
{
    snapshot_put(out, (char)(digit < 10u ? '0' + digit : 'A' + (digit - 10u)));
}

static void snapshot_number(struct snapshot_output *out, unsigned long value)
{
    unsigned digits = 1;
    for (unsigned long rest = value >> 4; rest != 0; rest >>= 4) {
        digits++;
    }
    snapshot_put(out, ' ');
    while (digits-- > 0) {
        snapshot_digit(out, (unsigned)(value >> (4u * digits)) & 15u);
    }
}

static void snapshot_live(struct snapshot_output *out, const struct hutch_pool *pool)
{
    const unsigned capacity = pool->capacity;
    unsigned k = HUTCH_LEAF_WORDS(capacity);
    unsigned digits = (capacity - (k - 1u) * HUTCH_WORD_BITS + 3u) / 4u; // of the last word
    while (k-- > 0) {
        const hutch_word_t word = HUTCH_LOAD(pool->live[k]);
        while (digits-- > 0) {
            snapshot_digit(out, (unsigned)(word >> (4u * digits)) & 15u);
        }
        digits = HUTCH_WORD_BITS / 4u;
    }
}

static void snapshot_pool(struct snapshot_output *out, const struct hutch_pool *pool, unsigned long tick)
{
    out->put_char('$', out->context);
    out->check = 0;
    snapshot_text(out, "pool ");
    snapshot_text(out, pool->identity->name);
    snapshot_put(out, ' ');
    snapshot_live(out, pool);
    snapshot_number(out, pool->capacity);
#if HUTCH_CFG_STATS
    snapshot_number(out, hutch_peak(pool));
    snapshot_number(out, hutch_refused(pool));
#else
    snapshot_text(out, " - -");
#endif
    snapshot_number(out, tick);
    const unsigned check = out->check;
    out->put_char('*', out->context);
    snapshot_digit(out, check >> 4);
    snapshot_digit(out, check & 15u);
    out->put_char('\n', out->context);
}

void hutch_snapshot(void (*put_char)(char c, void *context), void *context)
{
    struct snapshot_output out = {put_char, context, 0};
    const unsigned long tick = hutch_tick(); // the same in all lines of a snapshot
    const struct hutch_pool *pool;
    for (unsigned i = 0; (pool = hutch_listed_pool(i)) != NULL; i++) {
        snapshot_pool(&out, pool, tick);
    }
}
