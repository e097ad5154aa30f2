// SPDX-License-Identifier: MIT
// bugs.c - a program that has the bug whose name it is given. ../README.md says which build of it finds that.
#include "hutch/hutch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bullet {
    int x[4];
};
HUTCH_POOL(bullets, struct bullet, 8);

static void put(char c, void *unused)
{
    (void)unused;
    putc(c, stderr);
}

// A program that has tests fails at the first fault.
HUTCH_ON_FAULT(fault)
{
    hutch_fault_print(fault, put, NULL);
    exit(1);
}

static volatile int seen;

static void none(void)
{
    bullets_release(bullets_acquire());
}

static void foreign_pointer(void)
{
    struct bullet bullet;
    bullets_release(&bullet);
}

static void double_release(void)
{
    struct bullet *bullet = bullets_acquire();
    bullets_release(bullet);
    bullets_release(bullet);
}

static void write_after_release(void)
{
    struct bullet *bullet = bullets_acquire();
    bullets_release(bullet);
    bullet->x[0] = 7;
}

static void read_after_release(void)
{
    struct bullet *bullet = bullets_acquire();
    bullet->x[0] = 7;
    bullets_release(bullet);
    seen = bullet->x[0];
}

static void overrun(void)
{
    struct bullet *bullet = bullets_acquire();
    volatile int *x = bullet->x;
    x[4] = 7;
    bullets_release(bullet);
}

static void *fire(void *unused)
{
    for (int k = 0; k < 1000; k++) {
        (void)!bullets_acquire();
        bullets_clear();
    }
    return unused;
}

// The pool has no lock.
static void race(void)
{
    pthread_t other;
    pthread_create(&other, NULL, fire, NULL);
    fire(NULL);
    pthread_join(other, NULL);
}

static const struct bug {
    const char *name;
    void (*run)(void);
} bugs[] = {
    {"none", none},
    {"foreign_pointer", foreign_pointer},
    {"double_release", double_release},
    {"write_after_release", write_after_release},
    {"read_after_release", read_after_release},
    {"overrun", overrun},
    {"race", race},
};

int main(int count, char **words)
{
    for (unsigned k = 0; count == 2 && k < sizeof(bugs) / sizeof(bugs[0]); k++) {
        if (strcmp(words[1], bugs[k].name) == 0) {
            bugs[k].run();
            return hutch_check(&bullets_pool) ? 0 : 1;
        }
    }
    return 2;
}
