// SPDX-License-Identifier: MIT
// rabbits.c - the horde: waves, four kinds of rabbits, how they hop and how they end.
#include "state.h"

enum {
    WAVE_SHOWN = 110,
    FIRST_INTERVAL = 46,
    FASTER = 8, // frames less between two rabbits, each wave
    INTERVAL_MIN = 9,
    PACK_INTERVAL = 7, // between two rabbits of a pack
    PACK_CHANCE = 48,  // of 256, each wave: that the next rabbit is of the same pack
    PACK_CHANCE_MAX = 200,
    FULL_INTERVAL = 6, // before the next try when all rabbits are live
    OUTSIDE = 9 * PIXEL,
    PIECES = 7,
    STRUCK_FRAMES = 8,
    STRUCK_LEAP = 18
};

static const struct {
    uint8_t speed;
    uint8_t leap;
    uint8_t rest; // frames between two leaps
    uint8_t tens; // of points
    uint8_t width;
    uint8_t tall;
    uint8_t from_wave;
} kinds[RABBIT_KINDS] BOARD_FLASH = {
    {12, 26, 14, 1, 11, 11, 1}, // common
    {24, 13, 4, 2, 14, 9, 2},   // runner
    {13, 42, 18, 3, 10, 13, 3}, // hopper
    {11, 22, 12, 5, 15, 13, 2}, // twin, the two-headed one
#if HORDE_STAMPEDE
    {25, 15, 0, 1, 14, 9, UINT8_MAX},    // of the herd
    {16, 44, 22, 19, 30, 30, UINT8_MAX}, // the giant: one runs under its leaps
#endif
};

uint8_t rabbit_width(const struct rabbit *rabbit)
{
    return board_flash_byte(&kinds[rabbit->kind].width);
}

uint8_t rabbit_tall(const struct rabbit *rabbit)
{
    return board_flash_byte(&kinds[rabbit->kind].tall);
}

// -------------------------------------------------------------------------------------- waves

void wave_begin(uint8_t number)
{
    const uint16_t count = (uint16_t)(FIRST_RABBITS + number * MORE_RABBITS);

    game.wave = number;
    game.wave_shown = WAVE_SHOWN;
    game.to_come = (uint8_t)(count < WAVE_RABBITS_MAX ? count : WAVE_RABBITS_MAX);
    game.spawn_wait = 0;
    if (HORDE_STAMPEDE) {
        herd_forget();
    }
    if (number > 1 && (number & LIFE_WAVES_MASK) == 1 && game.lives < UINT8_MAX) {
        game.lives++;
    }
    sound_play(SOUND_WAVE);
}

// Half of them common; of the others, whatever this wave knows.
static enum rabbit_kind choose_kind(void)
{
    const uint8_t kind = random_byte() & 7;

    if (kind >= RABBIT_HERD || game.wave < board_flash_byte(&kinds[kind].from_wave)) {
        return RABBIT_COMMON;
    }
    return (enum rabbit_kind)kind;
}

struct rabbit *rabbit_enter(enum rabbit_kind kind, int16_t x, bool looks_left)
{
    const bool has_room = game.gift != GIFT_RABBITS || rabbits_live() < RABBITS_FEW;
    struct rabbit *const rabbit = has_room ? rabbits_acquire() : NULL;

    if (rabbit != NULL) {
        rabbit->x = x;
        rabbit->height = 0;
        rabbit->dx = 0;
        rabbit->dy = 0;
        rabbit->kind = (uint8_t)kind;
        rabbit->rest = 0;
        rabbit->shown_struck = 0;
        rabbit->looks_left = looks_left;
    }
    return rabbit;
}

// A rabbit that finds no slot does not come now: the wave waits until one is free.
static bool spawn_rabbit(void)
{
    const bool from_right = (random_byte() & 1) != 0;
    const int x = from_right ? game.camera + VIEW_PIXELS * PIXEL + OUTSIDE : game.camera - OUTSIDE;

    return rabbit_enter(choose_kind(), (int16_t)x, from_right) != NULL;
}

// Rabbits come in packs, later waves in larger ones.
static uint8_t interval(void)
{
    const uint8_t chance = (uint8_t)(game.wave < 4 ? game.wave * PACK_CHANCE : PACK_CHANCE_MAX);
    if (random_byte() < chance) {
        return PACK_INTERVAL;
    }
    const uint8_t faster = (uint8_t)(game.wave < 8 ? game.wave * FASTER : FIRST_INTERVAL - INTERVAL_MIN);

    return (uint8_t)(faster < FIRST_INTERVAL - INTERVAL_MIN ? FIRST_INTERVAL - faster : INTERVAL_MIN);
}

static void end_wave(void)
{
    if ((game.wave & 1) == 0) {
        gifts_offer();
    } else {
        wave_begin((uint8_t)(game.wave < UINT8_MAX ? game.wave + 1 : UINT8_MAX));
    }
}

void wave_step(void)
{
    if (game.wave_shown > 0) {
        game.wave_shown--;
    }
    if (HORDE_STAMPEDE && game.to_come == 0 && herd_step()) {
        return;
    }
    if (game.to_come == 0) {
        if (rabbits_live() == 0) {
            end_wave();
        }
    } else if (game.spawn_wait > 0) {
        game.spawn_wait--;
    } else if (spawn_rabbit()) {
        game.to_come--;
        game.spawn_wait = interval();
    } else {
        game.spawn_wait = FULL_INTERVAL;
    }
}

// -------------------------------------------------------------------------------------- rabbits

// Later waves rest less.
static uint8_t rest_of(const struct rabbit *rabbit)
{
    const uint8_t rest = (uint8_t)(board_flash_byte(&kinds[rabbit->kind].rest) + (random_byte() & 7));

    return (uint8_t)(rest > game.wave ? rest - game.wave : 0);
}

void rabbit_leap(struct rabbit *rabbit)
{
    // Not all alike, or they would soon hop as one.
    const int8_t speed = (int8_t)(board_flash_byte(&kinds[rabbit->kind].speed) + (random_byte() & 3));

    if (HORDE_STAMPEDE && rabbit->kind == RABBIT_HERD) { // it turns for nobody
        rabbit->dx = (int8_t)(rabbit->looks_left ? -speed : speed);
    } else if (game.screen == SCREEN_PLAY) {
        rabbit->looks_left = game.dino.x < rabbit->x;
        rabbit->dx = (int8_t)(rabbit->looks_left ? -speed : speed);
    } else { // it dances where it stands
        rabbit->looks_left = !rabbit->looks_left;
        rabbit->dx = 0;
    }
    rabbit->dy = (int8_t)board_flash_byte(&kinds[rabbit->kind].leap);
}

void rabbit_land(struct rabbit *rabbit)
{
    rabbit->rest = rest_of(rabbit);
    if (HORDE_STAMPEDE && rabbit->kind == RABBIT_GIANT) {
        giant_lands();
    }
}

void rabbit_strike(struct rabbit *rabbit)
{
    const int16_t middle = (int16_t)(rabbit->height + 6 * PIXEL);

    if (HORDE_STAMPEDE && rabbit->kind == RABBIT_GIANT && giant_takes(rabbit)) {
        return;
    }
    score_add(rabbit->x, (int16_t)(rabbit->height + 10 * PIXEL), board_flash_byte(&kinds[rabbit->kind].tens));
    if (rabbit->kind == RABBIT_TWIN) { // one head less, thrown back
        rabbit->kind = RABBIT_COMMON;
        rabbit->shown_struck = STRUCK_FRAMES;
        rabbit->dx = (int8_t)(rabbit->looks_left ? STRUCK_LEAP : -STRUCK_LEAP);
        rabbit->dy = STRUCK_LEAP;
        sparks_burst(rabbit->x, middle, PIECES / 2, 2);
        sound_play(SOUND_HIT);
        return;
    }
    sparks_burst(rabbit->x, middle, PIECES, 2);
    sound_play(SOUND_BURST);
    rabbits_release(rabbit);
}
