// SPDX-License-Identifier: MIT
// inverses.c - the constants by which an address becomes a number, for every size of object up to 1 MiB.

#include "unit.h"

#include "hutch/core/core.h"

enum { sizes_max = 1 << 20 };

static void check_size(uintptr_t size)
{
    const uintptr_t odd = HUTCH_ODD_PART(size);
    CHECK((odd & 1) == 1);
    CHECK((uintptr_t)(odd << HUTCH_SHIFT(size)) == size);
    CHECK((uintptr_t)(odd * HUTCH_INVERSE(size)) == 1);
}

TEST(odd_part_shift_and_inverse_are_right_for_every_size)
{
    for (uintptr_t size = 1; size <= sizes_max; size++) {
        check_size(size);
    }
}

// An object whose size is a multiple of 4 GiB is not provided for.
TEST(odd_part_shift_and_inverse_are_right_for_every_power_of_two)
{
    for (uint32_t power = 1; power != 0; power <<= 1) {
        const uintptr_t size = power;
        check_size(size);
        check_size(size | 1);
        check_size((uintptr_t)0 - size);
        check_size((size - 1) | 1);
    }
}

#include "../../build/lists/alone/inverses.h"
UNIT_MAIN(inverses_tests)
