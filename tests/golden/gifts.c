// SPDX-License-Identifier: MIT
// gifts.c - after each second wave of HORDE one of three gifts is taken: offered, chosen, and seen in its pool.
//
// usage: gifts     prints TAP

#include "board.h"
#include "canvas/canvas.h"
#include "horde/horde.h"
#include "horde/state.h"

#include "claims.h"

void board_tone(uint8_t voice, uint16_t hertz)
{
    (void)voice, (void)hertz;
}

static void step(uint8_t buttons, unsigned frames)
{
    for (; frames > 0; frames--) {
        horde_step(buttons);
    }
}

static void press(uint8_t button)
{
    step(button, 1);
    step(0, 1);
}

// Plays from the last frame of a wave on.
static void end_wave(uint8_t number)
{
    horde_init(1);
    press(BOARD_A);
    rabbits_clear();
    game.wave = number;
    game.to_come = 0;
    step(0, 1);
}

static void take(enum gift gift)
{
    end_wave(2);
    step(0, 60);
    for (unsigned i = 0; i < 2 && game.offered != gift; i++) {
        press(BOARD_RIGHT);
    }
    press(BOARD_A);
    rabbits_clear();
    game.to_come = 0;
}

// @return how many of a sky's pixels are lit, and the sum of their places
static unsigned long sky_of(uint8_t wave)
{
    unsigned long sum = 0;

    game.wave = wave;
    game.wave_shown = 0;
    canvas_clear();
    horde_draw();
    for (unsigned i = 0; i < CANVAS_BYTES / 4; i++) {
        sum += canvas[i] != 0 ? 100000 + i : 0;
    }
    return sum;
}

int main(void)
{
    end_wave(1);
    check(game.offered == GIFT_NONE && game.wave == 2, "after wave 1 the next one comes");
    end_wave(2);
    check(game.offered == GIFT_PHONES && game.wave == 2, "after wave 2 it waits for a choice");
    press(BOARD_A);
    check(game.gift == GIFT_NONE && game.offered != GIFT_NONE, "A of the fight takes nothing");
    step(0, 30);
    press(BOARD_LEFT);
    check(game.offered == GIFT_SPARKS, "left of the first is the last");
    press(BOARD_RIGHT);
    press(BOARD_RIGHT);
    check(game.offered == GIFT_RABBITS && game.dino.x == WORLD_WIDTH / 2, "the dinosaur stays where it is");
    step(0, 600);
    check(game.offered == GIFT_RABBITS && rabbits_live() == 0, "nobody comes while it waits");
    press(BOARD_A);
    check(game.gift == GIFT_RABBITS && game.offered == GIFT_NONE && game.wave == 3,
          "A takes one, and the next wave comes");

    take(GIFT_PHONES);
    press(BOARD_A);
    check(phones_live() == 3, "phones: a throw takes three slots");
    check(phones_throw() && phones_available() == 0 && !phones_throw(), "two take them all");

    take(GIFT_RABBITS);
    while (rabbit_enter(RABBIT_COMMON, 0, false) != NULL) {}
    check(rabbits_live() == RABBITS_FEW, "rabbits: some slots stay free");

    take(GIFT_SPARKS);
    sparks_clear();
    game.dino.safe = 0;
    (void)rabbit_enter(RABBIT_COMMON, game.dino.x, false);
    step(0, 1);
    check(game.lives == 3 && sparks_live() == SPARKS * 3 / 4, "sparks: they take a bite");
    game.dino.safe = 0;
    step(0, 1);
    check(game.lives == 2, "but not while they still fly");

    end_wave(2);
    step(0, 60);
    press(BOARD_A);
    game.lives = 0;
    step(0, 120);
    press(BOARD_A);
    check(game.screen == SCREEN_PLAY && game.gift == GIFT_NONE, "a new game has no gift");
    check(sky_of(LATE_FROM_WAVE) != sky_of(LATE_FROM_WAVE - 1), "wave 4 has another sky");
    return claims_end();
}
