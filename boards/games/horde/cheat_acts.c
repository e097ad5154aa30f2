// SPDX-License-Identifier: MIT
// cheat_acts.c - each misuse that the hidden menu can commit, on pools of its own. Empty in other builds than
// debug builds.
#include "board.h"
#include "cheat.h"
#include "hutch/hutch.h"

#if HUTCH_CFG_CHECK >= 2

enum { GHOSTS = 4, NUMBERS = 130 }; // so many numbers have a summary above their bitmap
struct ghost {
    uint8_t bytes[8];
};
HUTCH_POOL_TRACKED(ghosts, struct ghost, GHOSTS);
HUTCH_POOL_TRACKED(ghouls, struct ghost, 2);
HUTCH_POOL_IDS(numbers, NUMBERS);

static void release_itself(void *object);
static const struct hutch_hooks moth_hooks = {NULL, NULL, release_itself};
HUTCH_POOL_SPAWNED_LOCKED(moths, struct ghost, 2, HUTCH_LOCK_NONE, &moth_hooks);

static struct ghost *released(void)
{
    ghosts_clear();
    struct ghost *const ghost = ghosts_claim(1);
    ghosts_release(ghost);
    return ghost;
}

static struct ghost *live(void)
{
    ghosts_clear();
    return ghosts_claim(1);
}

static ghosts_ref_t stale(void)
{
    ghosts_clear();
    const ghosts_ref_t ref = ghosts_ref(ghosts_claim(1));
    ghosts_release_ref(ref);
    ghosts_claim(1); // a new owner
    return ref;
}

// -------------------------------------------------------------------------------------- wrong arguments

static void release_nothing(void)
{
    ghosts_release(NULL);
}
static void release_foreign(void)
{
    static struct ghost elsewhere;
    ghosts_release(&elsewhere);
}
static void release_member(void)
{
    const struct ghost *const ghost = live();
    hutch_release(&ghosts_pool, &ghost->bytes[1]);
}
static void release_other_pools(void)
{
    ghouls_clear();
    struct ghost *const ghoul = ghouls_claim(0);
    ghosts_release(ghoul);
}
static void release_bad_number(void)
{
    ghosts_release_at(GHOSTS);
}
static void release_zero_ref(void)
{
    hutch_release_ref(&ghosts_pool, 0);
}
static void use_other_pools_ref(void)
{
    live();
    ghouls_clear();
    const hutch_ref_t ref = hutch_ref(&ghouls_pool, ghouls_claim(1));
    hutch_deref(&ghosts_pool, ref);
}

// -------------------------------------------------------------------------------------- wrong states

static void release_twice(void)
{
    const struct ghost *const ghost = released();
    ghosts_release(ghost);
}
static void release_broken_run(void)
{
    live();
    hutch_release_run_at(&ghosts_pool, 1, 2);
}
static void release_stale_ref(void)
{
    const ghosts_ref_t ref = stale();
    ghosts_release_ref(ref);
}
static void use_stale_ref(void)
{
    const ghosts_ref_t ref = stale();
    ghosts_expect(ref);
}
static void use_released(void)
{
    const struct ghost *const ghost = released();
    hutch_debug_assert_live(ghost);
}
static void release_itself(void *object)
{
    moths_release((struct ghost *)object);
}
static void release_in_despawn(void)
{
    moths_despawn(moths_spawn(NULL));
}
static void leave_one_behind(void)
{
    static const struct hutch_pool *const pools[] = {&ghosts_pool};
    static const struct hutch_scene scene = {pools, 1};
    live();
    hutch_scene_check(&scene);
}
static void prespawn_too_many(void)
{
    hutch_prespawn(&moths_pool, 3);
}

// --------------------------------------------------------------------------- wrong places for the right call

// What a pool remembers of who used it first is turned round: as if this were an interrupt.
static void use_from_an_interrupt(void)
{
    live();
    ghosts_pool.debug->context ^= 3;
    ghosts_acquire();
    ghosts_pool.debug->context ^= 3;
}
static void use_inside_the_section(void)
{
    live();
    const hutch_port_state_t saved = hutch_lock(&ghosts_pool);
    ghosts_acquire();
    hutch_unlock(&ghosts_pool, saved);
}
static void unlock_twice(void)
{
    live();
    const hutch_port_state_t saved = hutch_lock(&ghosts_pool);
    hutch_unlock(&ghosts_pool, saved);
    hutch_unlock(&ghosts_pool, saved);
    ghosts_acquire();
}

// -------------------------------------------------------------------------------------- wild writes

static void write_released(void)
{
    volatile uint8_t *const bytes = released()->bytes;
    bytes[3] = 0;
    hutch_check(&ghosts_pool); // which puts the byte right, as it does the next two
}
static void write_past_the_end(void)
{
    volatile uint8_t *const bytes = live()->bytes;
    bytes[sizeof(struct ghost)] = 0;
    hutch_check(&ghosts_pool);
}
static void write_before_the_start(void)
{
    volatile uint8_t *const bytes = live()->bytes;
    *(bytes - 1) = 0;
    hutch_check(&ghosts_pool);
}
static void check_with_flipped(hutch_word_t *word, hutch_word_t bit, const struct hutch_pool *pool)
{
    *word ^= bit;
    hutch_check(pool);
    *word ^= bit;
}
static void flip_a_bit(void)
{
    live();
    check_with_flipped(ghosts_pool.live, 1, &ghosts_pool);
}
static void flip_a_bit_past_the_capacity(void)
{
    live();
    check_with_flipped(ghosts_pool.live, hutch_bits_mask(GHOSTS), &ghosts_pool);
}
static void flip_a_bit_of_the_summary(void)
{
    numbers_clear(); // the first use, which makes it ready
    check_with_flipped(&numbers_pool.live[HUTCH_LEAF_WORDS(NUMBERS)], 1, &numbers_pool);
}
static void break_a_descriptor(void)
{
    struct hutch_pool broken;
    broken = ghosts_pool; // SDCC knows no such initial value
    broken.inverse ^= 2;
    hutch_check(&broken);
}

const struct cheat cheats[] = {
    {"double release", release_twice},
    {"release of NULL", release_nothing},
    {"release of a foreign object", release_foreign},
    {"release of a member", release_member},
    {"release of a ghoul as a ghost", release_other_pools},
    {"release of number 4 of 0 to 3", release_bad_number},
    {"release of a zero ref", release_zero_ref},
    {"use of a ghoul's ref", use_other_pools_ref},
    {"release of a broken run", release_broken_run},
    {"release of a stale ref", release_stale_ref},
    {"use of a stale ref", use_stale_ref},
    {"use of a released object", use_released},
    {"release in its own despawn", release_in_despawn},
    {"leak at the scene's end", leave_one_behind},
    {"prespawn of 3 in 2 slots", prespawn_too_many},
    {"use from an interrupt", use_from_an_interrupt},
    {"use inside its own section", use_inside_the_section},
    {"unlock without lock", unlock_twice},
    {"write after release", write_released},
    {"write past the end", write_past_the_end},
    {"write before the start", write_before_the_start},
    {"flipped bit", flip_a_bit},
    {"flipped bit past the capacity", flip_a_bit_past_the_capacity},
    {"flipped bit of the summary", flip_a_bit_of_the_summary},
    {"broken descriptor", break_a_descriptor},
};
const uint8_t cheats_count = sizeof cheats / sizeof cheats[0];

#else
typedef int cheat_acts_is_empty_in_this_build;
#endif
