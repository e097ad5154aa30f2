// SPDX-License-Identifier: MIT
// ring.c - a program that records what happens in its pools, and leaves the ring in a file.
//
// usage: ring FILE LIVES   after what ring_test.py names one by one, so many short lives
#include "hutch/hutch.h"
#include "hutch/report.h"

#include <stdio.h>
#include <stdlib.h>

HUTCH_POOL(packets, int, 3, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(a_name_longer_than_the_ring_keeps, int, 40);
HUTCH_POOL(unlisted, int, 4);
HUTCH_POOL_LIST(&packets_pool, &a_name_longer_than_the_ring_keeps_pool);

static unsigned long now;
unsigned long hutch_tick(void)
{
    return now;
}

extern char hutch_ring[];

int main(int count, char **words)
{
    for (now = 1; now <= 5; now++) { // two are refused
        (void)!packets_acquire();
    }
    packets_release_at(1); // tick 6
    now = 7;
    (void)!packets_acquire();
    packets_release_at(1); // a life of no ticks
    (void)!unlisted_acquire();
    now = 9;
    (void)a_name_longer_than_the_ring_keeps_claim(39);
    for (int i = atoi(words[count - 1]); i > 0; i--) {
        now++;
        (void)!packets_acquire();
        packets_release_at(1);
    }
    packets_release_at(0);
    FILE *const file = fopen(words[1], "wb");
    const bool is_written = file != NULL && fwrite(hutch_ring, 1, 12 + 16 * 16 + 256 * 8, file) != 0;
    return is_written && fclose(file) == 0 ? 0 : 1;
}
