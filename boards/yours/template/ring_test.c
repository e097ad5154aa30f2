// SPDX-License-Identifier: MIT
// ring_test.c - five tests that print TAP: a program for this machine or for any board. A framework that
// prints with putchar does as well.
#include "ring.h"

int putchar(int c);

static int failed, number;

static void result(bool passed, const char *sentence)
{
    failed += !passed;
    for (const char *c = passed ? "ok " : "not ok "; *c != '\0'; c++) {
        putchar(*c);
    }
    putchar('0' + ++number);
    putchar(' ');
    while (*sentence != '\0') {
        putchar(*sentence++);
    }
    putchar('\n');
}

int main(void)
{
    unsigned char byte = 1;
    result(!ring_take(&byte) && byte == 1, "an empty ring gives nothing");
    result(ring_put(7) && ring_take(&byte) && byte == 7, "what is put is taken");
    unsigned char put = 0;
    while (put < 100 && ring_put(put)) {
        put++;
    }
    result(put == RING_BYTES, "a full ring takes nothing more");
    unsigned char taken = 0;
    while (ring_take(&byte) && byte == taken) {
        taken++;
    }
    result(taken == RING_BYTES, "the bytes come in their order");
    unsigned turns = 0;
    while (turns < 1000 && ring_put((unsigned char)turns) && ring_take(&byte) &&
           byte == (unsigned char)turns) {
        turns++;
    }
    result(turns == 1000, "counts come round");
    return failed;
}
