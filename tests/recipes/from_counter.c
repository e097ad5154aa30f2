// SPDX-License-Identifier: MIT
// from_counter.c - from a count kept by hand to _live(): a count of the live slots cannot be forgotten.
//
//   count++ where one is fired, count-- in each place where one ends     nothing
//   if (count < 8)                                                       acquire, which returns NULL
//   count, for the score or the screen                                   bullets_live()

#include "recipe.h"

struct bullet {
    int x;
};

// ---- Before: a bullet ends in two places, and one of them forgets the count

static struct {
    bool active;
    int x;
} old_bullets[8];
static unsigned old_count;

static bool old_fire(void)
{
    for (unsigned i = 0; old_count < 8 && i < 8; i++) {
        if (!old_bullets[i].active) {
            old_bullets[i].active = true;
            old_bullets[i].x = 0;
            old_count++;
            return true;
        }
    }
    return false;
}

static void old_step(int foe_x)
{
    for (unsigned i = 0; i < 8; i++) {
        if (old_bullets[i].active) {
            old_bullets[i].x += 4;
            if (old_bullets[i].x == foe_x) {
                old_bullets[i].active = false; // hits
            } else if (old_bullets[i].x > 16) {
                old_bullets[i].active = false; // leaves the screen
                old_count--;
            }
        }
    }
}

// ---- After

HUTCH_POOL(bullets, struct bullet, 8);

static bool fire(void)
{
    struct bullet *const bullet = bullets_acquire();
    if (bullet != NULL) {
        bullet->x = 0;
    }
    return bullet != NULL;
}

static void step(int foe_x)
{
    HUTCH_FOREACH (struct bullet, bullet, bullets) {
        bullet->x += 4;
        if (bullet->x == foe_x || bullet->x > 16) {
            bullets_release(bullet);
        }
    }
}

int main(void)
{
    for (int shot = 0; shot < 8; shot++) {
        SHOW(old_fire() && fire());
        old_step(4); // each one hits
        step(4);
    }
    SHOW(old_count == 8 && !old_fire()); // the gun is jammed for ever, and not one bullet is in the air
    SHOW(bullets_live() == 0 && fire() && bullets_live() == 1);
    return 0;
}
