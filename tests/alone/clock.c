// SPDX-License-Identifier: MIT
// clock.c - the clock of the PC is set back while a thread waits: the wait still lasts its time. The linker
// sends calls of clock_gettime here (--wrap).
#define _POSIX_C_SOURCE 200809L

#include "unit.h"

#include <pthread.h>
#include <time.h>

enum { wait_ms = 600, set_back_seconds = 10 };

HUTCH_WAITERS(for_things);
HUTCH_POOL(things, int, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_things);

static unsigned is_set_back;

int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
    const int error = __real_clock_gettime(clock, now);
    if (clock == CLOCK_REALTIME && __atomic_load_n(&is_set_back, __ATOMIC_RELAXED) != 0) {
        now->tv_sec -= set_back_seconds;
    }
    return error;
}

static long now_ms(void)
{
    struct timespec now;
    (void)__real_clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void pause_ms(long ms)
{
    const struct timespec pause = {0, ms * 1000000};
    (void)nanosleep(&pause, NULL);
}

// Sets the clock back, then wakes the waiter for nothing, so that it computes the time that is left.
static void *sets_the_clock(void *unused)
{
    while (__atomic_load_n(&for_things.waiting, __ATOMIC_RELAXED) == 0) {
        pause_ms(1);
    }
    pause_ms(50);
    __atomic_store_n(&is_set_back, 1u, __ATOMIC_RELAXED);
    things_wake();
    return unused;
}

TEST(clock_that_is_set_back_shortens_no_wait)
{
    pthread_t thread;
    enum hutch_wait_end why;
    CHECK(things_acquire() != NULL);
    CHECK_EQUAL(pthread_create(&thread, NULL, sets_the_clock, NULL), 0);
    const long from = now_ms();
    CHECK(things_acquire_wait(wait_ms, &why) == NULL);
    CHECK(now_ms() - from >= wait_ms - 1);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
}

#include "../../build/lists/alone/clock.h"
UNIT_MAIN(clock_tests)
