// SPDX-License-Identifier: MIT
// picosystem.cpp - bullets on a PicoSystem, with its own library over the Pico SDK.
#include "picosystem.hpp"

#include "hutch/hutch.h"

using namespace picosystem;

struct bullet {
    int x, y;
};
HUTCH_POOL(bullets, struct bullet, 16);

void init()
{
}

void update(uint32_t)
{
    if (pressed(A)) {
        bullet *const fired = bullets_acquire();
        if (fired != NULL) { // NULL: all sixteen are in the air
            fired->x = 0;
            fired->y = 60;
        }
    }
    HUTCH_FOREACH (bullet, it, bullets) {
        it->x += 3;
        if (it->x >= 120) {
            bullets_release(it); // releasing inside the loop is fine
        }
    }
}

void draw(uint32_t)
{
    pen(0, 0, 0);
    clear();
    pen(15, 15, 0);
    HUTCH_FOREACH (bullet, it, bullets) {
        frect(it->x, it->y, 2, 2);
    }
}
