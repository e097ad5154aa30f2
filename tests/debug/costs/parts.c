// SPDX-License-Identifier: MIT
// parts.c - a small program with POOLS pools of SLOTS slots, of which parts.py counts the bytes.

#include "hutch/hutch.h"

struct object {
    uint8_t bytes[8];
};
HUTCH_POOL_TRACKED(things, struct object, SLOTS);
#if POOLS == 2
HUTCH_POOL_TRACKED(others, struct object, SLOTS);
#endif

volatile char written; // the log

static void put(char c, void *context)
{
    (void)context;
    written = c;
}

int main(void)
{
    hutch_debug_set_sink(put, NULL);
    const things_ref_t ref = things_ref(things_acquire());
    bool is_right = things_release(things_deref(ref)) && hutch_check(&things_pool);
#if POOLS == 2
    is_right = others_release(others_acquire()) && hutch_check(&others_pool) && is_right;
#endif
    return is_right ? 0 : 1;
}
