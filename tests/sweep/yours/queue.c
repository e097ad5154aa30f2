// SPDX-License-Identifier: MIT
// queue.c - events from the main loop and from interrupts, without a lock: who posts takes a place by compare
// and swap, and then fills it. With -DRACE places are taken in two steps.
#include <stdbool.h>

#if __GCC_ATOMIC_INT_LOCK_FREE == 2
#    define swap_if(place, old, new) \
        __atomic_compare_exchange_n(place, old, new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#else // a CPU without the instruction: a critical section of four instructions stands for it
#    include "hutch_port.h"
static bool swap_if(volatile unsigned *place, unsigned *old, unsigned new)
{
    const hutch_port_state_t saved = hutch_port_enter();
    const bool is_same = *place == *old;
    if (is_same) {
        *place = new;
    } else {
        *old = *place;
    }
    hutch_port_exit(saved);
    return is_same;
}
#endif

enum { PLACES = 8 };

static volatile unsigned taken_places;
static volatile unsigned char events[PLACES]; // 0: not filled yet

static void post(unsigned char event)
{
    unsigned place = taken_places;
#ifdef RACE
    taken_places = place + 1;
#else
    while (!swap_if(&taken_places, &place, place + 1)) {}
#endif
    events[place % PLACES] = event;
}

static unsigned posted, posted_urgently;

// The interrupt, and what interrupts that.
void post_from_interrupt(void)
{
    posted++;
    post(3);
}

void post_urgently(void)
{
    posted_urgently++;
    post(4);
}

// What is interrupted.
void post_two(void)
{
    post(1);
    post(2);
}

void forget_all(void)
{
    taken_places = posted = posted_urgently = 0;
    for (unsigned k = 0; k < PLACES; k++) {
        events[k] = 0;
    }
}

// Each event is there once, and the main loop's two in their order.
bool none_is_lost(void)
{
    unsigned count[5] = {0};
    unsigned first = PLACES, second = 0;
    for (unsigned k = 0; k < taken_places && k < PLACES; k++) {
        const unsigned char event = events[k];
        count[event < 5 ? event : 0]++;
        first = event == 1 ? k : first;
        second = event == 2 ? k : second;
    }
    return taken_places == 2 + posted + posted_urgently && count[1] == 1 && count[2] == 1 &&
           count[3] == posted && count[4] == posted_urgently && first < second;
}
