// SPDX-License-Identifier: MIT
// two_pools.c - from a function with an array as its parameter, `struct box boxes[], int count`: the
// parameter is the pool, of either level.

#include "recipe.h"

struct box {
    int coins;
};
HUTCH_POOL(forest, struct box, 5);
HUTCH_POOL(castle, struct box, 13);

// ---- Wrong: the slots as an array. It has no flags, so the loop counts what was opened long ago; and in
// debug builds there are guard bytes between the objects.

static int wrong_sum(const struct box *boxes, unsigned count)
{
    int sum = 0;
    for (unsigned i = 0; i < count; i++) {
        sum += boxes[i].coins;
    }
    return sum;
}

// ---- Right

static void put(const struct hutch_pool *boxes, int coins)
{
    struct box *const box = (struct box *)hutch_acquire(boxes);
    if (box != NULL) {
        box->coins = coins;
    }
}

static int sum_of(const struct hutch_pool *boxes)
{
    int sum = 0;
    HUTCH_FOREACH_IN (const struct box, box, boxes) {
        sum += box->coins;
    }
    return sum;
}

static void open_all(const struct hutch_pool *boxes, int at_most)
{
    HUTCH_FOREACH_IN (struct box, box, boxes) {
        if (box->coins <= at_most) {
            hutch_release(boxes, box); // as in HUTCH_FOREACH, the body may release and acquire
        }
    }
}

int main(void)
{
    for (int i = 1; i <= 5; i++) {
        put(&forest_pool, i);
        put(&castle_pool, 10 * i);
    }
    SHOW(sum_of(&forest_pool) == 15 && sum_of(&castle_pool) == 150);
    open_all(&forest_pool, 3);
    open_all(&castle_pool, 20);
    SHOW(sum_of(&forest_pool) == 4 + 5 && sum_of(&castle_pool) == 30 + 40 + 50);
    SHOW(wrong_sum(forest_at(0), forest_capacity()) != sum_of(&forest_pool)); // three opened boxes are in it
    SHOW(forest_live() == 2 && hutch_live(&castle_pool) == 3);                // both are the pool's name
    return 0;
}
