// SPDX-License-Identifier: MIT
// one_unit.c - all of the library in one translation unit with a user's file, as programs without a build
// system have it, and as link-time optimisation has it: a write by the object's own type is seen there, too.

#include "library.c" // made by suite.mk: includes every file of src/

#include "unit.h"

struct foe {
    float place[6];
};
HUTCH_POOL(foes, struct foe, 4);
HUTCH_POOL_SPAWNED(locked_foes, struct foe, 70, .lock = HUTCH_LOCK_IRQ);
HUTCH_POLICY_OLDEST(oldest_goes, 2);
HUTCH_POOL(few_foes, struct foe, 2, .lock = HUTCH_LOCK_IRQ, .policy = &oldest_goes);

#if HUTCH_CFG_CHECK >= 2
TEST(write_by_the_objects_type_is_a_write_after_release)
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
#endif

TEST(typed_and_generic_functions_share_one_pool)
{
    foes_clear();
    struct foe *const first = foes_acquire();
    CHECK(hutch_acquire(&foes_pool) != first);
    CHECK_EQUAL(hutch_live(&foes_pool), 2);
    CHECK(hutch_release(&foes_pool, first));
    CHECK(!foes_is_live(first));
    foes_clear();
    CHECK_EQUAL(hutch_live(&foes_pool), 0);
    CHECK(hutch_check(&foes_pool));
}

TEST(pools_with_hooks_and_with_a_policy_work)
{
    for (unsigned i = 0; i < 70; i++) {
        CHECK(locked_foes_spawn(NULL) != NULL);
    }
    CHECK(locked_foes_spawn(NULL) == NULL);
    const locked_foes_ref_t ref = locked_foes_ref(locked_foes_at(69));
    CHECK(locked_foes_despawn(locked_foes_at(69)));
    CHECK(locked_foes_deref(ref) == NULL);
    CHECK(hutch_acquire_run_(&locked_foes_pool, 1) == locked_foes_at(69));
    locked_foes_clear();
    for (unsigned i = 0; i < 3; i++) {
        CHECK(few_foes_acquire() != NULL);
    }
    CHECK(hutch_check(&locked_foes_pool) && hutch_check(&few_foes_pool));
}

#include "../../build/lists/alone/one_unit.h"

UNIT_MAIN(one_unit_tests)
