// SPDX-License-Identifier: MIT
// effects.c - sparks that fly and scores that rise: both let the oldest go to make room for the new.
#include "state.h"

enum {
    SCORE_FRAMES = 40,
    SCORE_RISE = 10,
    CHAIN_FRAMES = 75, // a kill within this time raises the multiplier
    CHAIN_MAX = 5,
    TENS_MAX = 30000
};

// -------------------------------------------------------------------------------------- sparks

void sparks_burst(int16_t x, int16_t height, uint8_t count, uint8_t size)
{
    for (uint8_t i = 0; i < count; i++) {
        struct spark *spark = sparks_acquire();
        if (spark == NULL) {
            sparks_release(spark_oldest());
            spark = sparks_acquire();
        }
        spark->x = x;
        spark->height = height;
        spark->dx = (int8_t)((random_byte() & 63) - 32);
        spark->dy = (int8_t)((random_byte() & 31) + 6);
        spark->age = random_byte() & 15; // so that they do not all end at once
        spark->size = size;
    }
}

// -------------------------------------------------------------------------------------- scores

static struct score *oldest_score(void)
{
    struct score *oldest = scores_first();

    HUTCH_FOREACH (struct score, score, scores) {
        if (score->age > oldest->age) {
            oldest = score;
        }
    }
    return oldest;
}

static uint8_t next_multiplier(void)
{
    game.chain = game.chain_wait == 0 ? 1 : game.chain < CHAIN_MAX ? (uint8_t)(game.chain + 1) : CHAIN_MAX;
    game.chain_wait = CHAIN_FRAMES;
    return game.chain;
}

void score_add(int16_t x, int16_t height, uint8_t tens)
{
    struct score *score = scores_acquire();

    if (score == NULL) {
        scores_release(oldest_score());
        score = scores_acquire();
    }
    score->x = x;
    score->height = height;
    score->age = 0;
    score->tens = (uint8_t)(tens * next_multiplier());
#if HORDE_STAMPEDE
    deeds_count();
#endif
    if (game.score_tens < TENS_MAX) {
        game.score_tens = (uint16_t)(game.score_tens + score->tens);
    }
    if (game.score_tens > game.best_tens && !game_is_demo()) {
        game.best_tens = game.score_tens;
    }
}

void effects_step(void)
{
    sparks_fly();
    HUTCH_FOREACH (struct score, score, scores) {
        score->age++;
        score->height = (int16_t)(score->height + SCORE_RISE);
        if (score->age > SCORE_FRAMES) {
            scores_release(score);
        }
    }
    if (game.chain_wait > 0) {
        game.chain_wait--;
    }
}
