// SPDX-License-Identifier: MIT
// one_unit.c - the debug layer's bytes in one translation unit with who uses the objects, as link-time
// optimisation has them: a write by the object's own type is seen there, too.

#include "../../src/hutch_debug_bytes.c"

#include "unit.h"
#include "board.h"

struct foe {
    float place[6];
};
HUTCH_POOL(foes, struct foe, 4);

static void write_by_the_objects_type_is_a_write_after_release(void)
{
    const void *where = NULL;
    struct foe *const foe = foes_claim(1);
    hutch_bytes_close(&foes_pool, 1); // what a release does to the object, and then an acquire
    foe->place[2] = 1.5f;
    const unsigned fault = hutch_bytes_check_poison(&foes_pool, 1, &where);
    CHECK_EQUAL(fault, HUTCH_FAULT_WRITE_AFTER_RELEASE);
    CHECK(where == (const void *)&foe->place[2]);
    CHECK(foes_release(foe));
}

static const struct unit_test one_unit_tests[] = {
    UNIT_TEST(write_by_the_objects_type_is_a_write_after_release),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(one_unit_tests);
    return unit_finish();
}
