// SPDX-License-Identifier: MIT
// flag_set.c - a set of flags, such as doors that are open: a pool of numbers is a bitset that is searched by
// words.
//
//   set bit i       doors_claim(i)          -1 when it was set already, so it tests and sets in one step
//   clear bit i     doors_release(i)        a fault when it was clear: ask doors_is_live(i) first
//   test bit i      doors_is_live(i)
//   count           doors_live()
//   first, next     doors_first(), doors_next(i), HUTCH_FOREACH_ID
//   clear all       doors_clear()

#include "recipe.h"

enum { DOORS = 100 };
HUTCH_POOL_IDS(doors, DOORS); // a bit each, in whole words, and a summary

static void door_set(int door, bool is_open)
{
    if (is_open) {
        doors_claim(door);
    } else if (doors_is_live(door)) {
        doors_release(door);
    }
}

int main(void)
{
    int last_open = -1;
    door_set(7, true);
    door_set(98, true);
    door_set(98, true);
    door_set(3, false);
    SHOW(doors_live() == 2 && doors_is_live(7) && !doors_is_live(8));
    HUTCH_FOREACH_ID (door, doors) {
        last_open = door;
    }
    SHOW(last_open == 98 && doors_last() == 98);
    SHOW(doors_claim(7) == -1 && doors_claim(8) == 8);
    return 0;
}
