// SPDX-License-Identifier: MIT
// main.c - the program of the consumer projects: a plain pool, one shared with interrupts, and an option.
#include "hutch/hutch.h"
#include "hutch/stats.h"

struct rabbit {
    int x;
};
HUTCH_POOL(rabbits, struct rabbit, 40);
HUTCH_POOL(shots, struct rabbit, 8, .lock = HUTCH_LOCK_IRQ);

int main(void)
{
    struct rabbit *rabbit, *const shot = shots_acquire();
    unsigned count = 0;
    int sum = 0;
    for (; (rabbit = rabbits_acquire()) != NULL; count++) {
        rabbit->x = (int)count;
    }
    HUTCH_FOREACH (struct rabbit, it, rabbits) {
        sum += it->x;
        rabbits_release(it);
    }
    // Counted by HUTCH_CFG_STATS 1, which the project sets: both here and in the library.
    const bool is_counted = rabbits_refused() == 1 && rabbits_peak() == 40;
    const bool is_checked = shots_release(shot) && !shots_release(shot);
    return is_counted && is_checked && count == 40 && sum == 780 && rabbits_live() == 0 ? 0 : 1;
}
