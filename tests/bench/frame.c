// SPDX-License-Identifier: MIT
// frame.c - the measured program that plays: what one frame of a game does with its objects.
//
// Rabbits run in from the right, shots fly from the left. A frame spawns, moves everything, tests each
// shot against
// each rabbit, and lets go what was hit or has left. Every subject plays the same game, which the checksum
// shows.
#include "workload.h"

enum { FRAMES = 200, WIDTH = 240, HEIGHT = 160, REACH = 8, SCALE = BENCH_SLOTS / 32 };

static uint32_t checksum;

static void spawn(bool is_shot)
{
    struct object *const object = subject_acquire();
    const int16_t y = (int16_t)chance(HEIGHT);
    const int16_t dy = (int16_t)((int)chance(3) - 1);
    if (object == NULL) {
        return;
    }
    object->body.x = is_shot ? 0 : WIDTH - 1;
    object->body.y = y;
    object->body.dx = is_shot ? 6 : -2;
    object->body.dy = dy;
    object->body.is_shot = is_shot;
    object->body.is_hit = 0;
}

static void spawn_some(unsigned frame)
{
    for (unsigned k = 0; k < SCALE; k++) {
        if (chance(8) == 0) {
            spawn(false);
        }
    }
    if (frame % 16u == 0) {
        for (unsigned k = 0; k < SCALE; k++) {
            spawn(true);
        }
    }
}

static void move(void)
{
    SUBJECT_FOREACH(it)
    {
        it->body.x = (int16_t)(it->body.x + it->body.dx);
        it->body.y = (int16_t)(it->body.y + it->body.dy);
    }
}

static bool touch(const struct body *one, const struct body *other)
{
    const int dx = one->x - other->x, dy = one->y - other->y;
    return dx < REACH && dx > -REACH && dy < REACH && dy > -REACH;
}

static void test_shot(struct body *shot)
{
    SUBJECT_FOREACH(it)
    {
        if (!it->body.is_shot && touch(shot, &it->body)) {
            it->body.is_hit = 1;
            shot->is_hit = 1;
        }
    }
}

static void collide(void)
{
    SUBJECT_FOREACH(shot)
    {
        if (shot->body.is_shot) {
            test_shot(&shot->body);
        }
    }
}

static void let_go(void)
{
    SUBJECT_FOREACH(it)
    {
        if (it->body.is_hit || it->body.x < 0 || it->body.x >= WIDTH) {
            subject_release(it);
        }
    }
}

__attribute__((noinline)) static void play(unsigned frame)
{
    BENCH_BEGIN();
    spawn_some(frame);
    move();
    collide();
    let_go();
    BENCH_END_A();
}

static void add_to_checksum(void)
{
    SUBJECT_FOREACH(it)
    {
        checksum += (uint32_t)(uint16_t)it->body.x * 251u + (uint16_t)it->body.y + it->body.is_hit;
    }
    checksum = checksum * 3u + 1u;
}

int main(void)
{
    subject_start();
    for (unsigned frame = 0; frame < FRAMES; frame++) {
        play(frame);
        add_to_checksum();
    }
    print("> frame ");
    print_number(checksum);
    print(" ");
    print_number((uint32_t)SUBJECT_BYTES);
    print("\n");
    BENCH_NEXT();
    rig_exit(0);
    return 0;
}
