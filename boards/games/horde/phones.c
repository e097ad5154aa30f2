// SPDX-License-Identifier: MIT
// phones.c - cellphones: thrown, bouncing once, breaking on rabbits and on the ground.
#include "state.h"

enum {
    FLIGHT_SPEED = 46,
    LIFT = 5,
    FAN_LIFT = 7,  // between two phones of a throw
    FAN_CHAIN = 3, // kills in a chain for each phone more; in a stampede
    FAN_GIFT = 2,
    HAND = 9 * PIXEL,  // above the dinosaur's feet
    REACH = 9 * PIXEL, // before the dinosaur's middle
    BOUNCES = 1,
    PIECES = 3
};

static bool throw_one(uint8_t lift)
{
    struct phone *const phone = phones_acquire();
    const struct dino *const dino = &game.dino;

    if (phone == NULL) {
        return false;
    }
    phone->x = (int16_t)(dino->looks_left ? dino->x - REACH : dino->x + REACH);
    phone->height = (int16_t)(dino->height + HAND);
    phone->dx = dino->looks_left ? -FLIGHT_SPEED : FLIGHT_SPEED;
    phone->dy = (int8_t)lift;
    phone->age = 0;
    phone->bounces = 0;
    return true;
}

bool phones_throw(void)
{
    uint8_t lift = LIFT;
    uint8_t more = game.gift == GIFT_PHONES ? FAN_GIFT : 0;

    if (HORDE_STAMPEDE && game.chain_wait > 0) {
        more = (uint8_t)(more + game.chain / FAN_CHAIN);
    }
    if (!throw_one(lift)) {
        return false;
    }
    for (; more > 0; more--) {
        lift = (uint8_t)(lift + FAN_LIFT);
        (void)throw_one(lift);
    }
    return true;
}

static void break_phone(struct phone *phone)
{
    sparks_burst(phone->x, phone->height, PIECES, 1);
    phones_release(phone);
}

static void step_phone(struct phone *phone)
{
    struct rabbit *const rabbit = phone_fly(phone);

    if (rabbit != NULL) {
        rabbit_strike(rabbit);
        break_phone(phone);
        return;
    }
    if (phone->height < 0) {
        phone->height = 0;
        if (phone->bounces == BOUNCES) {
            break_phone(phone);
            return;
        }
        phone->bounces++;
        phone->dy = (int8_t)(-phone->dy / 2 + 4);
        phone->dx = (int8_t)(phone->dx / 2);
        sound_play(SOUND_BOUNCE);
    }
    if (phone->x < 0 || phone->x > WORLD_WIDTH) {
        phones_release(phone);
    }
}

void phones_step(void)
{
    HUTCH_FOREACH (struct phone, phone, phones) {
        step_phone(phone);
    }
}
