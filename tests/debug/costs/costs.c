// SPDX-License-Identifier: MIT
// costs.c - one typical acquire, release, and check of a whole pool, between marks that costs.py finds in an
// emulator's trace. The build says what the pool is like.

#include "board.h"
#include "hutch/hutch.h"

enum { slots = 16 };

#if OBJECT_BYTES == 0
HUTCH_POOL_IDS(things, slots);
typedef int thing;
#else
struct object {
    uint8_t bytes[OBJECT_BYTES];
};
HUTCH_POOL(things, struct object, slots);
typedef struct object *thing;
#endif

void mark(void);
__attribute__((noinline)) void mark(void)
{
    __asm__ volatile("");
}

int main(void)
{
    board_init();
    for (int i = 0; i < slots / 2; i++) { // the first use sets the pool up; half full is typical
        (void)!things_acquire();
    }
    mark();
    mark(); // nothing between: what the marks themselves cost
    const thing one = things_acquire();
    mark();
    const bool is_released = things_release(one);
    mark();
    const bool is_sound = hutch_check(&things_pool);
    mark();
    board_exit(is_released && is_sound ? 0 : 1);
    return 0;
}
