// SPDX-License-Identifier: MIT
// over.c - a pool over memory that is known at run time is watched as one that is declared: guards, poison,
// notes, late reuse.

#include "debug_test.h"

enum { blocks_max = 4, block_bytes = 3 * sizeof(void *), middle = 1, many = 40 };
static void *memory[HUTCH_POOL_OVER_BYTES(blocks_max, block_bytes) / sizeof(void *)];
static struct hutch_over over;
static const struct hutch_pool *const blocks = &over.pool;
HUTCH_POOL(older, uint16_t, 2);

static void arrange(void)
{
    CHECK_EQUAL(hutch_pool_over(&over, "blocks", memory, HUTCH_POOL_OVER_BYTES(blocks_max, block_bytes),
                                block_bytes, HUTCH_LOCK_NONE),
                blocks_max);
    debug_now = 40;
    for (unsigned index = 0; index < blocks_max; index++) {
        CHECK(hutch_claim_(blocks, index) != NULL);
    }
}

static volatile uint8_t *bytes_of(unsigned index)
{
    return (volatile uint8_t *)hutch_at(blocks, index);
}

TEST(write_after_release_is_found_in_memory_of_the_caller)
{
    UNIT_NEEDS(HUTCH_CFG_POISON);
    for (unsigned i = 0; i < block_bytes; i++) {
        arrange();
        debug_now = 41;
        CHECK(hutch_release_at_(blocks, middle));
        CHECK_EQUAL(bytes_of(middle)[i], HUTCH_POISON);
        bytes_of(middle)[i] ^= 1;
        CHECK(hutch_acquire_index_(blocks) == middle);
        const struct hutch_fault *const fault = debug_fault("blocks", HUTCH_FAULT_WRITE_AFTER_RELEASE);
        CHECK(fault->address == (const void *)&bytes_of(middle)[i]);
        CHECK_EQUAL(fault->note->released_at, 41);
        CHECK(DEBUG_IS_NOTED(fault->note->released_by));
    }
}

TEST(overrun_and_underrun_are_found_at_each_object)
{
    UNIT_NEEDS(HUTCH_CFG_GUARD_BYTES != 0);
    arrange();
    for (unsigned index = 0; index < blocks_max; index++) {
        bytes_of(index)[block_bytes] ^= 1;
        CHECK(!hutch_check(blocks));
        CHECK_EQUAL(debug_fault("blocks", HUTCH_FAULT_OVERRUN)->index, index);
        bytes_of(index)[-1] ^= 1;
        CHECK(!hutch_check(blocks));
        CHECK_EQUAL(debug_fault("blocks", HUTCH_FAULT_UNDERRUN)->index, index);
        CHECK(hutch_check(blocks));
    }
}

TEST(pool_that_is_made_anew_is_listed_once_and_hides_no_other)
{
    uint16_t *const object = older_acquire();
    arrange();
    arrange();
    CHECK(hutch_debug_owner(object) == &older_pool);
    CHECK(hutch_debug_owner(hutch_at(blocks, middle)) == blocks);
    CHECK(!hutch_release(&older_pool, hutch_at(blocks, middle)));
    CHECK(unit_same_text(debug_fault("older", HUTCH_FAULT_OTHER_POOL)->other_pool, "blocks"));
    CHECK(older_release(object));
}

// With 16 bits a ref of so many leaves no room for the pool's tag.
TEST(refs_are_divided_as_those_of_a_declared_pool)
{
    static void *many_memory[HUTCH_POOL_OVER_BYTES(many, sizeof(void *)) / sizeof(void *)];
    static struct hutch_over many_over;
    CHECK_EQUAL(hutch_pool_over(&many_over, "many", many_memory, HUTCH_POOL_OVER_BYTES(many, sizeof(void *)),
                                sizeof(void *), HUTCH_LOCK_NONE),
                many);
    CHECK_EQUAL(many_over.pool.index_bits, HUTCH_INDEX_BITS_(many));
    CHECK_EQUAL(many_over.pool.ref_low_bits, HUTCH_REF_LOW_BITS_(many));
    void *const object = hutch_claim_(&many_over.pool, many - 1);
    const hutch_ref_t ref = hutch_ref(&many_over.pool, object);
    CHECK(ref != 0 && hutch_deref(&many_over.pool, ref) == object);
    CHECK(hutch_release_ref(&many_over.pool, ref) && hutch_deref(&many_over.pool, ref) == NULL);
}

TEST(wrong_memory_is_reported_with_the_call_that_passed_it)
{
    CHECK_EQUAL(hutch_pool_over(&over, "blocks", memory, 1, block_bytes, HUTCH_LOCK_NONE), 0);
    CHECK(DEBUG_IS_NOTED(debug_fault("blocks", HUTCH_FAULT_MEMORY)->caller));
    CHECK(hutch_acquire(blocks) == NULL);
}

#include "../../build/lists/debug/over.h"
