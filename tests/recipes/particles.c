// SPDX-License-Identifier: MIT
// particles.c - sparks of which the oldest makes room: an explosion always shows, however full the screen is.

#include "recipe.h"

#include "hutch/policy.h"

struct spark {
    int16_t x, y;
    uint8_t age;
};
HUTCH_POLICY_OLDEST(fade, 16);
HUTCH_POOL(sparks, struct spark, 16, .policy = &fade);

static void burst(int16_t x, int16_t y, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct spark *const spark = sparks_acquire(); // never NULL
        spark->x = x;
        spark->y = y;
        spark->age = 0;
    }
}

int main(void)
{
    unsigned of_the_last = 0;
    burst(10, 10, 12);
    burst(50, 50, 12);
    SHOW(sparks_live() == 16);
    HUTCH_FOREACH (const struct spark, spark, sparks) {
        of_the_last += spark->x == 50 ? 1u : 0u;
    }
    SHOW(of_the_last == 12);
    return 0;
}
