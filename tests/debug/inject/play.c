// SPDX-License-Identifier: MIT
// play.c - valid random play: every operation of a tracked pool, against a bool array; any fault is a false
// alarm.

#include "play.h"

HUTCH_POOL_TRACKED_DEFINE(birds);
HUTCH_POOL_TRACKED_DEFINE(fish);

struct known birds_known[birds_max];
unsigned play_faults, play_first_code;
static uint32_t random_state;

void hutch_on_fault(const struct hutch_fault *fault)
{
    if (play_faults++ == 0) {
        play_first_code = fault->code;
    }
}

UNIT_RECORDS_NO_FAULTS

unsigned play_random(unsigned bound)
{
    return (unsigned)((unit_random(&random_state) >> 16) * (uint32_t)bound >> 16);
}

static bool learn(unsigned index)
{
    if (index >= birds_max || birds_known[index].is_live) {
        return false;
    }
    const hutch_ref_t ref = HUTCH_REF_VALUE_(birds_ref(birds_at(index)));
    const bool is_new = ref != 0 && ref != birds_known[index].ref;
    birds_known[index].is_live = true;
    birds_known[index].ref = ref;
    return is_new && birds_at(index)->bytes[11] == HUTCH_POISON;
}

static unsigned live_count(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < birds_max; i++) {
        count += birds_known[i].is_live ? 1u : 0u;
    }
    return count;
}

static bool acquire(void)
{
    const struct bird *const bird = birds_acquire();
    return bird != NULL ? learn(birds_index(bird)) : live_count() == birds_max;
}

static bool release(unsigned index)
{
    const birds_ref_t ref = {birds_known[index].ref};
    birds_known[index].is_live = false;
    switch (play_random(4)) {
    case 0:
        return birds_release(birds_at(index));
    case 1:
        return hutch_release(&birds_pool, birds_at(index));
    case 2:
        return birds_release_ref(ref);
    default:
        return birds_release_at(index);
    }
}

static bool use(unsigned index)
{
    const birds_ref_t ref = {birds_known[index].ref};
    struct bird *const bird = birds_expect(ref);
    if (bird == NULL) {
        return false;
    }
    HUTCH_ASSERT_LIVE(bird);
    bird->bytes[play_random(12)] = (uint8_t)play_random(256);
    return bird == birds_at(index) && birds_deref(ref) == bird && hutch_is_live(&birds_pool, bird);
}

static bool run(void)
{
    const unsigned length = 1 + play_random(5);
    const unsigned first = hutch_acquire_run_index_(&birds_pool, length);
    bool is_right = true;
    for (unsigned i = 0; first != HUTCH_NONE && i < length; i++) {
        is_right = learn(first + i) && is_right;
    }
    if (first != HUTCH_NONE && play_random(2) == 0) {
        for (unsigned i = 0; i < length; i++) {
            birds_known[first + i].is_live = false;
        }
        is_right = hutch_release_run_at_(&birds_pool, first, length) && is_right;
    }
    return is_right;
}

static bool step(void)
{
    const unsigned index = play_random(birds_max);
    const birds_ref_t ref = {birds_known[index].ref};
    switch (play_random(16)) {
    case 0:
        return run();
    case 1: {
        const hutch_port_state_t saved = hutch_lock(&birds_pool);
        hutch_unlock(&birds_pool, saved);
        return true;
    }
    case 2:
        return play_random(256) != 0 || play_is_right();
    case 3: {
        struct bird *const one = fish_acquire();
        return one == NULL ? (fish_clear(), true) : fish_is_live(one) && !birds_is_live(one);
    }
    case 4:
    case 5:
    case 6:
        return acquire();
    default:
        if (!birds_known[index].is_live) {
            return birds_deref(ref) == NULL && (play_random(2) == 0 || (birds_claim(index) && learn(index)));
        }
        return play_random(3) == 0 ? use(index) : release(index);
    }
}

bool play_step(void)
{
    return step() && play_faults == 0;
}

unsigned play_live_slot(void)
{
    for (;;) {
        const unsigned index = play_random(birds_max);
        if (birds_known[index].is_live) {
            return index;
        }
        play_step();
    }
}

unsigned play_free_slot(void)
{
    for (;;) {
        const unsigned index = play_random(birds_max);
        if (!birds_known[index].is_live && birds_known[index].ref != 0) {
            return index;
        }
        play_step();
    }
}

bool play_is_right(void)
{
    bool is_right = hutch_check(&birds_pool) && hutch_check(&fish_pool);
    for (unsigned i = 0; i < birds_max; i++) {
        const birds_ref_t ref = {birds_known[i].ref};
        is_right = is_right && birds_is_live_at(i) == birds_known[i].is_live &&
                   birds_deref(ref) == (birds_known[i].is_live ? birds_at(i) : NULL);
    }
    return is_right;
}

void play_begin(uint32_t seed)
{
    random_state = seed;
    birds_clear();
    fish_clear();
    for (unsigned i = 0; i < birds_max; i++) {
        birds_known[i].is_live = false;
    }
}
