// SPDX-License-Identifier: MIT
// zoo.c - a pool of each kind and of each number of levels, in a state that gdb_test.py knows. C and C++.
#include "hutch/hutch.h"
#include "hutch/report.h"
#include "hutch/runs.h"

struct rabbit {
    int x, speed;
};
HUTCH_POOL(rabbits, struct rabbit, 4);
HUTCH_POOL_TRACKED(foes, struct rabbit, 40);
HUTCH_POOL_IDS(voices, 4);
HUTCH_POOL_RUNS(tiles, short, 8);
HUTCH_POOL(many, char, 200);
static struct rabbit array[5];
HUTCH_POOL_OVER(crates, struct rabbit, array, 5);
HUTCH_POOL_DECLARE(shared, struct rabbit, 3);
HUTCH_POOL_DEFINE(shared);
HUTCH_POOL(unused, struct rabbit, 9); // no code calls it, so it is not in the program
#if defined(ZOO_LISTED)
HUTCH_POOL_LIST(&rabbits_pool, &crates_pool);
#endif

#if defined(__cplusplus)
namespace inside
{
HUTCH_POOL(hidden, struct rabbit, 6);
}
using namespace inside;

#    include "hutch/hutch.hpp"
namespace inside
{
struct cat {
    int x, speed;
    explicit cat(int at) : x(at), speed(1)
    {
    }
    ~cat()
    {
        x = 0;
    }
};
} // namespace inside
struct white;
using cats = hutch::tracked_pool<inside::cat, 20>;
using whites = hutch::pool<rabbit, 5, struct white>;
using few = hutch::pool<inside::cat, 6>;
using fewer = hutch::pool<inside::cat, 5>;
extern cats::weak favourite, none_of_cats;
__attribute__((used)) cats::weak favourite, none_of_cats;
extern inside::cat *third;
__attribute__((used)) inside::cat *third;

static void make_cats(void)
{
    for (int i = 0; i < 3; i++) {
        cats::create(10 * i);
    }
    cats::destroy(cats::at(1));
    third = cats::at(2);
    favourite = cats::ref(third);
    whites::create(7, 8);
    few::create(4);
    fewer::create(5);
}
#else
static void make_cats(void)
{
}
HUTCH_POOL(hidden, struct rabbit, 6);
#endif

extern foes_ref_t target, gone, none; // `used`: else link-time optimisation removes two of them
__attribute__((used)) foes_ref_t target, gone, none;
extern volatile int wild;
volatile int wild; // set by gdb

void zoo_is_full(void);
__attribute__((noinline)) void zoo_is_full(void)
{
    wild = none.value == 0;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        struct rabbit *const rabbit = rabbits_acquire();
        rabbit->x = 10 * i;
        rabbit->speed = i;
    }
    rabbits_release(rabbits_at(0));
    struct rabbit *foe = NULL;
    for (int i = 0; i < 36; i++) {
        foe = foes_acquire();
        foe->x = i;
        foe->speed = 7;
    }
    target = foes_ref(foe);
    gone = foes_ref(foes_at(0));
    foes_release_ref(gone);
    (void)!voices_acquire();
    short *const run = tiles_acquire_run(3);
    run[0] = run[1] = run[2] = 77;
    for (int i = 0; i < 150; i++) {
        *many_acquire() = 'm';
    }
    struct rabbit *const crate = crates_claim(2);
    crate->x = crate->speed = 5;
    shared_acquire()->x = 9;
    hidden_acquire()->x = 8;
    make_cats();
    zoo_is_full();
    return 0;
}
