// SPDX-License-Identifier: MIT
// cases.h - the tests that each framework runs, in this order: some must pass, some must fail (testing.py).
#ifndef CASES_H
#define CASES_H

#include "hutch_testing.h"
#include "hutch/policy.h"
#include "hutch/report.h"
#include "hutch/spawn.h"

#include <pthread.h>

struct bullet {
    int x[4];
};
HUTCH_POOL(bullets, struct bullet, 4, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));

static void release_twice(void)
{
    struct bullet *const bullet = bullets_acquire();
    bullets_release(bullet);
    bullets_release(bullet);
}

// A bomb whose hook releases a bullet twice: a jump out of it leaves the bomb between live and free.
static bool is_dud;
static void bomb_ends(void *bomb)
{
    (void)bomb;
    if (is_dud) {
        release_twice();
    }
}
static const struct hutch_hooks bomb_hooks = {NULL, NULL, bomb_ends};
HUTCH_POLICY_OLDEST(bomb_policy, 1); // counts live bombs
HUTCH_POOL_SPAWNED(bombs, struct bullet, 1, HUTCH_OPTIONS(HUTCH_LOCK_NONE, &bomb_policy, &bomb_hooks));

#ifndef NO_LIST
HUTCH_POOL_LIST(&bullets_pool, &bombs_pool);
#endif

static void in_a_thread(void *(*body)(void *))
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, NULL) == 0) {
        pthread_join(thread, NULL);
    }
}

static void *other_releases_twice(void *unused)
{
    release_twice();
    return unused;
}

static void *other_expects(void *unused)
{
    HUTCH_EXPECT_FAULT(HUTCH_FAULT_DOUBLE_RELEASE, release_twice());
    return unused;
}

static void *other_uses(void *unused)
{
    bullets_release(bullets_acquire());
    return unused;
}

// ------------------------------------------------------------------------------------------------- the tests

static void right_use(void)
{
    bullets_release(bullets_acquire());
}

static void double_release(void)
{
    (void)!bullets_acquire();
    release_twice();
}

// Releases NULL, which is a fault, if the failure has left a bullet live.
static void empty_after_a_failure(void)
{
    struct bullet *held[4];
    for (int i = 0; i < 4; i++) {
        held[i] = bullets_acquire();
    }
    for (int i = 0; i < 4; i++) {
        bullets_release(held[i]);
    }
}

static void expected_fault(void)
{
    HUTCH_EXPECT_FAULT(HUTCH_FAULT_DOUBLE_RELEASE, release_twice());
}

static void expected_fault_stays_out(void)
{
    HUTCH_EXPECT_FAULT(HUTCH_FAULT_DOUBLE_RELEASE, right_use());
}

static void another_fault_than_expected(void)
{
    HUTCH_EXPECT_FAULT(HUTCH_FAULT_DOUBLE_RELEASE, bullets_release(NULL));
}

static void leak(void)
{
    (void)!bullets_acquire();
}

static void overrun(void)
{
    struct bullet *const bullet = bullets_acquire();
#ifdef __SANITIZE_ADDRESS__
    bullet->x[3] = 0; // one further would end the program
#else
    ((volatile int *)bullet->x)[4] = 0; // debug builds have a guard there
#endif
    bullets_release(bullets_acquire());
    bullets_clear();
}

static void fault_inside_a_lock(void)
{
    struct bullet *const bullet = bullets_acquire();
    bullets_release(bullet);
    const hutch_port_state_t saved = hutch_lock(&bullets_pool);
    bullets_release(bullet);
    hutch_unlock(&bullets_pool, saved);
}

static void unlocked_after_that(void)
{
    right_use();
    in_a_thread(other_uses); // waits for ever if the lock is still taken
}

static void fault_in_a_hook(void)
{
    is_dud = true;
    bombs_despawn(bombs_spawn(NULL));
}

static void spawns_after_that(void)
{
    is_dud = false;
    bombs_despawn(bombs_spawn(NULL)); // NULL is a fault
}

static void fault_of_another_thread(void)
{
    HUTCH_EXPECT_FAULT(HUTCH_FAULT_DOUBLE_RELEASE, in_a_thread(other_releases_twice); release_twice());
}

static void expected_in_another_thread(void)
{
    in_a_thread(other_expects);
}

// clang-format off
#define CASES(row)                                                                                     \
    row(right_use) row(double_release) row(empty_after_a_failure) row(expected_fault)                  \
    row(expected_fault_stays_out) row(another_fault_than_expected) row(leak) row(overrun)              \
    row(fault_inside_a_lock) row(unlocked_after_that) row(fault_in_a_hook) row(spawns_after_that)      \
    row(fault_of_another_thread) row(expected_in_another_thread)
// clang-format on

#endif
