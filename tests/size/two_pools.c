// SPDX-License-Identifier: MIT
// two_pools.c - the first program of sdcc.py: two plain pools with acquire, release, walk and clear.
#include "hutch/hutch.h"

struct bullet {
    unsigned char x, y, dx, dy, kind;
};
struct enemy {
    unsigned char x, y, life;
    int timer;
    unsigned char kind;
};
HUTCH_POOL(bullets, struct bullet, 10);
HUTCH_POOL(enemies, struct enemy, 20);

void main(void)
{
    struct bullet *const bullet = bullets_acquire();
    struct enemy *const enemy = enemies_acquire();
    HUTCH_FOREACH (struct bullet, each, bullets) {
        each->x++;
    }
    HUTCH_FOREACH (struct enemy, each_enemy, enemies) {
        each_enemy->x++;
    }
    bullets_release(bullet);
    enemies_release(enemy);
    bullets_clear();
    enemies_clear();
}
