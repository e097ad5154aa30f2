// SPDX-License-Identifier: MIT
// cheat_acts.c - each misuse that the hidden menu can commit, on pools of its own; with HUTCH_CFG_NOTES 0
// those that even the smallest debug build finds. Empty in other builds than debug builds.
#include "board.h"
#include "cheat.h"
#include "hutch/hutch.h"
#include "hutch/runs.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"

#if HUTCH_CFG_CHECK >= 2

enum { GHOSTS = HUTCH_CFG_NOTES ? 4 : 2, NUMBERS = 130 }; // so many numbers have a summary above their bitmap
struct ghost {
    uint8_t bytes[HUTCH_CFG_NOTES ? 8 : 4];
};
HUTCH_POOL_TRACKED(ghosts, struct ghost, GHOSTS);

// Acquires slot 1. Unless reuse is late, the lowest free slot comes first, and slot 0 must be live.
static struct ghost *next_owner(void)
{
    return HUTCH_CFG_LATE_REUSE ? ghosts_claim(1) : ghosts_acquire();
}

static struct ghost *live(void)
{
    ghosts_clear();
    if (!HUTCH_CFG_LATE_REUSE) {
        (void)!ghosts_acquire();
    }
    return next_owner();
}

static struct ghost *released(void)
{
    struct ghost *const ghost = live();
    ghosts_release(ghost);
    return ghost;
}

static ghosts_ref_t stale(void)
{
    const ghosts_ref_t ref = ghosts_ref(live());
    ghosts_release_ref(ref);
    next_owner();
    return ref;
}

// ------------------------------------------------------- what the smallest debug build finds, too

static void release_twice(void)
{
    const struct ghost *const ghost = released();
    ghosts_release(ghost);
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
static void write_released(void)
{
    volatile uint8_t *const bytes = released()->bytes;
    bytes[3] = 0;
    if (HUTCH_CFG_NOTES) {
        hutch_check(&ghosts_pool); // which puts the byte right
    } else {
        next_owner(); // finds it, too: a small build does without hutch_check
    }
}

#    if HUTCH_CFG_NOTES

HUTCH_POOL_TRACKED(ghouls, struct ghost, 2);
HUTCH_POOL_IDS(numbers, NUMBERS);

static void release_itself(void *object);
static const struct hutch_hooks moth_hooks = {NULL, NULL, release_itself};
HUTCH_POOL_SPAWNED(moths, struct ghost, 2, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &moth_hooks));

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

static void release_broken_run(void)
{
    live();
    hutch_release_run_at_(&ghosts_pool, 1, 2);
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
    hutch_prespawn_(&moths_pool, 3);
}

// --------------------------------------------------------------------------- wrong places for the right call

// What a pool remembers of who used it first is turned round: as if this were an interrupt.
static void use_from_an_interrupt(void)
{
    live();
    ghosts_pool.debug->context ^= 3;
    (void)!ghosts_acquire();
    ghosts_pool.debug->context ^= 3;
}
static void use_inside_the_section(void)
{
    live();
    const hutch_port_state_t saved = hutch_lock(&ghosts_pool);
    (void)!ghosts_acquire();
    hutch_unlock(&ghosts_pool, saved);
}
static void unlock_twice(void)
{
    live();
    const hutch_port_state_t saved = hutch_lock(&ghosts_pool);
    hutch_unlock(&ghosts_pool, saved);
    hutch_unlock(&ghosts_pool, saved);
    (void)!ghosts_acquire();
}

// -------------------------------------------------------------------------------------- wild writes

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

// clang-format off
#    define CHEATS(row) \
    row("double release", release_twice) \
    row("release of NULL", release_nothing) \
    row("release of a foreign object", release_foreign) \
    row("release of a member", release_member) \
    row("release of a ghoul as a ghost", release_other_pools) \
    row("release of number 4 of 0 to 3", release_bad_number) \
    row("release of a zero ref", release_zero_ref) \
    row("use of a ghoul's ref", use_other_pools_ref) \
    row("release of a broken run", release_broken_run) \
    row("release of a stale ref", release_stale_ref) \
    row("use of a stale ref", use_stale_ref) \
    row("use of a released object", use_released) \
    row("release in its own despawn", release_in_despawn) \
    row("leak at the scene's end", leave_one_behind) \
    row("prespawn of 3 in 2 slots", prespawn_too_many) \
    row("use from an interrupt", use_from_an_interrupt) \
    row("use inside its own section", use_inside_the_section) \
    row("unlock without lock", unlock_twice) \
    row("write after release", write_released) \
    row("write past the end", write_past_the_end) \
    row("write before the start", write_before_the_start) \
    row("flipped bit", flip_a_bit) \
    row("flipped bit past the capacity", flip_a_bit_past_the_capacity) \
    row("flipped bit of the summary", flip_a_bit_of_the_summary) \
    row("broken descriptor", break_a_descriptor)
#    else
#    define CHEATS(row) \
    row("double release", release_twice) \
    row("release of a stale ref", release_stale_ref) \
    row("use of a stale ref", use_stale_ref) \
    row("write after release", write_released)
#    endif
// clang-format on

#    define NAME(name, commit) name,
#    define COMMIT(name, commit) commit,
const char cheat_names[][CHEAT_NAME_MAX] BOARD_FLASH = {CHEATS(NAME)};
void (*const cheat_commits[])(void) = {CHEATS(COMMIT)};
const uint8_t cheats_count = sizeof cheat_commits / sizeof cheat_commits[0];

#else
typedef int cheat_acts_is_empty_in_this_build;
#endif
