// SPDX-License-Identifier: MIT
// herd.c - the stampede: once a wave is nearly over, a herd runs through the field from end to end.
//
// It comes in groups of rows with gaps between them, which one can jump over, or land in:
//
//   oo oo oo         oo oo oo oo oo        oo oo oo
//   ----------> group        gap
//
// From the fourth wave on a giant comes once the field is empty, and the wave ends with it.
#include "state.h"

enum {
    FEW = 6, // rabbits of the wave that may be left when the herd is heard
    HEARD_FRAMES = 110,
    TREMBLE = 3, // frames of a small shake
    FIRST_HERD = 54,
    MORE_HERD = 18, // in each wave that follows
    HERD_MAX = 240,
    WAVE_OF_TWO = 3, // from this on it comes from both ends
    ROW_RABBITS = 3,
    ROW_FRAMES = 5,
    FEWEST_ROWS = 3,
    MORE_ROWS_MASK = 1,
    GAP_FRAMES = 26,
    MORE_GAP_MASK = 7,
    FULL_FRAMES = 4, // before the next try when all rabbits are live
    GIANT_FROM_WAVE = 4,
    GIANT_OUTSIDE = 24 * PIXEL, // of the view: where it comes from
    GIANT_STRUCK_FRAMES = 4,
    GIANT_PIECES = 3,
    GIANT_BURST = 60
};

void herd_forget(void)
{
    const struct herd none = {.phase = HERD_AWAY};

    game.herd = none;
}

static bool enter(enum rabbit_kind kind, int16_t x, bool looks_left)
{
    struct rabbit *const rabbit = rabbit_enter(kind, x, looks_left);

    if (rabbit != NULL) {
        rabbit->rest = random_byte() & 7; // so that a row does not leap as one
    }
    return rabbit != NULL;
}

static void call_herd(struct herd *herd)
{
    const uint16_t count = (uint16_t)(FIRST_HERD + (game.wave - 1) * MORE_HERD);

    herd->phase = HERD_IS_HEARD;
    herd->wait = HEARD_FRAMES;
    herd->to_come = (uint8_t)(count < HERD_MAX ? count : HERD_MAX);
    herd->from_right = (random_byte() & 1) != 0;
    herd->from_both = game.wave >= WAVE_OF_TWO;
    sound_play(SOUND_WAVE);
}

// One that finds no slot comes later, and the gap that follows it comes later too.
static void enter_row(struct herd *herd)
{
    const uint8_t row = herd->from_both ? 2 * ROW_RABBITS : ROW_RABBITS;

    for (uint8_t i = 0; i < row && herd->to_come > 0; i++) {
        const bool from_right = herd->from_right != (i >= ROW_RABBITS);
        if (!enter(RABBIT_HERD, from_right ? WORLD_WIDTH : 0, from_right)) {
            herd->wait = FULL_FRAMES;
            return;
        }
        herd->to_come--;
    }
    herd->wait = ROW_FRAMES;
    if (herd->rows > 0) {
        herd->rows--;
        return;
    }
    herd->rows = (uint8_t)(FEWEST_ROWS - 1 + (random_byte() & MORE_ROWS_MASK));
    herd->wait = (uint8_t)(GAP_FRAMES + (random_byte() & MORE_GAP_MASK));
}

// From the side that the herd came from.
static void call_giant(struct herd *herd)
{
    const int right = game.camera + VIEW_PIXELS * PIXEL + GIANT_OUTSIDE;
    const int left = game.camera - GIANT_OUTSIDE;

    if (enter(RABBIT_GIANT, (int16_t)(herd->from_right ? right : left), herd->from_right)) {
        herd->phase = HERD_HAS_GIANT;
        herd->giant_hits = GIANT_HITS;
        sound_play(SOUND_WAVE);
    }
}

void giant_lands(void)
{
    if (game.shake < TREMBLE) {
        game.shake = TREMBLE;
        sound_play(SOUND_BOUNCE);
    }
}

bool giant_takes(struct rabbit *giant)
{
    const int16_t middle = (int16_t)(giant->height + 14 * PIXEL);

    if (--game.herd.giant_hits == 0) {
        sparks_burst(giant->x, middle, GIANT_BURST, 2);
        return false;
    }
    giant->shown_struck = GIANT_STRUCK_FRAMES;
    score_add(giant->x, (int16_t)(giant->height + 32 * PIXEL), 1);
    sparks_burst(giant->x, middle, GIANT_PIECES, 2);
    sound_play(SOUND_HIT);
    return true;
}

bool herd_step(void)
{
    struct herd *const herd = &game.herd;

    if (herd->phase == HERD_AWAY && rabbits_live() <= FEW) {
        call_herd(herd);
    }
    if (herd->phase == HERD_HAS_COME && rabbits_live() == 0 && game.wave >= GIANT_FROM_WAVE) {
        call_giant(herd);
    }
    if (herd->phase != HERD_IS_HEARD && herd->phase != HERD_RUNS) {
        return false;
    }
    if (herd->wait > 0) {
        herd->wait--;
        if (herd->phase == HERD_IS_HEARD && (herd->wait & 31) == 0) {
            game.shake = TREMBLE;
            sound_play(SOUND_BOUNCE);
        }
    } else if (herd->phase == HERD_IS_HEARD) {
        herd->phase = HERD_RUNS;
    } else if (herd->to_come > 0) {
        enter_row(herd);
    } else {
        herd->phase = HERD_HAS_COME;
    }
    return true;
}
