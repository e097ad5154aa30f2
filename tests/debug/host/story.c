// SPDX-License-Identifier: MIT
// story.c - a use after release, for the README beside this folder: a fox keeps a raw pointer to its prey.

#include "hutch/hutch.h"

#include <stdio.h>

struct rabbit {
    int x, y, health;
};
HUTCH_POOL(rabbits, struct rabbit, 8);

static unsigned long frame;
static struct rabbit *prey; // the mistake: nobody tells the fox when the rabbit has gone

unsigned long hutch_tick(void)
{
    return frame;
}

static void put(char c, void *context)
{
    (void)context;
    fputc(c, stdout);
    fflush(stdout); // the program stops right behind the line
}

int main(void)
{
    hutch_debug_set_sink(put, NULL);
    for (frame = 0; frame < 600; frame++) {
        if (frame == 12) {
            prey = rabbits_acquire();
        }
        if (frame == 40) {
            rabbits_release(prey);
        }
        if (frame == 300) {
            prey->health = prey->health - 1; // the fox bites
        }
        hutch_check(&rabbits_pool);
    }
    printf("nothing was found\n");
    return 0;
}
