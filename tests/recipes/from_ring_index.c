// SPDX-License-Identifier: MIT
// from_ring_index.c - from `next = (next + 1) % N`, which overwrites the oldest shot: a pool that evicts the
// oldest if it is full, and not while another slot is free.

#include "recipe.h"

#include "hutch/policy.h"

enum { SHOTS = 4 };
struct shot {
    int number; // counted from the start of the game
};

// ---- Before

static struct {
    struct shot shot;
    bool active;
} ring[SHOTS];
static unsigned next;

static void old_fire(int number)
{
    ring[next].active = true;
    ring[next].shot.number = number;
    next = (next + 1) % SHOTS;
}

// ---- After: HUTCH_POLICY_OLDEST costs the RAM of one unsigned for each slot

HUTCH_POLICY_OLDEST(oldest, SHOTS);
HUTCH_POOL(shots, struct shot, SHOTS, .policy = &oldest);

static struct shot *fire(int number)
{
    struct shot *const shot = shots_acquire(); // never NULL
    shot->number = number;
    return shot;
}

// ---- Or, so that each frame stays as it was: the ring goes on. Claiming a live slot changes nothing.

HUTCH_POOL(same_shots, struct shot, SHOTS);

static void fire_as_before(int number)
{
    static unsigned turn;
    (void)!same_shots_claim(turn);
    same_shots_at(turn)->number = number;
    turn = (turn + 1) % SHOTS;
}

static bool old_is_flying(int number)
{
    bool is_flying = false;
    for (unsigned i = 0; i < SHOTS; i++) {
        is_flying = is_flying || (ring[i].active && ring[i].shot.number == number);
    }
    return is_flying;
}

static bool is_flying(int number)
{
    HUTCH_FOREACH (const struct shot, shot, shots) {
        if (shot->number == number) {
            return true;
        }
    }
    return false;
}

int main(void)
{
    struct shot *fired[SHOTS];
    for (int i = 0; i < SHOTS; i++) {
        old_fire(i);
        fired[i] = fire(i);
        fire_as_before(i);
    }
    SHOW(same_shots_acquire() == NULL); // wrong: without a policy the new shot, not the oldest, is missing
    ring[1].active = ring[2].active = false; // two of four have hit something
    SHOW(shots_release(fired[1]) && shots_release(fired[2]));
    old_fire(4);
    fire(4);
    fire_as_before(4);
    SHOW(same_shots_at(0)->number == ring[0].shot.number && ring[0].shot.number == 4);
    SHOW(!old_is_flying(0)); // the ring took a shot out of the air while two slots were free
    SHOW(is_flying(0) && is_flying(3) && is_flying(4) && shots_live() == 3);
    fire(5);
    fire(6); // full: the oldest goes
    SHOW(!is_flying(0) && is_flying(3) && is_flying(6) && shots_live() == SHOTS);
    return 0;
}
