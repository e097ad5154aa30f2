// SPDX-License-Identifier: MIT
// trace_wait.c - what HUTCH_TRACE is told of a task that waits: as a letter for each event.
#include "unit.h"
#include <string.h>

struct letter {
    uint16_t number;
};
HUTCH_WAITERS(for_letters);
HUTCH_POOL(letters, struct letter, 2, .lock = HUTCH_LOCK_IRQ, .wait = &for_letters);

static char told[40];
static unsigned length;

void trace_told(unsigned event, const struct hutch_pool *pool, unsigned index)
{
    const bool is_of_slot = event <= HUTCH_TRACE_RELEASE;
    CHECK(pool == &letters_pool && is_of_slot == (index != HUTCH_NONE));
    told[length] = "arfwk"[event]; // acquire, release, refuse, wait, wake
    length += length < sizeof told - 1 ? 1u : 0u;
}

static void release_second(void)
{
    CHECK(letters_release_at(1));
}

static bool was_told(const char *events)
{
    const bool is_so = strcmp(told, events) == 0;
    memset(told, 0, sizeof told);
    length = 0;
    return is_so;
}

static void waiting_is_told_in_its_order(void)
{
    CHECK(letters_acquire() != NULL && letters_acquire() != NULL);
    CHECK(was_told("aa"));
    wait_steps.asleep = release_second;
    CHECK(letters_acquire_wait(7, NULL) == letters_at(1));
    CHECK(was_told("wrka"));
    CHECK(letters_acquire_wait(7, NULL) == NULL);
    CHECK(was_told("wf"));
    CHECK(letters_acquire_wait(0, NULL) == NULL);
    CHECK(was_told("f"));
    CHECK(letters_release_at(0)); // nobody waits
    CHECK(was_told("r"));
}

static const struct unit_test trace_wait_tests[] = {
    UNIT_TEST(waiting_is_told_in_its_order),
    UNIT_TESTS_END,
};

UNIT_MAIN(trace_wait_tests)
