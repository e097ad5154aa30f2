// SPDX-License-Identifier: MIT
// from_dense_array.c - from an array and a count, in which the last object takes the place of a removed one.
//
//   count < 8 ? &bullets[count++] : NULL        bullets_acquire()
//   bullets[i] = bullets[--count]               bullets_release(bullet)
//   for (i = 0; i < count; i++)                 HUTCH_FOREACH
//   count == 0                                  bullets_live() == 0
//
// The object that moves is not stepped in that frame, unless the loop stays at `i`; and whoever has its
// address has that of a stranger. In a pool nothing moves. What belongs to a slot and is set once, such as
// a sprite that a kit has made, stands in an array beside the pool, by the slot's number.

#include "recipe.h"

enum { BULLETS = 8, END = 4 };
struct bullet {
    int x;
};

// ---- Before

static struct bullet old_bullets[BULLETS];
static unsigned old_count;

static void old_step(void)
{
    for (unsigned i = 0; i < old_count; i++) {
        old_bullets[i].x++;
        if (old_bullets[i].x == END) {
            old_bullets[i] = old_bullets[--old_count]; // and i++ skips it
        }
    }
}

// ---- After

HUTCH_POOL(bullets, struct bullet, BULLETS);
static const char *sprites[BULLETS]; // of each slot: made once, never freed

static struct bullet *fire(int x)
{
    struct bullet *const bullet = bullets_acquire();
    if (bullet != NULL) {
        bullet->x = x;
    }
    return bullet;
}

static void step(void)
{
    HUTCH_FOREACH (struct bullet, bullet, bullets) {
        if (++bullet->x == END) {
            bullets_release(bullet);
        }
    }
}

int main(void)
{
    for (unsigned i = 0; i < BULLETS; i++) {
        sprites[i] = "made once";
    }
    const struct bullet *last = NULL;
    for (int i = 0; i < 3; i++) {
        const int x = i == 0 ? END - 1 : i;
        old_bullets[old_count++].x = x;
        last = fire(x);
    }
    SHOW(last == bullets_at(2) && last->x == 2 && old_bullets[2].x == 2);
    old_step();
    step();
    SHOW(bullets_live() == 2 && old_count == 2);
    SHOW(old_bullets[0].x == 2); // the last one has missed this frame
    SHOW(last->x == 3 && sprites[bullets_index(last)] == sprites[2]);
    return 0;
}
