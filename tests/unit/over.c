// SPDX-License-Identifier: MIT
// over.c - a pool over memory that is known at run time: as many objects as fit, then a pool like any other.

#include "unit.h"
#include "hutch/core/core.h"

enum { W = HUTCH_WORD_BITS, few = 7, several = 3 * W + 2, capacities_max = W + 2, edge = 4 };

struct box {
    void *content;
};
HUTCH_POOL(few_boxes, struct box, few);
HUTCH_POOL(several_boxes, struct box, several, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));

// The memory of each test, with room at both ends that must stay as it is.
enum { memory_bytes = HUTCH_POOL_OVER_BYTES(several, sizeof(struct box)) };
static void *room[edge + memory_bytes / sizeof(void *) + edge];
static unsigned char *const memory = (unsigned char *)&room[edge];
static struct hutch_over over;
static const struct hutch_pool *const pool = &over.pool;

static void fill_room(void)
{
    for (size_t i = 0; i < sizeof room; i++) {
        ((unsigned char *)room)[i] = 0xEE;
    }
}

static bool beside_is_untouched(size_t bytes)
{
    for (size_t i = 0; i < sizeof room; i++) {
        const unsigned char *const at = (const unsigned char *)room + i;
        if ((at < memory || at >= memory + bytes) && *at != 0xEE) {
            return false;
        }
    }
    return true;
}

static unsigned make(size_t bytes, size_t object_bytes)
{
    return hutch_pool_over(&over, "boxes", memory, bytes, object_bytes, HUTCH_LOCK_NONE);
}

// Acquires all slots, and writes every byte of each. Returns their number.
static unsigned fill_up(void)
{
    unsigned count = 0;
    unsigned char *object;
    while ((object = (unsigned char *)hutch_acquire(pool)) != NULL) {
        for (size_t i = 0; i < hutch_object_bytes(pool); i++) {
            object[i] = 0xA5;
        }
        count++;
    }
    return count;
}

TEST(memory_of_so_many_objects_gives_a_pool_of_as_many)
{
    for (size_t object_bytes = 1; object_bytes <= 2 * sizeof(void *); object_bytes++) {
        for (unsigned count = 1; count <= few; count++) {
            const size_t bytes = HUTCH_POOL_OVER_BYTES(count, object_bytes);
            CHECK_EQUAL(make(bytes, object_bytes), count);
            CHECK_EQUAL(make(bytes - 1, object_bytes), count - 1);
            CHECK_EQUAL(unit_faults_forget(), count == 1 ? UNIT_REPORTED(1) : 0);
        }
    }
    CHECK_EQUAL(make(memory_bytes, sizeof(struct box)), several);
    CHECK_EQUAL(HUTCH_POOL_OVER_BYTES(0, 1), 0);
}

TEST(bits_of_one_word_take_nothing_of_the_memory)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK < 2 && HUTCH_CFG_STATS < 2);
    for (unsigned count = 1; count <= W; count++) {
        const size_t bytes = count * sizeof(void *);
        CHECK_EQUAL(HUTCH_POOL_OVER_BYTES(count, sizeof(void *)), bytes);
        CHECK_EQUAL(make(bytes, sizeof(void *)), count);
        CHECK_EQUAL(fill_up(), count);
    }
    CHECK(HUTCH_POOL_OVER_BYTES(W + 1, sizeof(void *)) > (W + 1) * sizeof(void *));
}

// The pools of the manual, as small: an AVR has objects of an odd number of bytes.
TEST(array_of_pointers_has_room_for_the_objects_that_it_is_declared_for)
{
    static void *pointers[HUTCH_POOL_OVER_BYTES(2, 5) / sizeof(void *)];
    CHECK_EQUAL(hutch_pool_over(&over, "boxes", pointers, sizeof(pointers), 5, HUTCH_LOCK_NONE), 2);
}

TEST(capacity_is_the_largest_that_fits_in_any_number_of_bytes)
{
    for (size_t bytes = 1; bytes < HUTCH_POOL_OVER_BYTES(W + 2, 1); bytes++) {
        const unsigned count = make(bytes, 1);
        CHECK(HUTCH_POOL_OVER_BYTES(count, 1) <= bytes);
        CHECK(HUTCH_POOL_OVER_BYTES(count + 1, 1) > bytes);
        unit_faults_forget();
    }
}

TEST(capacity_ends_at_the_maximum_however_large_the_memory_is)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK < 2 && HUTCH_CFG_STATS < 2 && sizeof(void *) == 8);
#if UINTPTR_MAX > 0xFFFFFFFFu && HUTCH_CFG_CHECK < 2 && HUTCH_CFG_STATS < 2
    static void *plenty[HUTCH_CAPACITY_MAX + HUTCH_CAPACITY_MAX / 8];
    CHECK_EQUAL(hutch_pool_over(&over, "plenty", plenty, sizeof plenty, 1, HUTCH_LOCK_NONE),
                HUTCH_CAPACITY_MAX);
    CHECK_EQUAL(fill_up(), HUTCH_CAPACITY_MAX);
    CHECK(hutch_check(pool));
#endif
}

static void check_is_described_as(const struct hutch_pool *expected)
{
    CHECK(pool->self == pool && pool->visible == pool->live);
    CHECK_EQUAL(pool->options->capacity, expected->options->capacity);
    CHECK_EQUAL(pool->options->lock, expected->options->lock);
    CHECK(pool->options->policy == NULL && pool->options->hooks == NULL);
#if HUTCH_CFG_NAMES
    CHECK(pool->identity->slots == pool->slots);
    CHECK_EQUAL(pool->identity->stride_bytes, expected->identity->stride_bytes);
    CHECK_EQUAL(pool->identity->span_bytes, expected->identity->span_bytes);
#endif
    CHECK((pool->generations != NULL) == (expected->generations != NULL));
#if HUTCH_SERVES_ANY
    CHECK(pool->calls == expected->calls);
#endif
    CHECK_EQUAL(pool->stride_bytes, expected->stride_bytes);
    CHECK_EQUAL(pool->inverse, expected->inverse);
    CHECK_EQUAL(pool->stride_shift, expected->stride_shift);
    CHECK_EQUAL(pool->index_bits, expected->index_bits);
    CHECK_EQUAL(pool->ref_low_bits, expected->ref_low_bits);
    CHECK_EQUAL(pool->has_marks, expected->has_marks);
    CHECK_EQUAL(pool->capacity, expected->capacity);
    CHECK_EQUAL(hutch_object_bytes(pool), hutch_object_bytes(expected));
}

TEST(pool_over_memory_is_described_as_one_that_is_declared)
{
    make(HUTCH_POOL_OVER_BYTES(few, sizeof(struct box)), sizeof(struct box));
    check_is_described_as(&few_boxes_pool);
    hutch_pool_over(&over, "boxes", memory, memory_bytes, sizeof(struct box), HUTCH_LOCK_IRQ);
    check_is_described_as(&several_boxes_pool);
}

TEST(every_object_is_handed_out_once_and_nothing_beside_the_memory_changes)
{
    static const size_t sizes[] = {1, sizeof(void *), sizeof(void *) + 1, 3 * sizeof(void *)};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t bytes = HUTCH_POOL_OVER_BYTES(W + 1, sizes[i]);
        bytes = bytes < memory_bytes ? bytes : memory_bytes;
        fill_room();
        const unsigned capacity = make(bytes, sizes[i]);
        CHECK_EQUAL(fill_up(), capacity);
        CHECK_EQUAL(hutch_live(pool), capacity);
        for (unsigned index = 0; index < capacity; index++) {
            const unsigned char *const object = (const unsigned char *)hutch_at(pool, index);
            CHECK(object >= memory && object + sizes[i] <= memory + memory_bytes);
            CHECK_EQUAL((uintptr_t)object % HUTCH_ALIGN_OF_(void *), 0);
        }
        CHECK(hutch_check(pool));
        CHECK(beside_is_untouched(bytes));
        hutch_clear(pool);
        CHECK_EQUAL(hutch_available(pool), capacity);
    }
}

TEST(every_lock_of_the_build_serves_it)
{
    static const enum hutch_lock_kind locks[] = {
        HUTCH_LOCK_NONE,
        HUTCH_LOCK_IRQ,
#if HUTCH_HAS_LOCK_FREE
        HUTCH_LOCK_FREE,
#endif
#if HUTCH_CFG_CORES
        HUTCH_LOCK_CORES,
#endif
    };
    for (unsigned i = 0; i < sizeof locks / sizeof locks[0]; i++) {
        CHECK_EQUAL(hutch_pool_over(&over, "boxes", memory, memory_bytes, sizeof(struct box), locks[i]),
                    several);
        CHECK_EQUAL(fill_up(), several);
        CHECK(hutch_release_at_(pool, W) && hutch_acquire_index_(pool) == W);
        CHECK(hutch_check(pool));
        hutch_clear(pool);
        CHECK_EQUAL(hutch_live(pool), 0);
    }
}

TEST(descriptor_of_a_release_build_may_hold_anything_before)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK < 2);
    for (size_t i = 0; i < sizeof over; i++) {
        ((unsigned char *)&over)[i] = 0xEE;
    }
    make(HUTCH_POOL_OVER_BYTES(few, sizeof(struct box)), sizeof(struct box));
    check_is_described_as(&few_boxes_pool);
    CHECK_EQUAL(fill_up(), few);
    CHECK(hutch_check(pool));
}

TEST(second_call_makes_it_anew_and_empty)
{
    make(memory_bytes, sizeof(struct box));
    const struct box *const kept = (struct box *)hutch_acquire(pool);
    make(memory_bytes, sizeof(struct box));
    CHECK_EQUAL(hutch_live(pool), 0);
    CHECK(!hutch_is_live(pool, kept));
    CHECK_EQUAL(fill_up(), several);
}

// Calls everything that could find a slot where there is none.
static void check_is_always_full(void)
{
    CHECK_EQUAL(hutch_capacity(pool), 0);
    CHECK_EQUAL(hutch_live(pool), 0);
    CHECK_EQUAL(hutch_available(pool), 0);
    CHECK(hutch_acquire(pool) == NULL && hutch_acquire_urgent_(pool) == NULL);
    CHECK(hutch_acquire_index_(pool) == HUTCH_NONE && hutch_acquire_urgent_index_(pool) == HUTCH_NONE);
    CHECK(hutch_acquire_run_(pool, 1) == NULL);
    CHECK(hutch_core_acquire_mode(pool, HUTCH_MODE_UNCOUNTED) == HUTCH_NONE);
    CHECK(hutch_first(pool) == NULL && hutch_last_(pool) == NULL);
    CHECK(hutch_next_index_(pool, 0) == HUTCH_NONE);
    CHECK(!hutch_is_live(pool, memory) && !hutch_is_live(pool, NULL));
#if HUTCH_CFG_STATS
    CHECK_EQUAL(hutch_refused(pool), 5);
    CHECK_EQUAL(hutch_peak(pool), 0);
#endif
    hutch_clear(pool);
    CHECK(hutch_check(pool));
    CHECK(hutch_claim_(pool, 0) == NULL);
    CHECK(unit_fault_was("boxes", HUTCH_FAULT_BAD_INDEX, NULL, 0));
    CHECK(!hutch_release_at_(pool, 0));
    CHECK(unit_fault_was("boxes", HUTCH_FAULT_BAD_INDEX, NULL, 0));
    CHECK(!hutch_release(pool, memory));
    CHECK(unit_fault_was("boxes", HUTCH_FAULT_FOREIGN, memory, HUTCH_NONE));
}

TEST(no_memory_is_a_pool_that_is_always_full)
{
    CHECK_EQUAL(hutch_pool_over(&over, "boxes", NULL, 0, sizeof(struct box), HUTCH_LOCK_NONE), 0);
    check_is_always_full();
    CHECK_EQUAL(hutch_pool_over(&over, "boxes", memory, 0, sizeof(struct box), HUTCH_LOCK_IRQ), 0);
    check_is_always_full();
}

TEST(wrong_memory_is_reported_and_the_pool_always_full)
{
    static const struct {
        size_t offset, bytes, object_bytes;
    } wrong[] = {
        {0, HUTCH_POOL_OVER_BYTES(1, 3 * sizeof(void *)) - 1, 3 * sizeof(void *)}, // too small
        {0, memory_bytes, memory_bytes + 1},
        {0, memory_bytes, (size_t)-1},
        {0, memory_bytes, 0},
        {1, memory_bytes, sizeof(struct box)}, // misaligned, the last because no address is so on an AVR
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (wrong[i].offset % HUTCH_ALIGN_OF_(void *) == 0 && wrong[i].offset != 0) {
            continue;
        }
        CHECK_EQUAL(hutch_pool_over(&over, "boxes", memory + wrong[i].offset, wrong[i].bytes,
                                    wrong[i].object_bytes, HUTCH_LOCK_NONE),
                    0);
        CHECK(unit_fault_was("boxes", HUTCH_FAULT_MEMORY, memory + wrong[i].offset, HUTCH_NONE));
        check_is_always_full();
    }
    CHECK_EQUAL(hutch_pool_over(&over, "boxes", NULL, memory_bytes, sizeof(struct box), HUTCH_LOCK_NONE), 0);
    CHECK(unit_fault_was("boxes", HUTCH_FAULT_MEMORY, NULL, HUTCH_NONE));
    check_is_always_full();
}

HUTCH_POLICY(to_nowhere, 0, NULL, &over.pool, NULL, 0, NULL);
HUTCH_POOL(spilling, uint8_t, 1, HUTCH_OPTIONS(HUTCH_LOCK_NONE, &to_nowhere, NULL));

TEST(nothing_spills_to_a_pool_that_is_always_full)
{
    hutch_pool_over(&over, "boxes", NULL, 0, 1, HUTCH_LOCK_NONE);
    CHECK(spilling_acquire() != NULL);
    CHECK(spilling_acquire() == NULL && spilling_acquire_urgent() == NULL);
    CHECK(!spilling_is_live((const uint8_t *)memory));
    spilling_clear();
}

#include "../../build/lists/unit/over.h"
