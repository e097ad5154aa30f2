// SPDX-License-Identifier: MIT
// rewind.c - a game of refs and pointers that guesses inputs and rolls back, and 100,000 damaged saves.

#include <stdlib.h>
#include <string.h>

#include "unit.h"

UNIT_RECORDS_NO_FAULTS

struct foe {
    int x, hp;
    struct foe *leader;
};
HUTCH_POOL_TRACKED(foes, struct foe, 40);
struct shot {
    int x, v;
    foes_ref_t target;
};
HUTCH_POOL(shots, struct shot, 200);
HUTCH_POOL_IDS(voices, 8);
HUTCH_POOL(sparks, struct foe, 2000);
HUTCH_STATE(level, foes, shots, voices, sparks);

static struct {
    uint32_t seed;
    int number;
} frame;

static unsigned below(unsigned end)
{
    return unit_random(&frame.seed) % end;
}

static void acquire_some(void)
{
    for (unsigned n = below(3); n != 0; n--) {
        struct foe *const foe = foes_acquire();
        if (foe != NULL) {
            *foe = (struct foe){(int)below(200), 1 + (int)below(3), foes_first()};
        }
    }
    for (unsigned n = below(6); n != 0; n--) {
        struct shot *const shot = shots_acquire();
        const unsigned slot = below(40);
        if (shot != NULL) {
            memset(shot, 0, sizeof *shot);
            shot->x = (int)below(200);
            shot->v = 1 + (int)below(9);
            if (foes_is_live_at(slot)) {
                shot->target = foes_ref(foes_at(slot));
            }
        }
    }
    for (unsigned n = below(40); n != 0; n--) {
        struct foe *const spark = sparks_acquire();
        if (spark != NULL) {
            *spark = (struct foe){(int)below(1000), 0, NULL};
        }
    }
}

static void play(unsigned input)
{
    frame.seed ^= input * 2654435761u;
    frame.number++;
    acquire_some();
    if (below(2) != 0) {
        (void)!voices_acquire();
    } else if (voices_last() >= 0) {
        voices_release(voices_last());
    }
    HUTCH_FOREACH (struct foe, spark, sparks) {
        if (below(50) == 0) {
            sparks_release(spark);
        }
    }
    HUTCH_FOREACH (struct shot, shot, shots) {
        struct foe *const foe = foes_deref(shot->target);
        shot->x += shot->v;
        if (foe != NULL && abs(foe->x - shot->x) < 12) {
            if (--foe->hp <= 0) {
                foes_release(foe);
            }
            shots_release(shot);
        } else if (shot->x > 300) {
            shots_release(shot);
        }
    }
    HUTCH_FOREACH (struct foe, foe, foes) {
        foe->x += foe->leader != NULL && foes_is_live(foe->leader) && foe->leader->x > foe->x ? 1 : -1;
        if (foe->x < -50) {
            foes_release(foe);
        }
    }
}

static uint32_t hash;

static void mix(uint32_t value)
{
    hash = (hash ^ value) * 16777619u;
}

static uint32_t picture(void)
{
    hash = frame.seed;
    HUTCH_FOREACH (struct foe, foe, foes) {
        mix(foes_index(foe));
        mix(foes_ref(foe).value);
        mix((uint32_t)foe->x);
        mix(foe->leader != NULL ? foes_index(foe->leader) : 99u);
    }
    HUTCH_FOREACH (struct shot, shot, shots) {
        mix(shots_index(shot));
        mix((uint32_t)shot->x);
        mix(shot->target.value);
    }
    HUTCH_FOREACH (struct foe, spark, sparks) {
        mix(sparks_index(spark));
        mix((uint32_t)spark->x);
    }
    mix(voices_live());
    return hash;
}

enum { frames = HUTCH_CFG_CHECK >= 2 ? 400 : 1600, back = 8 };
static unsigned char bytes[back + 1][level_saved_bytes];
static struct level_state first, copies[back + 1];
static size_t counts[back + 1];
static uint32_t seeds[back + 1];
static unsigned inputs[frames];
static uint32_t right[frames];

static void save(unsigned way, unsigned n)
{
    const unsigned at = n % (back + 1);
    seeds[at] = frame.seed;
    if (way == 0) {
        level_save(&copies[at]);
    } else {
        counts[at] = hutch_save(&level, bytes[at], sizeof bytes[at]);
        CHECK(counts[at] != 0);
    }
}

static void load(unsigned way, unsigned n)
{
    const unsigned at = n % (back + 1);
    frame.seed = seeds[at];
    if (way == 0) {
        level_load(&copies[at]);
    } else {
        CHECK(hutch_restore(&level, bytes[at], counts[at]));
    }
}

// In a debug build restored bytes say nothing of the order in which slots are used again: there the run
// without a mistake goes by the same saves and loads.
static void roll(unsigned way, bool guesses)
{
    uint32_t chance = 99;
    unsigned wrong = 0;
    level_load(&first);
    frame.seed = 1;
    for (unsigned from = 0; from < frames; from += back) {
        save(way, from);
        for (unsigned n = from; guesses && n < from + back; n++) {
            const unsigned guess = unit_random(&chance) % 3 == 0 ? unit_random(&chance) % 16 : inputs[n];
            wrong += guess != inputs[n] ? 1u : 0u;
            play(guess);
        }
        load(way, from);
        for (unsigned n = from; n < from + back; n++) { // the true inputs have come
            play(inputs[n]);
            right[n] = guesses ? right[n] : picture();
            CHECK(picture() == right[n]);
        }
    }
    CHECK(!guesses || wrong > frames / 8);
    CHECK(hutch_check(&foes_pool) && hutch_check(&shots_pool) && hutch_check(&sparks_pool));
}

TEST(every_frame_is_that_of_a_run_without_a_mistake)
{
    uint32_t numbers = 5;
    for (unsigned n = 0; n < frames; n++) {
        inputs[n] = unit_random(&numbers) % 16;
    }
    level_save(&first);
    for (unsigned way = 0; way < 2; way++) {
        roll(way, false);
        roll(way, true);
    }
}

TEST(no_damaged_save_is_accepted)
{
    uint32_t chance = 7;
    unsigned refused = 0;
    sparks_clear();
    shots_clear();
    save(1, 0);
    const uint32_t now = picture();
    for (unsigned n = 0; n < 100000; n++) {
        const size_t at = unit_random(&chance) % counts[0];
        const unsigned char before = bytes[0][at];
        bytes[0][at] = (unsigned char)(before ^ (1u + unit_random(&chance) % 255));
        refused += hutch_restore(&level, bytes[0], counts[0]) ? 0u : 1u;
        bytes[0][at] = before;
    }
    for (size_t shorter = 0; shorter < counts[0]; shorter++) {
        refused += hutch_restore(&level, bytes[0], shorter) ? 0u : 1u;
    }
    CHECK_EQUAL(refused, 100000 + counts[0]);
    CHECK(picture() == now);
    CHECK(hutch_restore(&level, bytes[0], counts[0]));
    CHECK(picture() == now);
}

#include "../../build/lists/alone/rewind.h"
UNIT_MAIN(rewind_tests)
