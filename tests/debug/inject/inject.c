// SPDX-License-Identifier: MIT
// inject.c - commits each kind of misuse many times in the middle of valid random play: each must be found,
// with its code, and must change nothing; no valid operation may be called a fault.
//
//   inject [injections of each kind [valid operations [seed]]]

#include "play.h"

#if __STDC_HOSTED__
#    include <stdio.h>
#    include <stdlib.h>
#endif

#ifndef INJECTIONS
#    define INJECTIONS 1000
#endif
#ifndef VALID_STEPS
#    define VALID_STEPS 20000
#endif

static volatile uint8_t *bytes_of(unsigned index)
{
    return birds_at(index)->bytes;
}

static size_t guard_bytes(void)
{
    return birds_pool.stride_bytes - birds_pool.object_bytes;
}

// Every function commits one misuse on a slot that suits it, and puts right what it broke. The answer is
// false when the call did not answer as it must.

static bool double_release(void)
{
    return !birds_release(birds_at(play_free_slot()));
}
static bool double_release_by_number(void)
{
    return !hutch_release_at_(&birds_pool, play_free_slot());
}
static bool null_release(void)
{
    return play_random(2) == 0 ? !birds_release(NULL) : !hutch_release(&birds_pool, NULL);
}
static bool foreign_release(void)
{
    static struct bird elsewhere[4];
    return !birds_release(&elsewhere[play_random(4)]);
}
static bool misaligned_release(void)
{
    const unsigned offset = 1 + play_random((unsigned)birds_pool.stride_bytes - 1);
    return !hutch_release(&birds_pool, (uint8_t *)birds_at(play_random(birds_max)) + offset);
}
static bool other_pools_release(void)
{
    return !birds_release(fish_at(play_random(fish_max)));
}
static bool number_past_the_capacity(void)
{
    const unsigned index = birds_max + play_random(60000);
    return play_random(2) == 0 ? !birds_release_at(index) : birds_claim(index) == NULL;
}
static bool broken_run(void)
{
    const unsigned index = play_free_slot();
    const unsigned first = index == 0 ? 0 : index - 1;
    return !hutch_release_run_at_(&birds_pool, first, index - first + 1);
}
static bool stale_release(void)
{
    const birds_ref_t ref = {birds_known[play_free_slot()].ref};
    return !birds_release_ref(ref);
}
static bool stale_release_after_reuse(void)
{
    const unsigned index = play_free_slot();
    const birds_ref_t ref = {birds_known[index].ref};
    birds_known[index].is_live = birds_claim(index) != NULL;
    birds_known[index].ref = HUTCH_REF_VALUE_(birds_ref(birds_at(index)));
    return !birds_release_ref(ref) && birds_is_live_at(index);
}
static bool stale_use(void)
{
    return hutch_expect_(&birds_pool, birds_known[play_free_slot()].ref) == NULL;
}
static bool zero_ref(void)
{
    return play_random(2) == 0 ? !hutch_release_ref(&birds_pool, 0) : hutch_expect_(&birds_pool, 0) == NULL;
}
static bool other_pools_ref(void)
{
    fish_clear();
    const hutch_ref_t ref = hutch_ref(&fish_pool, fish_acquire());
    return play_random(2) == 0 ? !hutch_release_ref(&birds_pool, ref) : hutch_deref(&birds_pool, ref) == NULL;
}
static bool ref_of_a_released_object(void)
{
    return HUTCH_REF_VALUE_(birds_ref(birds_at(play_free_slot()))) == 0;
}
static bool assertion_on_a_released_object(void)
{
    return !hutch_debug_assert_live(birds_at(play_free_slot()));
}

// What is written is never the byte that stands there: that limit has tests of its own.
static void spoil(volatile uint8_t *byte)
{
    *byte = (uint8_t)(*byte ^ (1 + play_random(255)));
}

static bool write_after_release_met_by_check(void)
{
    spoil(&bytes_of(play_free_slot())[play_random(12)]);
    return !hutch_check(&birds_pool);
}
static bool write_after_release_met_by_acquire(void)
{
    const unsigned index = play_free_slot();
    spoil(&bytes_of(index)[play_random(12)]);
    birds_known[index].is_live = birds_claim(index) != NULL;
    birds_known[index].ref = HUTCH_REF_VALUE_(birds_ref(birds_at(index)));
    return birds_known[index].is_live;
}
static bool overrun(void)
{
    const unsigned index = play_live_slot();
    spoil(&bytes_of(index)[12 + play_random((unsigned)(guard_bytes() + 1) / 2)]);
    birds_known[index].is_live = false;
    return birds_release_at(index);
}
static bool underrun(void)
{
    const unsigned index = play_live_slot();
    spoil(bytes_of(index) - 1 - play_random((unsigned)guard_bytes() / 2));
    birds_known[index].is_live = false;
    return birds_release_at(index);
}
static bool flipped_bit_met_by_check(void)
{
    const unsigned index = play_random(birds_max);
    birds_pool.live[index / HUTCH_WORD_BITS] ^= hutch_bits_mask(index);
    const bool is_found = !hutch_debug_check(&birds_pool);
    birds_pool.live[index / HUTCH_WORD_BITS] ^= hutch_bits_mask(index);
    return is_found;
}
static bool flipped_bit_met_by_release(void)
{
    const unsigned index = play_live_slot();
    birds_pool.live[index / HUTCH_WORD_BITS] ^= hutch_bits_mask(index);
    const bool is_refused = !birds_release_at(index);
    birds_pool.live[index / HUTCH_WORD_BITS] ^= hutch_bits_mask(index);
    return is_refused;
}
static bool flipped_summary_bit(void)
{
    hutch_word_t *const summary = &birds_pool.live[HUTCH_LEAF_WORDS(birds_max)];
    const hutch_word_t bit = hutch_bits_mask(play_random(HUTCH_WORDS(birds_max)));
    *summary ^= bit;
    const bool is_found = !hutch_check(&birds_pool);
    *summary ^= bit;
    return is_found;
}
static bool bit_past_the_capacity(void)
{
    hutch_word_t *const last = &birds_pool.live[HUTCH_LEAF_WORDS(birds_max) - 1];
    const hutch_word_t bit = hutch_bits_mask(birds_max % HUTCH_WORD_BITS + play_random(4));
    *last ^= bit;
    const bool is_found = !hutch_check(&birds_pool);
    *last ^= bit;
    play_faults = 1; // the copy says so too
    return is_found;
}
static bool unbalanced_lock(void)
{
    const unsigned index = play_live_slot();
    hutch_unlock(&birds_pool, (hutch_port_state_t)0);
    birds_known[index].is_live = false;
    return birds_release_at(index);
}
static bool nested_lock(void)
{
    const unsigned index = play_live_slot();
    const hutch_port_state_t saved = hutch_lock(&birds_pool);
    const bool is_refused = play_random(2) == 0 ? !birds_release_at(index) : birds_acquire() == NULL;
    hutch_unlock(&birds_pool, saved);
    return is_refused && birds_is_live_at(index);
}

static void release_itself(void *object);
static const struct hutch_hooks moth_hooks = {NULL, NULL, release_itself};
HUTCH_POOL_SPAWNED(moths, struct bird, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &moth_hooks));

static bool was_refused;
static void release_itself(void *object)
{
    was_refused = !moths_release((struct bird *)object);
}
static bool release_in_despawn(void)
{
    struct bird *const moth = moths_spawn(NULL);
    return moths_despawn(moth) && was_refused && moths_live() == 0;
}

static const struct {
    const char *name;
    bool (*commit)(void);
    unsigned code;
} kinds[] = {
    {"double release", double_release, HUTCH_FAULT_DOUBLE_RELEASE},
    {"double release by number", double_release_by_number, HUTCH_FAULT_DOUBLE_RELEASE},
    {"release of NULL", null_release, HUTCH_FAULT_NULL_POINTER},
    {"release of a foreign pointer", foreign_release, HUTCH_FAULT_FOREIGN},
    {"release of a pointer into a slot", misaligned_release, HUTCH_FAULT_MISALIGNED},
    {"release of another pool's object", other_pools_release, HUTCH_FAULT_OTHER_POOL},
    {"number past the capacity", number_past_the_capacity, HUTCH_FAULT_BAD_INDEX},
    {"release of a run with a free slot", broken_run, HUTCH_FAULT_BAD_RUN},
    {"release of a stale ref", stale_release, HUTCH_FAULT_STALE_RELEASE},
    {"release of a stale ref after reuse", stale_release_after_reuse, HUTCH_FAULT_STALE_RELEASE},
    {"use of a stale ref", stale_use, HUTCH_FAULT_STALE_USE},
    {"zero ref", zero_ref, HUTCH_FAULT_NULL_REF},
    {"another pool's ref", other_pools_ref, HUTCH_FAULT_OTHER_POOL_REF},
    {"ref of a released object", ref_of_a_released_object, HUTCH_FAULT_USE_AFTER_RELEASE},
    {"assertion on a released object", assertion_on_a_released_object, HUTCH_FAULT_USE_AFTER_RELEASE},
    {"write after release, met by check", write_after_release_met_by_check, HUTCH_FAULT_WRITE_AFTER_RELEASE},
    {"write after release, met by acquire", write_after_release_met_by_acquire,
     HUTCH_FAULT_WRITE_AFTER_RELEASE},
    {"overrun", overrun, HUTCH_FAULT_OVERRUN},
    {"underrun", underrun, HUTCH_FAULT_UNDERRUN},
    {"flipped bit, met by check", flipped_bit_met_by_check, HUTCH_FAULT_BITMAP},
    {"flipped bit, met by release", flipped_bit_met_by_release, HUTCH_FAULT_BITMAP},
    {"flipped bit of the summary", flipped_summary_bit, HUTCH_FAULT_SUMMARY},
    {"bit past the capacity", bit_past_the_capacity, HUTCH_FAULT_TAIL_BITS},
    {"lock left without being entered", unbalanced_lock, HUTCH_FAULT_LOCK_UNBALANCED},
    {"use inside the pool's own section", nested_lock, HUTCH_FAULT_LOCK_NESTED},
    {"release in the object's own despawn hook", release_in_despawn, HUTCH_FAULT_RELEASE_IN_DESPAWN},
};
enum { kinds_count = sizeof kinds / sizeof kinds[0] };

// 16-bit refs of so many slots have no room for a tag: there another pool's ref may look like one of ours.
// And where a board has room for few slots there is no summary.
static bool is_beyond_the_limits(unsigned kind)
{
    return (kinds[kind].code == HUTCH_FAULT_OTHER_POOL_REF &&
            birds_pool.ref_low_bits == birds_pool.index_bits) ||
           (kinds[kind].code == HUTCH_FAULT_SUMMARY && HUTCH_TOP_WORDS(birds_max) == 0);
}

static unsigned tests_run, tests_failed;

static void result(unsigned long wrong, unsigned long of, const char *what)
{
    tests_run++;
    tests_failed += wrong != 0 ? 1u : 0u;
    unit_put_text(wrong != 0 ? "not ok " : "ok ");
    unit_put_number(tests_run);
    unit_put_text(" - ");
    unit_put_text(what);
    unit_put_text(", ");
    unit_put_number(wrong);
    unit_put_text(" of ");
    unit_put_number(of);
    board_put_char('\n');
}

static bool inject(unsigned kind)
{
    for (unsigned steps = play_random(8); steps > 0; steps--) {
        play_step();
    }
    const unsigned false_alarms = play_faults;
    play_faults = 0;
    const bool answered_right = kinds[kind].commit();
    const bool is_found = play_faults == 1 && play_first_code == kinds[kind].code;
    play_faults = 0;
    return false_alarms == 0 && answered_right && is_found;
}

int main(int argc, char **argv)
{
    unsigned long injections = INJECTIONS, valid_steps = VALID_STEPS;
    uint32_t seed = 2463534242u;
    board_init();
#if __STDC_HOSTED__
    injections = argc > 1 ? strtoul(argv[1], NULL, 10) : injections;
    valid_steps = argc > 2 ? strtoul(argv[2], NULL, 10) : valid_steps;
    seed = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : seed;
#else
    (void)argc, (void)argv;
#endif
    for (unsigned kind = 0; kind < kinds_count; kind++) {
        unsigned long missed = 0;
        if (is_beyond_the_limits(kind)) {
            continue;
        }
        play_begin(seed + kind);
        for (unsigned long i = 0; i < injections; i++) {
            missed += inject(kind) ? 0u : 1u;
        }
        missed += play_is_right() ? 0u : 1u;
        play_faults = 0;
        result(missed, injections, kinds[kind].name);
    }
    unsigned long wrong = 0;
    play_begin(seed);
    for (unsigned long i = 0; i < valid_steps; i++) {
        wrong += play_step() ? 0u : 1u;
        play_faults = 0;
    }
    result(wrong, valid_steps, "valid operations called a fault or answered wrongly");
    unit_put_text("1..");
    unit_put_number(tests_run);
    board_put_char('\n');
    return tests_failed != 0;
}
