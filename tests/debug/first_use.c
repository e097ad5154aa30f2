// SPDX-License-Identifier: MIT
// first_use.c - zeroed memory becomes a debug pool by its first operation; each pool enters the list once.

#include "debug_test.h"

enum { things_max = 3, many = HUTCH_WORD_BITS == 8 ? 10 : 3 }; // beyond a small word
HUTCH_POOL(things, uint32_t, things_max);
HUTCH_POOL(written, uint32_t, things_max);
HUTCH_POOL_TRACKED(first, uint32_t, 2);
HUTCH_POOL_TRACKED(second, uint32_t, 2);
HUTCH_POOL(third, uint32_t, 2);
static const struct hutch_hooks no_hooks = {NULL, NULL, NULL};
static uint16_t level[many];
HUTCH_POOL_SPAWNED_OVER(level_things, uint16_t, level, many, .hooks = &no_hooks);

TEST(pool_that_nobody_has_used_is_sound_and_belongs_to_nobody)
{
    CHECK(hutch_check(&things_pool));
    CHECK(!things_pool.debug->is_ready);
    CHECK(hutch_debug_owner(things_at(1)) == NULL);
    CHECK(hutch_debug_owner(NULL) == NULL);
}

TEST(first_acquire_sets_guards_poison_and_queue)
{
    uint32_t *const thing = things_acquire();
    CHECK_EQUAL(things_pool.debug->is_ready, 1);
    CHECK_EQUAL(*thing & 0xFFu, HUTCH_POISON);
    CHECK_EQUAL(things_index(thing), 0);
    CHECK_EQUAL(things_available(), things_max - 1);
    CHECK(hutch_check(&things_pool));
    CHECK(hutch_debug_owner(thing) == &things_pool);
    CHECK(hutch_debug_owner(things_pool.slots + things_max * things_pool.stride_bytes - 1) == &things_pool);
    CHECK(hutch_debug_owner(things_pool.slots + things_max * things_pool.stride_bytes) != &things_pool);
}

// A wild write before the first use: what is marked live then is left alone.
TEST(bits_that_are_set_before_the_first_use_stay_live)
{
    *written_at(1) = 5;
    written_pool.live[0] = 2;
    CHECK(written_acquire() == written_at(0));
    CHECK_EQUAL(*written_at(1), 5);
    CHECK_EQUAL(written_pool.debug->live, 2);
    CHECK(written_acquire() == written_at(2));
    CHECK(written_acquire() == NULL);
    CHECK(written_release(written_at(1)));
    CHECK(hutch_check(&written_pool));
    written_clear();
}

// What the port's token says of interrupts: on AVR it has the CPU's other flags in it.
static hutch_port_state_t mask_now(void)
{
    const hutch_port_state_t saved = hutch_port_enter();
    hutch_port_exit(saved);
#ifdef __AVR__
    return saved & 0x80;
#else
    return saved;
#endif
}

TEST(first_use_leaves_the_lock_that_it_entered)
{
    const hutch_port_state_t before = mask_now();
    CHECK(third_acquire() != NULL);
    CHECK_EQUAL(mask_now(), before);
}

TEST(pools_have_tags_of_their_own)
{
    (void)!first_acquire();
    (void)!second_acquire();
    CHECK(first_pool.debug->tag != second_pool.debug->tag);
    CHECK(first_pool.debug->tag != 0);
    if (HUTCH_TAG_BITS != 0) {
        CHECK(hutch_debug_tag(&first_pool) != hutch_debug_tag(&second_pool));
        CHECK(HUTCH_REF_VALUE_(first_ref(first_at(0))) != HUTCH_REF_VALUE_(second_ref(second_at(0))));
    } else {
        CHECK_EQUAL(hutch_debug_tag(&first_pool), 0);
    }
    CHECK(second_pool.debug->next_pool == &first_pool);
}

TEST(what_stands_in_a_level_is_adopted_by_the_first_use)
{
    const unsigned standing = many - 1;
    for (unsigned index = 0; index < many; index++) {
        level[index] = (uint16_t)(500 + index);
    }
    debug_now = 77;
    CHECK_EQUAL(hutch_adopt(&level_things_pool, standing), standing);
    CHECK_EQUAL(level_things_live(), standing);
    for (unsigned index = 0; index < standing; index++) {
        const struct hutch_note *const note = &level_things_pool.notes[index];
        CHECK(level_things_is_live_at(index) && *level_things_at(index) == 500 + index);
        CHECK_EQUAL(note->acquired_at, 77);
        CHECK(DEBUG_IS_NOTED(note->acquired_by));
    }
    CHECK(!level_things_is_live_at(standing));
#if HUTCH_CFG_STATS
    CHECK_EQUAL(level_things_peak(), standing);
#endif
    CHECK(hutch_check(&level_things_pool));
    CHECK(level_things_acquire() == level_things_at(standing)); // of a pool with hooks: seen at once
    CHECK(level_things_is_live_at(standing));
}

#include "../../build/lists/debug/first_use.h"
