// SPDX-License-Identifier: MIT
// inverses.c - the constants by which an address becomes a number, for every size of object up to 1 MiB.

#include "unit.h"

#include <string.h>

#include "hutch/core/core.h"

enum { sizes_max = 1 << 20 };

static void check_size(uintptr_t size)
{
    const uintptr_t odd = HUTCH_ODD_PART(size);
    CHECK((odd & 1) == 1);
    CHECK((uintptr_t)(odd << HUTCH_SHIFT(size)) == size);
    CHECK((uintptr_t)(odd * HUTCH_INVERSE(size)) == 1);
}

static void odd_part_shift_and_inverse_are_right_for_every_size(void)
{
    for (uintptr_t size = 1; size <= sizes_max; size++) {
        check_size(size);
    }
}

// An object whose size is a multiple of 4 GiB is not provided for.
static void odd_part_shift_and_inverse_are_right_for_every_power_of_two(void)
{
    for (uint32_t power = 1; power != 0; power <<= 1) {
        const uintptr_t size = power;
        check_size(size);
        check_size(size | 1);
        check_size((uintptr_t)0 - size);
        check_size((size - 1) | 1);
    }
}

// Divides every offset of 64 KiB on both sides of the first slot.
static unsigned wrong_numbers(unsigned odd, unsigned shift, unsigned capacity)
{
    static unsigned char slots[1];
    struct hutch_pool pool;
    memset(&pool, 0, sizeof pool);
    pool.slots = slots;
    pool.stride_bytes = (size_t)odd << shift;
    pool.inverse = HUTCH_INVERSE(pool.stride_bytes);
    pool.stride_shift = (uint8_t)shift;
    pool.capacity = (uint16_t)capacity;
    unsigned wrong = 0, in_slot = 0, slot = 0;
    for (uint32_t offset = 0; offset <= 0x10000u; offset++) {
        const unsigned expected = in_slot == 0 && slot < capacity ? slot : HUTCH_NONE;
        wrong += hutch_slot_index(&pool, (const void *)((uintptr_t)slots + offset)) != expected;
        wrong += hutch_slot_index(&pool, (const void *)((uintptr_t)slots - 1u - offset)) != HUTCH_NONE;
        in_slot++;
        if (in_slot == pool.stride_bytes) {
            in_slot = 0;
            slot++;
        }
    }
    return wrong;
}

static void every_offset_is_divided_at_every_stride_and_any_capacity(void)
{
    for (unsigned odd = 1; odd <= 255; odd += 2) {
        for (unsigned shift = 0; shift < 8; shift++) {
            CHECK_EQUAL(wrong_numbers(odd, shift, 255 / odd + 1), 0);
        }
    }
    CHECK_EQUAL(wrong_numbers(3, 3, 1), 0);
    CHECK_EQUAL(wrong_numbers(3, 3, 64), 0);
    CHECK_EQUAL(wrong_numbers(3, 0, HUTCH_CAPACITY_MAX), 0);
    CHECK_EQUAL(wrong_numbers(1, 1, HUTCH_CAPACITY_MAX), 0);
    CHECK_EQUAL(wrong_numbers(1, 0, HUTCH_CAPACITY_MAX), 0);
}

static const struct unit_test inverses_tests[] = {
    UNIT_TEST(odd_part_shift_and_inverse_are_right_for_every_size),
    UNIT_TEST(odd_part_shift_and_inverse_are_right_for_every_power_of_two),
    UNIT_TEST(every_offset_is_divided_at_every_stride_and_any_capacity),
    UNIT_TESTS_END,
};

UNIT_MAIN(inverses_tests)
