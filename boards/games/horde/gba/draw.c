// SPDX-License-Identifier: MIT
// draw.c - puts what moves on the console's sprites, from front to back; what finds none left is not seen.
#include "draw.h"
#include "actors.h"
#include "art.h"
#include "horde.h"
#include "stage.h"
#include "state.h"

enum {
    DINO_HALF = 16,
    DINO_TALL = 32,
    RABBIT_HALF = 8,
    RABBIT_TALL = 16,
    SPARK_HALF = 4,
    BLINK = 4,
    SMALL_FROM = 14,
    GLOW_FROM = 30,
    DINO_LANE = 1,
    TITLE_RABBITS = 26,
    SCORES_SHOWN = 4,
};

static int left;

static int place_x(int x)
{
    return (x >> 4) - left;
}

// A horde three lanes deep: a rabbit's lane is the number of its slot modulo 3, and nobody is nearer for it.
static int lane_y(int height, int lane)
{
    return FLOOR_Y + (lane - DINO_LANE) * LANE_LINES - (height >> 4);
}

// It sits broad, leaps tall, and shrinks with each hit, from seven quarters of its picture's size to that.
static void draw_giant(const struct rabbit *giant)
{
    const bool leaps = giant->height > 0;
    const struct actor actor = {(uint16_t)(TILE_GIANT + (leaps ? 16 : 0)), 2,
                                (uint8_t)(giant->shown_struck > 0 ? OBJ_WHITE : OBJ_COMMON + RABBIT_GIANT)};
    const unsigned size = 256 + 192u * game.herd.giant_hits / GIANT_HITS;
    const unsigned squash = leaps ? 0 : giant->rest > 12 ? size / 8 : size / 16;
    const unsigned across = size + squash;
    const unsigned down = size + (leaps ? size / 16 : 0) - squash;

    (void)stage_put_stretched(&actor, place_x(giant->x), lane_y(giant->height, DINO_LANE) - (int)(down / 16),
                              across, down, giant->looks_left);
}

static void draw_lane(int lane)
{
    HUTCH_FOREACH (const struct rabbit, rabbit, rabbits) {
        const unsigned slot = rabbits_index(rabbit);
        if ((int)(slot % LANES) != lane) {
            continue;
        }
        if (rabbit->kind == RABBIT_GIANT) {
            draw_giant(rabbit);
            continue;
        }
        const struct actor actor = {
            (uint16_t)(actor_rabbit_tile(rabbit->kind) + (rabbit->height > 0 ? 4 : 0)), 1,
            (uint8_t)(rabbit->shown_struck > 0 ? OBJ_WHITE : OBJ_COMMON + rabbit->kind)};
        (void)stage_put(&actor, place_x(rabbit->x) - RABBIT_HALF, lane_y(rabbit->height, lane) - RABBIT_TALL,
                        rabbit->looks_left);
    }
}

static uint8_t dino_frame(const struct dino *dino)
{
    static const uint8_t walk[4] = {DINO_WALKS, DINO_STANDS, DINO_WALKS_ON, DINO_STANDS};

    if (game.shake > 3) { // the ground's tremble hurts nobody
        return DINO_IS_BITTEN;
    }
    if (dino->throw_shown > 0) {
        return DINO_THROWS;
    }
    if (dino->height > 0) {
        return DINO_JUMPS;
    }
    return dino->stride == 0 ? DINO_STANDS : walk[dino->stride >> 2 & 3];
}

static void put_dino(uint8_t frame, int x, int y, bool looks_left, bool has_phone)
{
    const struct actor body = {(uint16_t)(TILE_DINO + frame * 16), 2, OBJ_DINO};
    const struct actor hand = {TILE_PHONE, 0, OBJ_PHONE};

    if (has_phone) {
        (void)stage_put(&hand, looks_left ? x - 13 : x + 5, y - 19, looks_left);
    }
    (void)stage_put(&body, x - DINO_HALF, y - DINO_TALL, looks_left);
}

static void draw_dino(void)
{
    const struct dino *const dino = &game.dino;
    const bool blinks = dino->safe > 0 && game.shake == 0 && !stage_is_paused;

    if (game.screen == SCREEN_OVER || (blinks && (game.clock & BLINK) != 0)) {
        return;
    }
    put_dino(dino_frame(dino), place_x(dino->x), lane_y(dino->height, DINO_LANE), dino->looks_left,
             dino->throw_shown == 0 && phones_available() > 0);
}

static void draw_phones(void)
{
    HUTCH_FOREACH (const struct phone, phone, phones) {
        const struct actor actor = {(uint16_t)(TILE_PHONE + (phone->age >> 2 & (PHONE_FRAMES - 1))), 0,
                                    OBJ_PHONE};
        (void)stage_put(&actor, place_x(phone->x) - 4, lane_y(phone->height, DINO_LANE) - 8, phone->dx < 0);
    }
}

// Not all of them: each is two or three sprites, which sparks would have to do without.
static void draw_scores(void)
{
    unsigned shown = 0;

    HUTCH_FOREACH (const struct score, score, scores) {
        if (shown++ == SCORES_SHOWN) {
            return;
        }
        const int x = place_x(score->x) - (score->tens < 10 ? 6 : 9);
        const int y = lane_y(score->height, DINO_LANE) - 12;
        const struct actor tens = {(uint16_t)(TILE_DIGITS + score->tens / 10), 0, OBJ_SCORE};
        const struct actor ones = {(uint16_t)(TILE_DIGITS + score->tens % 10), 0, OBJ_SCORE};
        const struct actor nought = {TILE_DIGITS, 0, OBJ_SCORE};
        const int second = score->tens < 10 ? x : x + 6;
        if (score->tens >= 10) {
            (void)stage_put(&tens, x, y, false);
        }
        (void)stage_put(&ones, second, y, false);
        (void)stage_put(&nought, second + 6, y, false);
    }
}

static void draw_sparks(void)
{
    HUTCH_FOREACH (const struct spark, spark, sparks) {
        const unsigned tile = spark->age < SMALL_FROM && spark->size > 1 ? 0 : spark->age < GLOW_FROM ? 1 : 2;
        const struct actor actor = {(uint16_t)(TILE_SPARKS + tile), 0, OBJ_SPARKS};
        if (!stage_put(&actor, place_x(spark->x) - SPARK_HALF,
                       lane_y(spark->height, DINO_LANE) - SPARK_HALF - 2, false)) {
            return; // the rest finds no sprite either
        }
    }
}

// Behind all the others: the first that are missing when sprites run short.
static void draw_shadows(void)
{
    const struct actor actor = {TILE_SHADOW, 0, OBJ_PHONE};

    if (game.dino.height > 0 && game.screen == SCREEN_PLAY) {
        (void)stage_put(&actor, place_x(game.dino.x) - 4, lane_y(0, DINO_LANE) - 7, false);
    }
    HUTCH_FOREACH (const struct rabbit, rabbit, rabbits) {
        const int lane = (int)(rabbits_index(rabbit) % LANES);
        if (rabbit->height > 0 && !stage_put(&actor, place_x(rabbit->x) - 4, lane_y(0, lane) - 7, false)) {
            return;
        }
    }
}

// The title's horde stands still in the field, and leaps in waves.
static void draw_title(void)
{
    const bool throws = (game.clock & 31) < 12;

    for (int lane = LANES - 1; lane >= 0; lane--) {
        if (lane == DINO_LANE) {
            put_dino(throws ? DINO_THROWS : DINO_STANDS, 44, lane_y(0, lane), false, !throws);
        }
        for (unsigned i = 0; i < TITLE_RABBITS; i++) {
            const unsigned beat = (game.clock + i * 11) & 63;
            const unsigned up = beat < 16 ? beat * (16 - beat) / 6 : 0;
            const uint8_t kind = (uint8_t)(i * 5 % 7 <= RABBIT_HERD ? i * 5 % 7 : RABBIT_COMMON);
            const struct actor actor = {(uint16_t)(actor_rabbit_tile(kind) + (up > 0 ? 4 : 0)), 1,
                                        (uint8_t)(OBJ_COMMON + kind)};
            if ((int)(i % LANES) == lane) {
                (void)stage_put(&actor, 96 + (int)(i * 23 % 140), lane_y((int)up * PIXEL, lane) - RABBIT_TALL,
                                true);
            }
        }
    }
    for (unsigned i = 0; i < 3; i++) {
        const struct actor phone = {(uint16_t)(TILE_PHONE + ((game.clock >> 1) + i) % 4), 0, OBJ_PHONE};
        (void)stage_put(&phone, 62 + (int)((game.clock * 2u + i * 29) % 87), 118 - (int)(i * 3), false);
    }
}

void horde_draw(void)
{
    const int shake = game.shake == 0 ? 0 : (game.shake & 2) != 0 ? 2 : -2;

    left = (game.camera >> 4) - shake;
    backdrop_scroll(shake);
    if (game.screen == SCREEN_TITLE) {
        draw_title();
    } else {
        draw_phones();
        draw_scores();
        draw_lane(2);
        draw_dino();
        draw_lane(1);
        draw_lane(0);
        draw_sparks();
        draw_shadows();
    }
    panel_draw();
    words_draw();
}
