// SPDX-License-Identifier: MIT
// bench.c - the measured program: every operation of one pool in every state that its code tells apart.
//
// A row is a name and two lanes, A and B; bench.py knows which operations they are. The result of each
// operation
// is checked, outside the marks.
#include "workload.h"

enum { N = BENCH_SLOTS, PAIRS = 64, CHURNS = 400, RUN = 4 };
static const uint32_t steady =
    UINT32_C(6) * N; // steps of churn that are not counted: until then the low words fill up

static struct object *held[N] BENCH_FAR;

MEASURED struct object *acquire(void)
{
    BENCH_BEGIN();
    struct object *object = subject_acquire();
    BENCH_USE(object);
    BENCH_END_A();
    return object;
}

MEASURED void release(struct object *object)
{
    BENCH_BEGIN();
    subject_release(object);
    BENCH_END_B();
}

static struct object *checked_acquire(void)
{
    struct object *const object = acquire();
    if (object == NULL) {
        errors++;
        rig_exit(8);
    }
    object->body.value = 1;
    return object;
}

static void fill(void)
{
    for (unsigned k = 0; k < N; k++) {
        held[k] = checked_acquire();
    }
}

static void release_from(unsigned from)
{
    for (unsigned k = from; k < N; k++) {
        release(held[k]);
    }
}

static void release_every_other(unsigned first)
{
    for (unsigned k = first; k < N; k += 2) {
        release(held[k]);
    }
}

static void release_every_other_down(unsigned last)
{
    for (unsigned k = last; k < N; k -= 2) { // ends below 0, which is above N
        release(held[k]);
    }
}

static void shuffle(void)
{
    for (unsigned k = N - 1; k > 0; k--) {
        const unsigned other = chance(k + 1);
        struct object *const object = held[k];
        held[k] = held[other];
        held[other] = object;
    }
}

MEASURED void do_nothing(void)
{
    BENCH_BEGIN();
    BENCH_END_A();
}

static void measure_pairs(void)
{
    do_nothing();
    row("empty");
    for (unsigned k = 0; k < PAIRS; k++) {
        release(checked_acquire());
    }
    row("pair");
    fill();
    release_from(0);
    row("fill");
    fill();
    row("-");
#if !defined(SUBJECT_MALLOC) // a heap has no capacity
    for (unsigned k = 0; k < 4; k++) {
        errors += acquire() != NULL;
    }
    row("refused");
#endif
    release_from(0);
    row("-");
}

static void churn(unsigned live, uint32_t steps)
{
    for (uint32_t k = 0; k < steps; k++) {
        const unsigned which = chance(live);
        release(held[which]);
        held[which] = checked_acquire();
    }
}

static void measure_churn(void)
{
    const unsigned live = N * 3u / 4u;
    fill();
    shuffle();
    release_from(live);
    churn(live, steady);
    row("-");
    churn(live, CHURNS);
    row("churn");
    for (unsigned k = 0; k < live; k++) {
        release(held[k]);
    }
    row("-");
}

static void measure_worst(void)
{
    const unsigned even = (N - 1u) & ~1u, odd = (N - 2u) | 1u;
    fill();
    for (unsigned k = 0; k < N; k++) {
        release(held[k]);
        held[k] = checked_acquire();
    }
    for (unsigned k = N; k-- != 0;) {
        release(held[k]);
        held[k] = checked_acquire();
    }
    release_every_other(0);
    release_every_other(1);
    fill();
    release_every_other_down(even);
    release_every_other_down(odd);
    fill();
    for (unsigned k = N; k-- != 0;) {
        release(held[k]);
    }
    fill();
    shuffle();
    release_from(0);
    fill();
    release_every_other(0);
    for (unsigned k = 0; k < N; k += 2) {
        held[k] = checked_acquire();
    }
    release_every_other(1);
    release_every_other_down(even);
    row("worst");
}

#if defined(SUBJECT_FOREACH)
MEASURED unsigned walk(void)
{
    unsigned sum = 0;
    BENCH_BEGIN();
    SUBJECT_FOREACH(it)
    {
        sum += it->body.value;
    }
    BENCH_USE(sum);
    BENCH_END_A();
    return sum;
}

static void measure_walks(void)
{
    static const char *const names[] = {"walk 10", "walk 25", "walk 50", "walk 75", "walk 100"};
    static const uint8_t percents[] = {10, 25, 50, 75, 100};
    for (unsigned k = 0; k < 5; k++) {
        const unsigned live = (unsigned)((uint32_t)N * percents[k] / 100u);
        fill();
        shuffle();
        release_from(live);
        row("-");
        errors += walk() != live;
        row(names[k]);
        for (unsigned j = 0; j < live; j++) {
            release(held[j]);
        }
        row("-");
    }
}
#else
static void measure_walks(void)
{
}
#endif

#if defined(SUBJECT_HUTCH)
#    include "bench_hutch.h"
#else
static void measure_others(void)
{
}
#endif

int main(void)
{
    subject_start();
    measure_pairs();
    measure_churn();
    measure_worst();
    measure_walks();
    measure_others();
    rig_exit(errors != 0);
    return 0;
}
