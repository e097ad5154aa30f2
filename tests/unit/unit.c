// SPDX-License-Identifier: MIT
// unit.c - counts claims and tests, and writes TAP by the board's one output function.

#include "unit.h"

enum { shown_max = 8 }; // failed claims of one test that are written out

static unsigned tests_run, tests_failed;
static unsigned claims_failed; // of the running test
static bool is_omitted;

void unit_put_text(const char *text)
{
    while (*text != '\0') {
        board_put_char(*text++);
    }
}

// By doubling and subtraction: a division is a library call on small CPUs.
static unsigned long tenth_of(unsigned long value)
{
    unsigned long tenth = 0;
    while (value >= 10) {
        unsigned long tens = 10, count = 1;
        while (tens <= value / 2) {
            tens *= 2;
            count *= 2;
        }
        value -= tens;
        tenth += count;
    }
    return tenth;
}

void unit_put_number(unsigned long value)
{
    char digits[20];
    unsigned count = 0;
    do {
        const unsigned long tenth = tenth_of(value);
        digits[count++] = (char)('0' + (char)(value - tenth * 10));
        value = tenth;
    } while (value != 0);
    while (count > 0) {
        board_put_char(digits[--count]);
    }
}

// Counts a failed claim. Of a test that fails in a loop only the first few are shown.
static bool is_shown(const char *file, unsigned line, const char *claim)
{
    claims_failed++;
    if (claims_failed > shown_max) {
        return false;
    }
    unit_put_text("# ");
    unit_put_text(file);
    board_put_char(':');
    unit_put_number(line);
    unit_put_text(": ");
    unit_put_text(claim);
    return true;
}

void unit_check(bool holds, const char *file, unsigned line, const char *claim)
{
    if (!holds && is_shown(file, line, claim)) {
        board_put_char('\n');
    }
}

void unit_check_equal(unsigned long got, unsigned long expected, const char *file, unsigned line,
                      const char *what)
{
    if (got != expected && is_shown(file, line, what)) {
        unit_put_text(" is ");
        unit_put_number(got);
        unit_put_text(", not ");
        unit_put_number(expected);
        board_put_char('\n');
    }
}

void unit_omit(void)
{
    is_omitted = true;
}

void unit_run(const struct unit_test *tests)
{
    for (; tests->run != NULL; tests++) {
        claims_failed = 0;
        is_omitted = false;
        unit_faults_forget();
#ifdef __unix__ // where tests/tools/tap.py stops a test that hangs, and names it
        unit_put_text("# running: ");
        unit_put_text(tests->name);
        board_put_char('\n');
#endif
        tests->run();
        CHECK_EQUAL(unit_faults.count, 0);
        if (is_omitted && claims_failed == 0) {
            continue;
        }
        tests_run++;
        if (claims_failed != 0) {
            tests_failed++;
            unit_put_text("not ");
        }
        unit_put_text("ok ");
        unit_put_number(tests_run);
        unit_put_text(" - ");
        unit_put_text(tests->name);
        board_put_char('\n');
    }
}

int unit_finish(void)
{
    unit_put_text("1..");
    unit_put_number(tests_run);
    board_put_char('\n');
    return tests_failed == 0 && tests_run != 0 ? 0 : 1;
}

unsigned unit_passed(void)
{
    return tests_run - tests_failed;
}

uint32_t unit_random(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x;
}

bool unit_same_text(const char *left, const char *right)
{
    while (*left == *right && *left != '\0') {
        left++;
        right++;
    }
    return *left == *right;
}
