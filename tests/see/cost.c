// SPDX-License-Identifier: MIT
// cost.c - what hutch_snapshot costs, counted by the bench's marks; a program for each pool.
#include "hutch/hutch.h"
#include "hutch/report.h"
#include "mark.h"
#include "rig.h"

struct rabbit {
    int x, y;
};
HUTCH_POOL(rabbits, struct rabbit, SLOTS);
HUTCH_POOL_LIST(&rabbits_pool);

static unsigned written;

static void count(char c, void *context)
{
    (void)c;
    (void)context;
    written++;
}

static void print(const char *text)
{
    while (*text != '\0') {
        rig_put_char(*text++);
    }
}

// The first row is the snapshot; the second is as many calls of put_char, which are the program's own.
int main(void)
{
    for (unsigned i = 0; i < SLOTS / 2; i++) {
        (void)!rabbits_acquire();
    }
    BENCH_BEGIN();
    hutch_snapshot(count, NULL);
    BENCH_END_A();
    print("> snapshot\n");
    BENCH_NEXT();
    void (*volatile put_char)(char c, void *context) = count;
    const unsigned length = written;
    for (unsigned i = 0; i < length; i++) {
        BENCH_BEGIN();
        put_char('x', NULL);
        BENCH_END_B();
    }
    print("> put_char\n");
    BENCH_NEXT();
    rig_exit(0);
    return 0;
}
