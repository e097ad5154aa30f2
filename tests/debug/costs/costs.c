// SPDX-License-Identifier: MIT
// costs.c - what a typical acquire, release and check of a whole pool cost, or with SNAPSHOT hutch_snapshot,
// counted by the bench's marks. The build says what the pool is like.

#include "hutch/hutch.h"
#include "hutch/report.h"
#include "mark.h"
#include "rig.h"

#if OBJECT_BYTES == 0
HUTCH_POOL_IDS(things, SLOTS);
typedef int thing;
#else
struct object {
    uint8_t bytes[OBJECT_BYTES];
};
HUTCH_POOL(things, struct object, SLOTS);
typedef struct object *thing;
#endif

static void row(const char *name)
{
    while (*name != '\0') {
        rig_put_char(*name++);
    }
    BENCH_NEXT();
}

#ifdef SNAPSHOT
HUTCH_POOL_LIST(&things_pool);

static unsigned written;

static void count(char c, void *context)
{
    (void)c;
    (void)context;
    written++;
}

// The second row is as many calls of put_char, which are the program's own.
static bool measure(void)
{
    BENCH_BEGIN();
    hutch_snapshot(count, NULL);
    BENCH_END_A();
    row("> snapshot\n");
    void (*volatile put_char)(char c, void *context) = count;
    const unsigned length = written;
    for (unsigned i = 0; i < length; i++) {
        BENCH_BEGIN();
        put_char('x', NULL);
        BENCH_END_B();
    }
    row("> put_char\n");
    return true;
}
#else
static bool measure(void)
{
    BENCH_BEGIN();
    thing one = things_acquire();
    BENCH_USE(one);
    BENCH_END_A();
    BENCH_BEGIN();
    bool is_released = things_release(one);
    BENCH_USE(is_released);
    BENCH_END_B();
    row("> acquire, release\n");
    BENCH_BEGIN();
    bool is_sound = hutch_check(&things_pool);
    BENCH_USE(is_sound);
    BENCH_END_A();
    row("> check\n");
    return is_released && is_sound;
}
#endif

int main(void)
{
    for (int i = 0; i < SLOTS / 2; i++) { // the first use sets the pool up; half full is typical
        (void)!things_acquire();
    }
    rig_exit(measure() ? 0 : 1);
    return 0;
}
