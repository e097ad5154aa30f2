// SPDX-License-Identifier: MIT
// plain_calls.c - what sdcc.py times by cycles.c: calls of plain pools with a few slots and with the most.
#include "hutch/hutch.h"

struct bullet {
    unsigned char x, y, dx, dy, kind;
};

HUTCH_POOL(few, struct bullet, 10);
HUTCH_POOL(two_words, struct bullet, 16);
HUTCH_POOL(most, struct bullet, 24);
HUTCH_POOL_LOCKED(locked, struct bullet, 24);
unsigned char seen;

void timed_return(void)
{
}

struct bullet *timed_acquire(void)
{
    return most_acquire();
}

bool timed_release(struct bullet *bullet)
{
    return most_release(bullet);
}

struct bullet *timed_locked_acquire(void)
{
    return locked_acquire();
}

bool timed_locked_release(struct bullet *bullet)
{
    return locked_release(bullet);
}

struct bullet *timed_at(unsigned char index)
{
    return most_at(index);
}

bool timed_is_live_at(unsigned char index)
{
    return most_is_live_at(index);
}

unsigned timed_live(void)
{
    return few_live();
}

void timed_walk_of_16(void)
{
    HUTCH_FOREACH (struct bullet, bullet, two_words) {
        seen++;
    }
}

void timed_walk_of_24(void)
{
    HUTCH_FOREACH (struct bullet, bullet, most) {
        seen++;
    }
}

void timed_body(void)
{
    seen++;
}

void done(void)
{
}

void main(void)
{
    unsigned char i;
    timed_return();
    timed_body();
    for (i = 0; i < 10; i++) {
        few_acquire();
    }
    for (i = 0; i < 16; i++) {
        two_words_acquire();
    }
    for (i = 0; i < 24; i++) {
        timed_acquire();
        timed_locked_acquire();
    }
    timed_live();
    timed_walk_of_16();
    timed_walk_of_24();
    HUTCH_FOREACH (struct bullet, bullet, few) {
        seen++;
    }
    for (i = 0; i < 24; i++) {
        timed_at(i);
        timed_is_live_at(i);
        timed_release(most_at(i));
        timed_locked_release(locked_at(i));
    }
    done();
}
