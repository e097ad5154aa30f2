// SPDX-License-Identifier: MIT
// dino.c - the player: walks, jumps, throws, treads on rabbits and gets bitten.
#include "state.h"

enum {
    WALK_SPEED = 20,
    JUMP = 46,
    TREAD = 34, // thrown up again by a rabbit trodden on
    GRAVITY = 3,
    FALL_MAX = 60,
    HALF_WIDTH = 6 * PIXEL,
    REACH_MAX = RABBIT_WIDTH_MAX * (PIXEL / 2) + HALF_WIDTH - 2 * PIXEL,
    TALL = 14 * PIXEL,
    EDGE = 10 * PIXEL,
    THROW_SHOWN = 8,
    CLICK_SHOWN = 20,
    SAFE_FRAMES = 110,
    SHAKE_FRAMES = 14,
    DUST = 2,
    LAST_BURST = 20,
    SHIELD = SPARKS * 3 / 4, // sparks that take a bite
    SHIELD_FRAMES = 20
};

void dino_enter(void)
{
    const struct dino fresh = {.x = WORLD_WIDTH / 2};

    game.dino = fresh;
}

static void walk(struct dino *dino, uint8_t buttons)
{
    const bool left = (buttons & BOARD_LEFT) != 0;
    const bool right = (buttons & BOARD_RIGHT) != 0;

    if (left == right) {
        dino->stride = 0;
        return;
    }
    dino->looks_left = left;
    dino->stride++;
    dino->x = (int16_t)(left ? dino->x - WALK_SPEED : dino->x + WALK_SPEED);
    if (dino->x < CAMERA_FIRST + EDGE) {
        dino->x = CAMERA_FIRST + EDGE;
    }
    if (dino->x > CAMERA_LAST + VIEW_PIXELS * PIXEL - EDGE) {
        dino->x = CAMERA_LAST + VIEW_PIXELS * PIXEL - EDGE;
    }
}

static void jump_and_fall(struct dino *dino, uint8_t buttons)
{
    if (dino->height == 0 && (buttons & BOARD_UP) != 0) {
        dino->dy = JUMP;
        sound_play(SOUND_JUMP);
    }
    if (dino->height == 0 && dino->dy == 0) {
        return;
    }
    dino->height = (int16_t)(dino->height + dino->dy);
    if (dino->dy > -FALL_MAX) {
        dino->dy = (int8_t)(dino->dy - GRAVITY);
    }
    if (dino->height <= 0) {
        dino->height = 0;
        dino->dy = 0;
        sparks_burst(dino->x, 0, DUST, 1);
    }
}

static void throw_when_asked(struct dino *dino, uint8_t buttons, uint8_t pressed)
{
    if (dino->throw_wait > 0) {
        dino->throw_wait--;
    }
    if (dino->throw_shown > 0) {
        dino->throw_shown--;
    }
    if (dino->click_shown > 0) {
        dino->click_shown--;
    }
    // Tapping is faster than holding.
    const uint8_t early = (pressed & BOARD_A) != 0 ? THROW_WAIT_HELD - THROW_WAIT_TAPPED : 0;
    if ((buttons & BOARD_A) == 0 || dino->throw_wait > early) {
        return;
    }
    dino->throw_wait = game.gift == GIFT_PHONES ? THROW_WAIT_THREE : THROW_WAIT_HELD;
    if (phones_throw()) {
        dino->throw_shown = THROW_SHOWN;
        sound_play(SOUND_THROW);
    } else {
        dino->click_shown = CLICK_SHOWN;
        sound_play(SOUND_CLICK);
    }
}

static void get_bitten(struct dino *dino)
{
    if (game.gift == GIFT_SPARKS && sparks_available() >= SHIELD) {
        sparks_burst(dino->x, dino->height, SHIELD, 2);
        dino->safe = SHIELD_FRAMES;
        sound_play(SOUND_HIT);
        return;
    }
    game.lives--;
    game.shake = SHAKE_FRAMES;
    dino->safe = SAFE_FRAMES;
    sound_play(SOUND_HURT);
    if (game.lives == 0) {
        sparks_burst(dino->x, (int16_t)(dino->height + 8 * PIXEL), LAST_BURST, 2);
    }
}

void dino_meet(struct rabbit *rabbit)
{
    struct dino *const dino = &game.dino;
    const int16_t across = (int16_t)(dino->x - rabbit->x);
    const uint16_t away = (uint16_t)(across < 0 ? -across : across);
    const uint16_t reach = (uint16_t)(rabbit_width(rabbit) * (PIXEL / 2) + HALF_WIDTH - 2 * PIXEL);
    const int16_t above = (int16_t)(dino->height - rabbit->height);
    const int16_t tall = (int16_t)(rabbit_tall(rabbit) * PIXEL);

    if (away >= reach || above >= tall || above <= -TALL) {
        return;
    }
    if (dino->dy < 0 && above > tall / 2) {
        dino->dy = TREAD;
        rabbit_strike(rabbit);
    } else if (dino->safe == 0) {
        get_bitten(dino);
    }
}

void dino_step(uint8_t buttons, uint8_t pressed)
{
    struct dino *const dino = &game.dino;

    walk(dino, buttons);
    jump_and_fall(dino, buttons);
    throw_when_asked(dino, buttons, pressed);
    if (dino->safe > 0) {
        dino->safe--;
    }
    rabbits_meet(dino->x, REACH_MAX);
}
