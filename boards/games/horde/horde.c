// SPDX-License-Identifier: MIT
// horde.c - the order of things: title, play and the end, and what a frame does in each.
#include "horde.h"
#include "cheat.h"
#include "music.h"
#include "state.h"

enum {
    LIVES = 3,
    DEAD_FRAMES = 50,  // before A starts again, so that a thrower sees the end
    DEMO_AFTER = 2048, // frames at the title: 34 seconds
    LOOK_AHEAD = 14 * PIXEL,
    CAMERA_EASE = 8
};

static void change_screen(enum screen screen)
{
    game.screen = (uint8_t)screen;
    game.screen_age = 0;
}

static void start_playing(void)
{
    phones_clear();
    rabbits_clear();
    sparks_clear();
    scores_clear();
    sound_stop();
#if HORDE_STAMPEDE
    deeds_forget();
#endif
    game.score_tens = 0;
    game.lives = LIVES;
    game.chain = 0;
    game.chain_wait = 0;
    game.shake = 0;
    game.gift = game.offered = GIFT_NONE;
    dino_enter();
    wave_begin(1);
    change_screen(SCREEN_PLAY);
}

// Eases towards a view that shows more of where the dinosaur looks.
static void move_camera(void)
{
    const int16_t ahead = game.dino.looks_left ? -LOOK_AHEAD : LOOK_AHEAD;
    int16_t goal = (int16_t)(game.dino.x + ahead - VIEW_PIXELS / 2 * PIXEL);

    goal = goal < CAMERA_FIRST ? CAMERA_FIRST : goal > CAMERA_LAST ? CAMERA_LAST : goal;
    game.camera = (int16_t)(game.camera + (goal - game.camera) / CAMERA_EASE);
}

void horde_init(uint16_t seed)
{
    const struct state fresh = {.random = seed != 0 ? seed : 1};

    phones_clear();
    rabbits_clear();
    sparks_clear();
    scores_clear();
    sound_stop();
    game = fresh;
    if (BOARD_SAVES) {
        best_load();
    }
    dino_enter();
    game.camera = WORLD_WIDTH / 2 - VIEW_PIXELS / 2 * PIXEL;
    change_screen(SCREEN_TITLE);
}

// Walks to and fro, jumps at times, throws.
static uint8_t demo_buttons(uint16_t clock)
{
    unsigned buttons = (clock & 128) != 0 ? BOARD_LEFT : BOARD_RIGHT;

    buttons |= (clock & 31) == 0 ? BOARD_A : 0u;
    buttons |= (clock & 63) == 48 ? BOARD_UP : 0u;
    return (uint8_t)buttons;
}

static void step_play(uint8_t buttons, uint8_t pressed)
{
    if (gifts_step(pressed)) {
        dino_step(0, 0);
    } else {
        dino_step(buttons, pressed);
        wave_step();
    }
    move_camera();
    if (game.lives == 0) {
        change_screen(SCREEN_OVER);
    }
}

// At the title, and at the end of a demo.
static bool is_time_for_demo(void)
{
    const bool has_rest = game.screen == SCREEN_TITLE || (game.screen == SCREEN_OVER && game_is_demo());
    return has_rest && game.screen_age == UINT8_MAX && game.clock % DEMO_AFTER == 0;
}

void horde_step(uint8_t buttons)
{
    const uint8_t pressed = (uint8_t)(buttons & ~game.held);

    game.held = buttons;
    game.clock++;
    if (HUTCH_CFG_CHECK >= 2 && cheat_step(pressed)) {
        return;
    }
    if (game.screen_age < UINT8_MAX) {
        game.screen_age++;
    }
    if (game.shake > 0) {
        game.shake--;
    }
    if ((pressed & BOARD_DOWN) != 0) {
        game.has_overlay = !game.has_overlay;
    }
    if (game.screen == SCREEN_PLAY && !game_is_demo()) {
        step_play(buttons, pressed);
    } else if ((pressed & BOARD_A) != 0 && (game.screen != SCREEN_OVER || game.screen_age > DEAD_FRAMES)) {
        game.random = (uint16_t)(game.random ^ game.clock); // when one starts decides what one gets
        game.random = game.random != 0 ? game.random : 1;
        game.is_demo = false;
        start_playing();
    } else if (HORDE_HAS_ROOM && is_time_for_demo()) {
        game.is_demo = true;
        start_playing();
    } else if (HORDE_HAS_ROOM && game.screen == SCREEN_PLAY) {
        const uint8_t now = demo_buttons(game.clock);
        step_play(now, (uint8_t)(now & ~demo_buttons((uint16_t)(game.clock - 1))));
    }
    phones_step();
    rabbits_hop();
    effects_step();
    sound_step();
    if (MUSIC_PARTS > 0) {
        music_step();
    }
    if (BOARD_SAVES && game.screen == SCREEN_OVER && !game_is_demo()) {
        best_keep();
    }
}
