// SPDX-License-Identifier: MIT
// main.c - a program that has hutch as two files beside it.
#include "hutch.h"

struct rabbit {
    int x;
};
HUTCH_POOL(rabbits, struct rabbit, 40);
HUTCH_POOL(shots, struct rabbit, 8, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));

int main(void)
{
    struct rabbit *const first = rabbits_acquire();
    struct rabbit *const shot = shots_acquire();
    int sum = 0;
    first->x = 1;
    shot->x = 2;
    HUTCH_FOREACH (struct rabbit, it, rabbits) {
        sum += it->x;
    }
    sum += shots_release(shot) ? 4 : 0;
    sum += rabbits_release(first) && !rabbits_release(first) ? 8 : 0; // the second one is a fault
    return sum == 13 && rabbits_live() == 0 ? 0 : 1;
}
