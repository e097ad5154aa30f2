// SPDX-License-Identifier: MIT
// state.c - the pools, the state, its random numbers and its fingerprint.
#include "state.h"
#include "horde.h"
#include "hutch/report.h"
#include "hutch/stats.h"

HUTCH_POOL_DEFINE(phones);
HUTCH_POOL_DEFINE(rabbits);
HUTCH_POOL_DEFINE(sparks);
HUTCH_POOL_DEFINE(scores);
HUTCH_POOL_IDS_DEFINE(voices);

HUTCH_POOL_LIST(&phones_pool, &rabbits_pool, &sparks_pool, &scores_pool, &voices_pool);

struct state game;

// Marsaglia's xorshift with 16 bits of state: all values but 0, in one cycle.
uint8_t random_byte(void)
{
    game.random = (uint16_t)(game.random ^ game.random << 7);
    game.random = (uint16_t)(game.random ^ game.random >> 9);
    game.random = (uint16_t)(game.random ^ game.random << 8);
    return (uint8_t)(game.random >> 8);
}

uint32_t horde_score(void)
{
    return (uint32_t)game.score_tens * 10u;
}

// -------------------------------------------------------------------------------------- fingerprint

// Jenkins' one-at-a-time hash: shifts and adds only. It is fed values, never memory, so that neither padding
// nor byte order nor the width of int shows.
static void mix_byte(uint32_t *hash, uint8_t byte)
{
    *hash += byte;
    *hash += *hash << 10;
    *hash ^= *hash >> 6;
}

static void mix_word(uint32_t *hash, uint16_t word)
{
    mix_byte(hash, (uint8_t)word);
    mix_byte(hash, (uint8_t)(word >> 8));
}

// Where it is and how it moves: what phones, rabbits and sparks have in common.
static void mix_motion(uint32_t *hash, int16_t x, int16_t height, int8_t dx, int8_t dy)
{
    mix_word(hash, (uint16_t)x);
    mix_word(hash, (uint16_t)height);
    mix_byte(hash, (uint8_t)dx);
    mix_byte(hash, (uint8_t)dy);
}

static void mix_pool(uint32_t *hash, const struct hutch_pool *pool)
{
    for (unsigned i = 0; i < hutch_capacity(pool); i++) {
        mix_byte(hash, hutch_is_live_at(pool, i));
    }
    mix_word(hash, (uint16_t)hutch_peak(pool));
    mix_word(hash, (uint16_t)hutch_refused(pool));
}

static void mix_objects(uint32_t *hash)
{
    HUTCH_FOREACH (const struct phone, phone, phones) {
        mix_motion(hash, phone->x, phone->height, phone->dx, phone->dy);
        mix_byte(hash, phone->age);
        mix_byte(hash, phone->bounces);
    }
    HUTCH_FOREACH (const struct rabbit, rabbit, rabbits) {
        mix_motion(hash, rabbit->x, rabbit->height, rabbit->dx, rabbit->dy);
        mix_byte(hash, rabbit->kind);
        mix_byte(hash, rabbit->rest);
        mix_byte(hash, rabbit->shown_struck);
        mix_byte(hash, rabbit->looks_left);
    }
    HUTCH_FOREACH (const struct spark, spark, sparks) {
        mix_motion(hash, spark->x, spark->height, spark->dx, spark->dy);
        mix_byte(hash, spark->age);
        mix_byte(hash, spark->size);
    }
    HUTCH_FOREACH (const struct score, score, scores) {
        mix_word(hash, (uint16_t)score->x);
        mix_word(hash, (uint16_t)score->height);
        mix_byte(hash, score->age);
        mix_byte(hash, score->tens);
    }
    HUTCH_FOREACH_ID (voice, voices) {
        mix_word(hash, game.tunes[voice].hertz);
        mix_byte(hash, (uint8_t)game.tunes[voice].slide);
        mix_byte(hash, game.tunes[voice].frames);
    }
}

static void mix_dino(uint32_t *hash)
{
    const struct dino *const dino = &game.dino;

    mix_motion(hash, dino->x, dino->height, 0, dino->dy);
    mix_byte(hash, dino->looks_left);
    mix_byte(hash, dino->stride);
    mix_byte(hash, dino->throw_wait);
    mix_byte(hash, dino->throw_shown);
    mix_byte(hash, dino->click_shown);
    mix_byte(hash, dino->safe);
}

#if HORDE_STAMPEDE
static void mix_herd(uint32_t *hash)
{
    const struct herd *const herd = &game.herd;

    mix_byte(hash, herd->phase);
    mix_byte(hash, herd->wait);
    mix_byte(hash, herd->to_come);
    mix_byte(hash, herd->rows);
    mix_byte(hash, herd->from_right);
    mix_byte(hash, herd->from_both);
    mix_byte(hash, herd->giant_hits);
    mix_word(hash, game.deeds.kills);
    mix_byte(hash, game.deeds.best_chain);
}
#endif

static void mix_game(uint32_t *hash)
{
    mix_word(hash, game.random);
    mix_word(hash, game.clock);
    mix_word(hash, game.score_tens);
    mix_word(hash, game.best_tens);
    mix_word(hash, (uint16_t)game.camera);
    mix_byte(hash, game.screen);
    mix_byte(hash, game.screen_age);
    mix_byte(hash, game.held);
    mix_byte(hash, game.has_overlay);
    mix_byte(hash, game.lives);
    mix_byte(hash, game.wave);
    mix_byte(hash, game.wave_shown);
    mix_byte(hash, game.to_come);
    mix_byte(hash, game.spawn_wait);
    mix_byte(hash, game.chain);
    mix_byte(hash, game.chain_wait);
    mix_byte(hash, game.shake);
    mix_byte(hash, game.gift);
    mix_byte(hash, game.offered);
    if (game_is_demo()) {
        mix_byte(hash, 1);
    }
#if HORDE_STAMPEDE
    mix_herd(hash);
#endif
}

uint32_t horde_checksum(void)
{
    uint32_t hash = 0;
    const struct hutch_pool *pool;

    for (unsigned i = 0; (pool = hutch_listed_pool(i)) != NULL; i++) {
        mix_pool(&hash, pool);
    }
    mix_objects(&hash);
    mix_dino(&hash);
    mix_game(&hash);
    hash += hash << 3;
    hash ^= hash >> 11;
    hash += hash << 15;
    return hash;
}
