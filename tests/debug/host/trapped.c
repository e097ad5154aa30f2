// SPDX-License-Identifier: MIT
// trapped.c - one misuse by a raw pointer, named by the first argument: what a sanitizer, Valgrind or fence
// mode must stop at the very instruction.

#include "hutch/hutch.h"
#include "hutch/runs.h"

#include <stdio.h>
#include <string.h>

enum { rabbits_max = 4 };
struct rabbit {
    int x, y;
    char name[20];
};
HUTCH_POOL(rabbits, struct rabbit, rabbits_max);
HUTCH_POOL_RUNS(tiles, struct rabbit, 8);

// Not inlined, so that reports name them.
__attribute__((noinline)) struct rabbit *rabbit_spawn(void);
__attribute__((noinline)) struct rabbit *rabbit_spawn(void)
{
    struct rabbit *const rabbit = rabbits_acquire();
    if (rabbit != NULL) {
        memset(rabbit, 0, sizeof *rabbit);
    }
    return rabbit;
}

__attribute__((noinline)) bool rabbit_die(const struct rabbit *rabbit);
__attribute__((noinline)) bool rabbit_die(const struct rabbit *rabbit)
{
    return rabbits_release(rabbit);
}

// Every slot is used again many times; in fence mode no address ever comes twice.
static int reuse(void)
{
    static const struct rabbit *seen[100 * rabbits_max];
    unsigned count = 0;
    for (unsigned round = 0; round < 100; round++) {
        for (unsigned i = 0; i < rabbits_max; i++) {
            const struct rabbit *const rabbit = rabbit_spawn();
            for (unsigned k = 0; k < count; k++) {
                if (seen[k] == rabbit) {
                    return 7;
                }
            }
            seen[count++] = rabbit;
        }
        rabbits_clear();
    }
    return hutch_check(&rabbits_pool) ? 0 : 1;
}

// A run is an array in every build; `what` may write into it after its release, or behind it.
static void use_run(const char *what)
{
    struct rabbit *const run = tiles_acquire_run(3), *const last = tiles_acquire_run(5);
    memset(run, 1, 3 * sizeof *run);
    memset(last, 1, 5 * sizeof *last);
    if (!hutch_check(&tiles_pool) || tiles_index(&run[2]) != tiles_index(run) + 2) {
        printf("a run is no array here\n");
    }
    if (strcmp(what, "run overrun") == 0) {
        ((volatile char *)last)[5 * sizeof *last] = 2;
    }
    tiles_release_run(run, 3);
    tiles_release_run(last, 5);
    if (strcmp(what, "run write") == 0) {
        ((volatile struct rabbit *)run)[2].y = 1;
    }
    hutch_check(&tiles_pool);
}

int main(int argc, char **argv)
{
    const char *const what = argc > 1 ? argv[1] : "nothing";
    struct rabbit *const rabbit = rabbit_spawn();
    volatile char *const bytes = (volatile char *)rabbit;
    volatile char sink = 0;
    if (strcmp(what, "reuse") == 0) {
        rabbit_die(rabbit);
        return reuse();
    }
    use_run(what);
    if (strcmp(what, "overrun") == 0) {
        bytes[sizeof *rabbit] = 1;
    } else if (strcmp(what, "underrun") == 0) {
        bytes[-1] = 1;
    }
    rabbit_die(rabbit);
    if (strcmp(what, "read") == 0) {
        sink = bytes[4];
    } else if (strcmp(what, "write") == 0) {
        bytes[4] = 1;
    } else if (strcmp(what, "late") == 0) {
        for (unsigned i = 0; i < 3 * rabbits_max; i++) {
            rabbit_die(rabbit_spawn());
        }
        sink = bytes[4];
    } else if (strcmp(what, "double") == 0) {
        rabbit_die(rabbit);
    }
    (void)sink;
    printf("not stopped\n");
    return 0;
}
