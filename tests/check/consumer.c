// SPDX-License-Identifier: MIT
// consumer.c - a stranger's program: finds hutch by pkg-config, outside of the project's tree.

#include <hutch/hutch.h>
#include <hutch/stats.h>
#include <stdio.h>

struct rabbit {
    int x;
};
HUTCH_POOL(rabbits, struct rabbit, 100, .lock = HUTCH_LOCK_IRQ);

int main(void)
{
    struct rabbit *const rabbit = rabbits_acquire();
    const bool is_right = rabbits_release(rabbit) && !rabbits_release(rabbit) && rabbits_refused() == 0 &&
                          hutch_fault_count(HUTCH_FAULT_DOUBLE_RELEASE) == 1 && hutch_check(&rabbits_pool);
    printf("hutch %s\n", HUTCH_VERSION_TEXT);
    return is_right ? 0 : 1;
}
