// SPDX-License-Identifier: MIT
// arduboy_bullets.c - bullets on an Arduboy, where flash is short: what a pool takes, and what flags take.
//
// README.md here has the bytes of old_frame and of frame, each linked for an ATmega32U4 as the Arduino IDE
// does it (-Os, --gc-sections). There hutch is small by default: HUTCH_CFG_SMALL 1, HUTCH_CFG_NAMES 0.

#include "recipe.h"

enum { BULLETS = 15, WIDTH = 128 };
struct bullet {
    uint8_t x, y;
    int8_t speed;
};
static bool is_fire_pressed = true; // the Arduboy's A

// ---- Before

static struct {
    struct bullet bullet;
    bool active;
} old_bullets[BULLETS];

void old_frame(void);
void old_frame(void)
{
    for (uint8_t i = 0; is_fire_pressed && i < BULLETS; i++) {
        if (!old_bullets[i].active) {
            old_bullets[i].active = true;
            old_bullets[i].bullet.x = 8;
            old_bullets[i].bullet.y = 32;
            old_bullets[i].bullet.speed = 4;
            break;
        }
    }
    for (uint8_t i = 0; i < BULLETS; i++) {
        if (old_bullets[i].active) {
            old_bullets[i].bullet.x = (uint8_t)(old_bullets[i].bullet.x + old_bullets[i].bullet.speed);
            if (old_bullets[i].bullet.x >= WIDTH) {
                old_bullets[i].active = false;
            }
        }
    }
}

// ---- After

HUTCH_POOL(bullets, struct bullet, BULLETS);

void frame(void);
void frame(void)
{
    struct bullet *const fired = is_fire_pressed ? bullets_acquire() : NULL;
    if (fired != NULL) {
        fired->x = 8;
        fired->y = 32;
        fired->speed = 4;
    }
    HUTCH_FOREACH (struct bullet, bullet, bullets) {
        bullet->x = (uint8_t)(bullet->x + bullet->speed);
        if (bullet->x >= WIDTH) {
            bullets_release(bullet);
        }
    }
}

#if defined(__AVR__) && !HUTCH_CFG_STATS && HUTCH_CFG_CHECK < 2
#    include "hutch/prefab.h"
// Constants are in RAM here. This pool has none: its functions do not use the descriptor. The figures of
// hutch.h and prefab.h are these:
HUTCH_STATIC_ASSERT(sizeof(struct hutch_pool) + sizeof(struct hutch_options) +
                            sizeof(struct hutch_identity) ==
                        36,
                    a_descriptor_takes_36_bytes);
HUTCH_STATIC_ASSERT(sizeof(struct hutch_prefab) == 10 && sizeof(struct hutch_component) == 6,
                    a_prefab_takes_10_and_a_component_6);
#endif

int main(void)
{
    for (unsigned step = 0; step < 100; step++) {
        is_fire_pressed = step % 3 != 0;
        old_frame();
        frame();
        for (unsigned i = 0; HUTCH_CFG_CHECK < 2 && i < BULLETS; i++) { // debug builds reuse slots late
            SHOW(old_bullets[i].active == bullets_is_live_at(i));
            SHOW(!old_bullets[i].active || old_bullets[i].bullet.x == bullets_at(i)->x);
        }
    }
    SHOW(bullets_live() > 5);
    return 0;
}
