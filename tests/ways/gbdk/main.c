// SPDX-License-Identifier: MIT
// main.c - a program for the Game Boy.
#include "hutch/hutch.h"

struct rabbit {
    int x;
};
HUTCH_POOL(rabbits, struct rabbit, 8);

void main(void)
{
    struct rabbit *const rabbit = rabbits_acquire();
    rabbit->x = 1;
    rabbits_release(rabbit);
}
