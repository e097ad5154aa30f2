// SPDX-License-Identifier: MIT
// hutch_fault_print.c - prints a fault as one line of text; linked only if it is called. In a debug build:
//
//   hutch: rabbits[7]: DOUBLE_RELEASE: the slot is already free; address 0x20000130; called from 0x124;
//   acquired at 0x80 tick 12; last released at 0xc4 tick 40
//
// A release build prints no call sites and no ticks; a debug build with HUTCH_CFG_NOTES 0 neither, and only
// the number of the code: the texts take 2.5 KiB.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/core/fault.h"
#include "hutch_debug_pool.h"

struct fault_output {
    void (*put_char)(char c, void *context);
    void *context;
};

static void print_text(const struct fault_output *out, const char *text)
{
    while (*text != '\0') {
        out->put_char(*text++, out->context);
    }
}

// `value` is not 0: the callers omit what is NULL.
static void print_hex(const struct fault_output *out, uintptr_t value)
{
    bool has_begun = false;
    print_text(out, "0x");
    for (unsigned left = sizeof(value) * 2u; left != 0; left--) {
        const uint8_t digit = (uint8_t)(value >> (sizeof(value) * 8u - 4u));
        value = (uintptr_t)(value << 4);
        if (digit != 0 || has_begun) {
            has_begun = true;
            out->put_char((char)(digit < 10 ? '0' + digit : 'a' + digit - 10), out->context);
        }
    }
}

#if HUTCH_CFG_NAMES
// What is printed in decimal: slots, codes and counts; with notes ticks, too.
#    if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_NOTES
typedef unsigned long decimal_t;
#    else
typedef unsigned decimal_t;
#    endif

static void print_decimal(const struct fault_output *out, decimal_t value)
{
    char digits[20];
    unsigned count = 0;
    do { // by subtraction: a division is a library call on small CPUs
        decimal_t tens = 0, rest = value;
        decimal_t step = (decimal_t)-1 / 16 * 10 + 10; // 10 times a power of two, at most 10/16 of the range
        for (; step >= 10; step >>= 1) {
            tens <<= 1;
            if (rest >= step) {
                rest -= step;
                tens++;
            }
        }
        digits[count++] = (char)('0' + (char)rest);
        value = tens;
    } while (value != 0);
    while (count > 0) {
        out->put_char(digits[--count], out->context);
    }
}

static void print_slot(const struct fault_output *out, const struct hutch_fault *fault)
{
    print_text(out, fault->pool);
    if (fault->index != HUTCH_NONE) {
        print_text(out, "[");
        print_decimal(out, fault->index);
        print_text(out, "]");
    }
    print_text(out, ": ");
}
#else
static void print_slot(const struct fault_output *out, const struct hutch_fault *fault)
{
    (void)out;
    (void)fault;
}
#endif

#if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_NOTES
static void print_site(const struct fault_output *out, const char *what, const void *site)
{
    if (site != NULL) {
        print_text(out, what);
        print_hex(out, (uintptr_t)site);
    }
}

static bool is_same(const char *one, const char *other)
{
    while (*one != '\0' && *one == *other) {
        one++;
        other++;
    }
    return *one == *other;
}

static void print_history(const struct fault_output *out, const struct hutch_fault *fault)
{
    print_site(out, "; called from ", fault->caller);
    if (fault->other_pool != NULL) {
        print_text(out, "; it is of pool ");
        print_text(out, fault->other_pool);
        if (is_same(fault->pool, fault->other_pool)) {
            print_text(out, ", too: HUTCH_POOL makes a pool for each file, use HUTCH_POOL_DECLARE");
        }
    }
    if (fault->note != NULL && fault->note->acquired_by != NULL) {
        print_site(out, "; acquired at ", fault->note->acquired_by);
        print_text(out, " tick ");
        print_decimal(out, fault->note->acquired_at);
    }
    if (fault->note != NULL && fault->note->released_by != NULL) {
        print_site(out, "; last released at ", fault->note->released_by);
        print_text(out, " tick ");
        print_decimal(out, fault->note->released_at);
    }
}
#else
static void print_history(const struct fault_output *out, const struct hutch_fault *fault)
{
    (void)out;
    (void)fault;
}
#endif

static void print_code(const struct fault_output *out, unsigned code)
{
#if HUTCH_CFG_NOTES
    print_text(out, hutch_fault_text(code));
#else
    print_text(out, "fault ");
    print_decimal(out, code);
#endif
}

void hutch_fault_print(const struct hutch_fault *fault, void (*put_char)(char c, void *context),
                       void *context)
{
    const struct fault_output out = {put_char, context};
    print_text(&out, "hutch: ");
    print_slot(&out, fault);
    print_code(&out, fault->code);
    if (fault->address != NULL) {
        print_text(&out, "; address ");
        print_hex(&out, (uintptr_t)fault->address);
    }
    print_history(&out, fault);
    print_text(&out, "\n");
}

#if HAS_SINK
void hutch_fault_print_count(unsigned count, void (*put_char)(char c, void *context), void *context)
{
    const struct fault_output out = {put_char, context};
    print_text(&out, "hutch: this fault came ");
    print_decimal(&out, count);
    print_text(&out, HUTCH_CFG_CHECK >= 2 ? " times from that call\n" : " times\n");
}
#endif
