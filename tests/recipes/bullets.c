// SPDX-License-Identifier: MIT
// bullets.c - bullets that fly, hit and leave the screen; the trigger is refused while all of them are in
// the air.

#include "recipe.h"

struct bullet {
    int16_t x, y, speed;
};
HUTCH_POOL(bullets, struct bullet, 8);

static bool fire(int16_t x, int16_t y)
{
    struct bullet *const bullet = bullets_acquire();
    if (bullet == NULL) {
        return false; // click: no bullet, no crash
    }
    bullet->x = x;
    bullet->y = y;
    bullet->speed = 4;
    return true;
}

static void step_bullets(void)
{
    HUTCH_FOREACH (struct bullet, bullet, bullets) {
        bullet->x = (int16_t)(bullet->x + bullet->speed);
        if (bullet->x >= 128) {
            bullets_release(bullet); // releasing inside the loop is fine
        }
    }
}

int main(void)
{
    unsigned fired = 0;
    for (int16_t i = 0; i < 10; i++) {
        fired += fire((int16_t)(100 + 4 * i), 20) ? 1u : 0u;
    }
    SHOW(fired == 8);
    step_bullets();
    SHOW(bullets_live() == 6);
    SHOW(fire(0, 0));
    return 0;
}
