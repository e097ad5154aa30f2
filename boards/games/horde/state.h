// SPDX-License-Identifier: MIT
// state.h - everything the game remembers: five pools and one struct, below 600 bytes on every board.
//
// Places are in 1/16 of a pixel, from the left end of the world and from the ground up, so none is negative.
// Speeds are in 1/16 of a pixel a frame. `x` is the middle of an object, `height` its lowest point.
#ifndef HORDE_STATE_H
#define HORDE_STATE_H

#include "board.h"
#include "hutch/hutch.h"
#include "sizes.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PIXEL = 16,
    WORLD_WIDTH = FIELD_PIXELS * PIXEL,
    CAMERA_FIRST = 32 * PIXEL, // what comes from outside needs room to stand
    CAMERA_LAST = WORLD_WIDTH - (VIEW_PIXELS + 32) * PIXEL
};

// -------------------------------------------------------------------------------------- pools

struct phone {
    int16_t x;
    int16_t height;
    int8_t dx;
    int8_t dy;
    uint8_t age;
    uint8_t bounces;
};

enum rabbit_kind {
    RABBIT_COMMON,
    RABBIT_RUNNER,
    RABBIT_HOPPER,
    RABBIT_TWIN,
    RABBIT_HERD,  // of a stampede: runs straight through the field
    RABBIT_GIANT, // comes after it
    RABBIT_KINDS = RABBIT_HERD + 2 * HORDE_STAMPEDE
};

enum { RABBIT_WIDTH_MAX = 15 + 15 * HORDE_STAMPEDE }; // pixels: what is farther away is not looked at

struct rabbit {
    int16_t x;
    int16_t height;
    int8_t dx;
    int8_t dy;
    uint8_t kind;
    uint8_t rest;         // frames until the next leap
    uint8_t shown_struck; // frames of white after a hit that was not the last
    bool looks_left;
};

struct spark {
    int16_t x;
    int16_t height;
    int8_t dx;
    int8_t dy;
    uint8_t age;
    uint8_t size;
};

struct score {
    int16_t x;
    int16_t height;
    uint8_t age;
    uint8_t tens;
};

/// What a voice that is live plays.
struct tune {
    uint16_t hertz;
    int8_t slide; // hertz a frame
    uint8_t frames;
};

// In a page each has a policy more, which lowers its capacity while the game runs: web/limits.h.
#ifndef HORDE_LIMITED
#    define HORDE_LIMITED(pool)
#endif

HUTCH_POOL_DECLARE(phones, struct phone, PHONES HORDE_LIMITED(phones));
HUTCH_POOL_DECLARE(rabbits, struct rabbit, RABBITS HORDE_LIMITED(rabbits));
HUTCH_POOL_DECLARE(sparks, struct spark, SPARKS HORDE_LIMITED(sparks));
HUTCH_POOL_DECLARE(scores, struct score, SCORES HORDE_LIMITED(scores));
HUTCH_POOL_IDS_DECLARE(voices, BOARD_VOICES HORDE_LIMITED(voices));

// -------------------------------------------------------------------------------------- state

enum screen { SCREEN_TITLE, SCREEN_PLAY, SCREEN_OVER };

/// One at a time, chosen after each second wave. Each is seen in a pool.
enum gift {
    GIFT_NONE,
    GIFT_PHONES,  // three slots of phones a throw
    GIFT_RABBITS, // only so many slots of rabbits as RABBITS_FEW
    GIFT_SPARKS   // three quarters of the slots of sparks, if they are free, take a bite
};

enum { LATE_FROM_WAVE = 4 }; // another sky and another tune

struct dino {
    int16_t x;
    int16_t height;
    int8_t dy;
    bool looks_left;
    uint8_t stride;      // frames walked, for its legs
    uint8_t throw_wait;  // frames until it can throw again
    uint8_t throw_shown; // frames of the thrown pose
    uint8_t click_shown; // frames since it found no phone, downwards
    uint8_t safe;        // frames that nothing can hurt it
};

#if HORDE_STAMPEDE
enum herd_phase { HERD_AWAY, HERD_IS_HEARD, HERD_RUNS, HERD_HAS_COME, HERD_HAS_GIANT };

enum { GIANT_HITS = 40 };

struct herd {
    uint8_t phase;
    uint8_t wait;    // frames until the next phase, or the next row of rabbits
    uint8_t to_come; // rabbits
    uint8_t rows;    // until the next gap
    bool from_right;
    bool from_both;
    uint8_t giant_hits; // that the giant still takes
};

/// The figures on the screen at the end of a game.
struct deeds {
    uint16_t kills;
    uint8_t best_chain;
};
#endif

struct state {
    uint16_t random;
    uint16_t clock; // frames, wraps
    uint16_t score_tens;
    uint16_t best_tens;
    int16_t camera; // left edge of the view
    uint8_t screen;
    uint8_t screen_age; // frames, stays at its largest
    uint8_t held;       // buttons of the last frame
    bool has_overlay;
    bool is_demo; // it plays by itself, until A is pressed
    uint8_t lives;
    uint8_t wave;
    uint8_t wave_shown; // frames that the wave is still announced
    uint8_t to_come;    // rabbits of this wave
    uint8_t spawn_wait;
    uint8_t chain; // kills in quick succession: the multiplier
    uint8_t chain_wait;
    uint8_t shake;
    uint8_t gift;    // that it has
    uint8_t offered; // the one of three that is shown; GIFT_NONE: there is nothing to choose
    struct dino dino;
#if HORDE_STAMPEDE
    struct herd herd;
    struct deeds deeds;
#endif
    struct tune tunes[BOARD_VOICES]; // by the number that the pool `voices` gave
};

extern struct state game;

/// Whether it plays by itself.
static inline bool game_is_demo(void)
{
    return HORDE_HAS_ROOM && game.is_demo;
}

/// The next random byte.
uint8_t random_byte(void);

// -------------------------------------------------------------------------------------- what the parts offer

/// Puts the dinosaur into the middle of the world.
void dino_enter(void);

/// Walks, jumps, throws; then looks whether a rabbit bites or is trodden on.
void dino_step(uint8_t buttons, uint8_t pressed);

/// Has the dinosaur tread on a rabbit that it touches, or be bitten.
void dino_meet(struct rabbit *rabbit);

/// Throws a phone, and those that a gift or a chain of kills adds, as long as there are phones.
/// @return false when there was none at all
bool phones_throw(void);

/// Flies all phones and finds what they hit.
void phones_step(void);

/// Flies a phone for one frame. Returns the first rabbit that it touches then, or NULL.
struct rabbit *phone_fly(struct phone *phone);

/// Starts a wave.
void wave_begin(uint8_t number);

/// Lets a rabbit in.
/// @return NULL when there is no slot, or when a gift leaves it none
struct rabbit *rabbit_enter(enum rabbit_kind kind, int16_t x, bool looks_left);

/// Offers three gifts; the next wave begins once one is chosen.
void gifts_offer(void);

/// Left and right show another, A takes it.
/// @return true while there is something to choose
bool gifts_step(uint8_t pressed);

/// The words for the gift that is shown, in flash; GIFT_LETTERS of them.
const char *gift_text(void);
enum { GIFT_LETTERS = 24 };

/// Lets rabbits of the wave in, and goes on to the next wave when none is left.
void wave_step(void);

/// Hops all rabbits for one frame; those that sit rest.
void rabbits_hop(void);

/// Has the dinosaur meet each rabbit that is at most so far from a place, perhaps also some that are farther.
void rabbits_meet(int16_t x, int16_t reach);

/// Lets a rabbit that has rested leap.
void rabbit_leap(struct rabbit *rabbit);

/// A rabbit has come down: decides how long it rests.
void rabbit_land(struct rabbit *rabbit);

/// Strikes a rabbit: it goes, or loses a head.
void rabbit_strike(struct rabbit *rabbit);

/// The size of a rabbit in pixels.
uint8_t rabbit_width(const struct rabbit *rabbit);
uint8_t rabbit_tall(const struct rabbit *rabbit);

/// Throws sparks from a place; when the pool is full the oldest sparks are used again.
void sparks_burst(int16_t x, int16_t height, uint8_t count, uint8_t size);

/// Flies all sparks for one frame, and ends those that are old.
void sparks_fly(void);

/// The oldest spark, of the lowest slot if several are as old.
struct spark *spark_oldest(void);

/// Counts points and lets them rise from a place; when the pool is full the oldest floating score goes.
void score_add(int16_t x, int16_t height, uint8_t tens);

/// Moves sparks and floating scores, and ends those that are old.
void effects_step(void);

enum sound {
    SOUND_THROW,
    SOUND_BOUNCE,
    SOUND_CLICK,
    SOUND_JUMP,
    SOUND_HIT,
    SOUND_BURST,
    SOUND_HURT,
    SOUND_WAVE
};

/// Plays a sound on a free voice; when there is none it is not heard.
void sound_play(enum sound sound);

/// Plays on, and lets voices go at the end of their sound.
void sound_step(void);

/// Silences all voices.
void sound_stop(void);

/// Brings the best score of earlier days into the game; broken saves are ignored. Only with BOARD_SAVES.
void best_load(void);

/// Keeps a better one. Call it in each frame of a game's end.
void best_keep(void);

// Of STAMPEDE only, in stampede/.

/// Forgets what the pools have counted, and the kills: a game begins.
void deeds_forget(void);

/// Counts a kill.
void deeds_count(void);

/// Begins a wave without a herd.
void herd_forget(void);

/// Lets the herd come once the wave's rabbits are few.
/// @return true while it comes: no wave ends then
bool herd_step(void);

/// The giant has landed: the ground trembles.
void giant_lands(void);

/// The giant is struck.
/// @return false when it has had enough
bool giant_takes(struct rabbit *giant);

#endif
