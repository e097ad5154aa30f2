// SPDX-License-Identifier: MIT
// sizes.c - the measured program of memory of three sizes: requests of 1 to 96 bytes, of pools or of a heap.
#include "workload.h"

enum { N = 34, SMALL = 24, MEDIUM = 8, PAIRS = 64, CHURNS = 2000 };

#if defined(SUBJECT_HUTCH)
HUTCH_POOL_BLOCKS(small, 16, SMALL, .lock = BENCH_LOCK);
HUTCH_POOL_BLOCKS(medium, 48, MEDIUM, .lock = BENCH_LOCK);
HUTCH_POOL_BLOCKS(large, 96, N - SMALL - MEDIUM, .lock = BENCH_LOCK);
HUTCH_SIZES(mem, small, medium, large);
HUTCH_SIZES_AS_MALLOC(mem);
#else
BENCH_FOLDED void *mem_malloc(size_t bytes)
{
    ENTER();
    void *const block = malloc(bytes);
    EXIT();
    return block;
}

BENCH_FOLDED void mem_free(void *block)
{
    ENTER();
    free(block);
    EXIT();
}
#endif

static void *held[N];

MEASURED void *acquire(size_t bytes)
{
    BENCH_BEGIN();
    void *block = mem_malloc(bytes);
    BENCH_USE(block);
    BENCH_END_A();
    errors += block == NULL;
    return block;
}

MEASURED void release(void *block)
{
    BENCH_BEGIN();
    mem_free(block);
    BENCH_END_B();
}

// As large as the requests of place k of `held` may be: no more of a size than its pool has blocks.
static size_t some_bytes(unsigned k)
{
    return k < SMALL ? 1 + chance(16) : k < SMALL + MEDIUM ? 17 + chance(32) : 49 + chance(48);
}

static void measure_pairs(size_t bytes, const char *name)
{
    for (unsigned k = 0; k < PAIRS; k++) {
        release(acquire(bytes));
    }
    row(name);
}

int main(void)
{
    subject_start();
    measure_pairs(16, "sizes 16");
    measure_pairs(48, "sizes 48");
    measure_pairs(96, "sizes 96");
    for (unsigned k = 0; k < N; k++) {
        held[k] = acquire(some_bytes(k));
    }
    for (unsigned k = 0; k < CHURNS; k++) {
        const unsigned which = chance(N);
        release(held[which]);
        held[which] = acquire(some_bytes(which));
    }
    row("sizes churn");
    rig_exit(errors != 0);
    return 0;
}
