// SPDX-License-Identifier: MIT
// who_threads.c - with HUTCH_PORT_THREAD_NAMES a debug build on a PC says which thread holds an object.
#include "unit.h"

#include "hutch/report.h"

#include "report_text.h"

#include <pthread.h>

HUTCH_POOL(packets, int, 4, .lock = HUTCH_LOCK_IRQ);

static void *radio(void *unused)
{
    pthread_setname_np(pthread_self(), "radio");
    CHECK(packets_acquire() != NULL);
    return unused;
}

TEST(live_objects_name_the_threads_that_acquired_them)
{
    pthread_t thread;
    pthread_setname_np(pthread_self(), "screen");
    CHECK(packets_acquire() != NULL);
    CHECK(pthread_create(&thread, NULL, radio, NULL) == 0 && pthread_join(thread, NULL) == 0);
    hutch_report_live(&packets_pool, keep, NULL);
    const char *const first = strstr(text, "packets[0]"), *const second = strstr(text, "packets[1]");
    CHECK(first != NULL && second != NULL);
    CHECK(strstr(first, " by screen, ") != NULL && strstr(first, " by screen, ") < second);
    CHECK(strstr(second, " by radio, ") != NULL);
}

#include "../../build/lists/alone/who_threads.h"
UNIT_MAIN(who_threads_tests)
