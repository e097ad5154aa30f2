// SPDX-License-Identifier: MIT
// release_if.c - bulk release by a predicate: it is called once for each live object, and only the chosen go.

#include "unit.h"

enum { crowd_max = 2 * HUTCH_WORD_BITS + 3 };
UNIT_POOL(crowd, uint8_t, crowd_max);

static unsigned asked;

static unsigned fill(unsigned count)
{
    crowd_clear();
    asked = 0;
    for (unsigned i = 0; i < count; i++) {
        *crowd_claim(i) = (uint8_t)i;
    }
    return count;
}

// The context is a divisor.
static bool is_multiple(const void *object, void *context)
{
    asked++;
    unsigned rest = *(const uint8_t *)object;
    const unsigned divisor = *(const unsigned *)context;
    while (rest >= divisor) {
        rest -= divisor;
    }
    return rest == 0;
}

static bool releases_itself(const void *object, void *context)
{
    (void)context;
    asked++;
    CHECK(crowd_release((const uint8_t *)object));
    return true;
}

static bool releases_its_follower(const void *object, void *context)
{
    (void)context;
    asked++;
    crowd_release((const uint8_t *)object + 1);
    return false;
}

static bool acquires(const void *object, void *context)
{
    (void)object;
    (void)context;
    asked++;
    (void)!crowd_acquire();
    return true;
}

// The typed function takes a typed predicate.
static bool typed_is_odd(const uint8_t *object, void *context)
{
    (void)context;
    asked++;
    return (*object & 1) != 0;
}

static bool typed_releases_itself(const uint8_t *object, void *context)
{
    (void)context;
    crowd_release(object);
    return true;
}

TEST(those_for_whom_it_is_true_go_and_are_counted)
{
    unsigned divisor = 3;
    fill(crowd_max);
    CHECK_EQUAL(hutch_release_if_(&crowd_pool, is_multiple, &divisor), (crowd_max + 2) / 3);
    CHECK_EQUAL(asked, crowd_max);
    for (unsigned i = 0; i + 3 <= crowd_max; i += 3) {
        CHECK(!crowd_is_live_at(i));
        CHECK(crowd_is_live_at(i + 1));
        CHECK(crowd_is_live_at(i + 2));
    }
    CHECK(hutch_check(&crowd_pool));
}

TEST(typed_release_if_does_the_same)
{
    fill(crowd_max);
    CHECK_EQUAL(crowd_release_if(typed_is_odd, NULL), crowd_max / 2);
    CHECK_EQUAL(asked, crowd_max);
    for (unsigned i = 0; i < crowd_max; i++) {
        CHECK_EQUAL(crowd_is_live_at(i), i % 2 == 0);
    }
    CHECK_EQUAL(crowd_release_if(typed_releases_itself, NULL), 0);
    CHECK_EQUAL(crowd_live(), 0);
}

TEST(predicate_may_release_its_object_which_is_then_not_counted)
{
    fill(5);
    CHECK_EQUAL(hutch_release_if_(&crowd_pool, releases_itself, NULL), 0);
    CHECK_EQUAL(asked, 5);
    CHECK_EQUAL(crowd_live(), 0);
}

TEST(predicate_may_release_others_which_are_then_not_asked)
{
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE);
    fill(6);
    CHECK_EQUAL(hutch_release_if_(&crowd_pool, releases_its_follower, NULL), 0);
    CHECK_EQUAL(asked, 3);
    CHECK_EQUAL(crowd_live(), 3);
}

TEST(predicate_may_acquire)
{
    UNIT_NEEDS(UNIT_LOWEST_FIRST(&crowd_pool));
    // Slot 0 sees 2 taken and goes; slot 1 sees 0 taken, which is passed, and goes; slot 2 sees 1 taken and
    // goes.
    fill(2);
    CHECK_EQUAL(hutch_release_if_(&crowd_pool, acquires, NULL), 3);
    CHECK_EQUAL(asked, 3);
    CHECK(crowd_is_live_at(0));
    CHECK(crowd_is_live_at(1));
    CHECK_EQUAL(crowd_live(), 2);
}

#include "../../build/lists/unit/release_if.h"
