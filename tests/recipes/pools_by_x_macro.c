// SPDX-License-Identifier: MIT
// pools_by_x_macro.c - many pools from one list: the list makes the pools, the scene, and a row for each in a
// table.

#include "recipe.h"

struct rabbit {
    int16_t x, y;
    uint8_t hp;
};
struct phone {
    int16_t x, y;
};
struct spark {
    uint8_t age;
};

//  name, type, capacity
#define POOLS(X)                  \
    X(rabbits, struct rabbit, 24) \
    X(phones, struct phone, 8)    \
    X(sparks, struct spark, 40)

#define AS_POOL(name, type, capacity) HUTCH_POOL(name, type, capacity);
POOLS(AS_POOL)

// A macro's list ends with a comma, which an initialiser takes and HUTCH_SCENE does not.
#define AS_ENTRY(name, type, capacity) &name##_pool,
static const struct hutch_pool *const pools[] = {POOLS(AS_ENTRY)};
enum { POOL_COUNT = sizeof pools / sizeof pools[0] };

static unsigned live_objects(void)
{
    unsigned live = 0;
    for (unsigned i = 0; i < POOL_COUNT; i++) {
        live += hutch_live(pools[i]);
    }
    return live;
}

static void next_level(void)
{
    for (unsigned i = 0; i < POOL_COUNT; i++) {
        hutch_clear(pools[i]);
    }
}

int main(void)
{
    (void)!rabbits_acquire();
    (void)!phones_acquire();
    SHOW(sparks_acquire() == sparks_at(0));
    SHOW(live_objects() == 3);
    next_level();
    SHOW(live_objects() == 0);
    return 0;
}
