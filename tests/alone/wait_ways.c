// SPDX-License-Identifier: MIT
// wait_ways.c - waiting for objects and for pools with a policy, at the last moment, and what a trace is
// told of it. That every way to free a slot wakes a task is in tests/unit/ways.c.

#include "hutch/queue.h"
#include "unit.h"

struct letter {
    uint16_t number;
};
static unsigned lows, lows_inside; // `on_low` was called, in a section
static unsigned victim = HUTCH_NONE;

static void on_low(const struct hutch_pool *pool)
{
    (void)pool;
    lows++;
    lows_inside += wait_steps.depth != 0 ? 1u : 0u;
}

static unsigned choose_victim(const struct hutch_pool *pool);
HUTCH_WAITERS(for_few);
HUTCH_WAITERS(for_quiet);
HUTCH_WAITERS(for_lines);
HUTCH_WAITERS(for_letters);
HUTCH_WAITERS(for_crowd);
HUTCH_WAITERS(readers);
HUTCH_POLICY(kept_back, .reserve = 1, .low = 1, .on_low = on_low);
HUTCH_POLICY(says_nothing, .reserve = 0);
HUTCH_POLICY(evicts, .evict = choose_victim);
HUTCH_POOL_IDS(lines, 3, .lock = HUTCH_LOCK_IRQ, .wait = &for_lines);
HUTCH_POOL_IDS(few, 3, .lock = HUTCH_LOCK_IRQ, .wait = &for_few, .policy = &kept_back);
HUTCH_POOL_IDS(quiet, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_quiet, .policy = &says_nothing);
HUTCH_POOL_IDS(crowd, 3, .lock = HUTCH_LOCK_IRQ, .wait = &for_crowd, .policy = &evicts);
HUTCH_POOL(letters, struct letter, 3, .lock = HUTCH_LOCK_IRQ, .wait = &for_letters);

HUTCH_POOL_QUEUED(parcels, struct letter, 3, .lock = HUTCH_LOCK_IRQ);
HUTCH_QUEUE_WAITED(inbox, parcels, readers);

enum { POOLS = 5 };
static const struct hutch_pool *const pools[POOLS] = {&few_pool, &quiet_pool, &lines_pool, &letters_pool,
                                                      &crowd_pool};
static enum hutch_wait_end why;
static int got; // what an acquire inside of an event returned

static void arrange(void)
{
    for (unsigned i = 0; i < POOLS; i++) {
        hutch_clear(pools[i]);
        *pools[i]->options->wait = (struct hutch_waiters){.waiting = 0};
    }
    wait_steps = (struct wait_steps){.depth = 0};
    victim = HUTCH_NONE;
    lows = lows_inside = 0;
    got = -2;
}

/// Nobody is counted as waiting, and no step was wrong.
static void check_rest(void)
{
    for (unsigned i = 0; i < POOLS; i++) {
        CHECK_EQUAL(pools[i]->options->wait->waiting, 0);
    }
    CHECK_EQUAL(wait_steps.depth, 0);
    CHECK_EQUAL(wait_steps.wrong, 0);
    CHECK_EQUAL(lows_inside, 0);
}

static void release_second_letter(void)
{
    CHECK(letters_release_at(1));
}

TEST(who_waits_for_an_object_gets_the_one_that_was_released)
{
    arrange();
    for (unsigned i = 0; i < 3; i++) {
        CHECK(hutch_acquire_wait(&letters_pool, 7, NULL) != NULL);
    }
    wait_steps.asleep = release_second_letter;
    CHECK(hutch_acquire_wait(&letters_pool, 7, NULL) == letters_at(1));
    wait_steps.asleep = release_second_letter;
    CHECK(letters_acquire_wait(7, NULL) == letters_at(1));
    CHECK(hutch_acquire_wait(&letters_pool, 7, NULL) == NULL);
    CHECK(letters_acquire_wait(7, &why) == NULL);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    CHECK(hutch_acquire_wait(&letters_pool, 0, &why) == NULL);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    check_rest();
}

// ------------------------------------------------------------------------------------------------- queues

static void put_one(void)
{
    CHECK(inbox_put(parcels_acquire()));
}

static void put_two(void)
{
    put_one();
    put_one();
}

static void arrange_queue(void)
{
    arrange();
    while (inbox_take() != NULL) {}
    parcels_clear();
#if HUTCH_CFG_STATS
    parcels_stats_reset();
#endif
    readers = (struct hutch_waiters){.waiting = 0};
    got = 0;
}

TEST(who_waits_for_a_queue_gets_what_is_put)
{
    arrange_queue();
    wait_steps.asleep = put_two;
    const struct letter *const first = inbox_take_wait(7, &why);
    CHECK(first != NULL && why == HUTCH_WAIT_SERVED && wait_steps.wakes == 2);
    CHECK(inbox_take_wait(7, NULL) != NULL); // at once
    CHECK_EQUAL(wait_steps.waits, 1);
    CHECK(inbox_take_wait(7, &why) == NULL);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    wait_steps.is_interrupt = true;
    CHECK(inbox_take_wait(7, &why) == NULL);
    CHECK_EQUAL(why, HUTCH_WAIT_NONE);
    CHECK_EQUAL(readers.waiting, 0);
#if HUTCH_CFG_STATS
    CHECK_EQUAL(parcels_refused(), 0); // no acquire was
#endif
    check_rest();
}

TEST(puts_that_were_one_wake_up_are_passed_on)
{
    arrange_queue();
    readers.waiting = 1; // another task
    wait_steps.asleep = put_two;
    CHECK(inbox_take_wait(7, NULL) != NULL);
    CHECK(readers.wake.is_given && !inbox_is_empty());
    CHECK_EQUAL(readers.waiting, 1);
    CHECK(inbox_take() != NULL);
    CHECK_EQUAL(wait_steps.wakes, 3);
    parcels_clear();
    readers.wake.is_given = false;
    wait_steps.begun = put_one; // nothing is left to pass on
    CHECK(inbox_take_wait(7, NULL) != NULL);
    CHECK_EQUAL(wait_steps.wakes, 4);
    check_rest();
}

// ------------------------------------------------------------------------------------------ with policies

static void release_second_of_few(void)
{
    CHECK(few_release(1));
}

static bool releases_another;

static unsigned choose_victim(const struct hutch_pool *pool)
{
    (void)pool;
    if (releases_another) {
        releases_another = false;
        CHECK(crowd_release(2));
    }
    return victim;
}

static void another_acquires_by_eviction(void)
{
    victim = 1;
    got = crowd_acquire();
    victim = HUTCH_NONE;
}

TEST(evicted_slot_goes_to_who_evicts_and_wakes_nobody)
{
    arrange();
    CHECK(crowd_acquire() >= 0 && crowd_acquire() >= 0 && crowd_acquire() >= 0);
    wait_steps.asleep = another_acquires_by_eviction;
    CHECK_EQUAL(crowd_acquire_wait(7, NULL), -1);
    CHECK_EQUAL(got, 1);
    CHECK_EQUAL(wait_steps.wakes, 0);
    check_rest();
}

static void another_evicts_and_its_callback_releases(void)
{
    releases_another = true;
    another_acquires_by_eviction();
    CHECK(crowd_release(got));
}

TEST(release_in_an_evict_callback_wakes)
{
    arrange();
    CHECK(crowd_acquire() >= 0 && crowd_acquire() >= 0 && crowd_acquire() >= 0);
    wait_steps.asleep = another_evicts_and_its_callback_releases;
    CHECK(crowd_acquire_wait(HUTCH_FOREVER, NULL) >= 0);
    CHECK(wait_steps.wakes >= 2);
    check_rest();
}

TEST(who_would_wait_evicts_first)
{
    arrange();
    CHECK(crowd_acquire() >= 0 && crowd_acquire() >= 0 && crowd_acquire() >= 0);
    victim = 2;
    CHECK_EQUAL(crowd_acquire_wait(7, NULL), 2);
    CHECK_EQUAL(wait_steps.begins, 0);
    check_rest();
}

static void interrupt_acquires_urgently(void)
{
    got = few_acquire_urgent();
}

TEST(what_is_kept_back_is_not_for_who_waits)
{
    arrange();
    CHECK(few_acquire() >= 0 && few_acquire() >= 0 && few_acquire_urgent() >= 0);
    wait_steps.asleep = release_second_of_few;
    CHECK_EQUAL(few_acquire_wait(7, NULL), -1);
    CHECK_EQUAL(wait_steps.waits, 2); // it was woken, and left what is kept back
    wait_steps.asleep = interrupt_acquires_urgently;
    CHECK_EQUAL(few_acquire_wait(7, NULL), -1);
    CHECK_EQUAL(got, 1);
    check_rest();
}

// Each time slot 1 leaves one free, which is `low`.
TEST(low_room_is_told_once_whenever_the_slot_came)
{
    arrange();
    CHECK(few_acquire() == 0 && few_acquire() == 1);
    CHECK_EQUAL(lows, 1);
    wait_steps.begun = release_second_of_few; // at the second try
    CHECK_EQUAL(few_acquire_wait(7, NULL), 1);
    CHECK_EQUAL(lows, 2);
    wait_steps.asleep = release_second_of_few; // in its sleep
    CHECK_EQUAL(few_acquire_wait(7, NULL), 1);
    CHECK_EQUAL(lows, 3);
    CHECK_EQUAL(few_acquire_wait(7, NULL), -1); // nothing came
    CHECK_EQUAL(lows, 3);
    check_rest();
}

static void release_quiet(void)
{
    CHECK(quiet_release(0));
}

static struct hutch_over over;
static void *over_memory[HUTCH_POOL_OVER_BYTES(2, sizeof(struct letter)) / sizeof(void *)];
HUTCH_WAITERS(for_over);

static void release_over(void)
{
    CHECK(hutch_release_at_(&over.pool, 1));
}

TEST(pool_over_memory_is_waited_for_if_its_options_get_waiters)
{
    arrange();
    const size_t bytes = HUTCH_POOL_OVER_BYTES(2, sizeof(struct letter));
    CHECK_EQUAL(hutch_pool_over(&over, "over", over_memory, bytes, sizeof(struct letter), HUTCH_LOCK_IRQ), 2);
    over.options.wait = &for_over;
    CHECK(hutch_acquire(&over.pool) != NULL && hutch_acquire(&over.pool) != NULL);
    wait_steps.asleep = release_over;
    CHECK(hutch_acquire_wait(&over.pool, 7, NULL) == hutch_at(&over.pool, 1));
    CHECK(hutch_acquire_wait(&over.pool, 7, &why) == NULL && why == HUTCH_WAIT_TIME);
    CHECK_EQUAL(hutch_pool_over(&over, "over", NULL, 0, sizeof(struct letter), HUTCH_LOCK_IRQ), 0);
    CHECK(hutch_acquire_wait(&over.pool, 7, &why) == NULL && why == HUTCH_WAIT_NONE);
    over.options.wait = &for_over;
    CHECK(hutch_acquire_wait(&over.pool, 7, &why) == NULL && why == HUTCH_WAIT_TIME);
    check_rest();
}

HUTCH_POOL(unwaited, struct letter, 1);

TEST(wrong_release_wakes_nobody)
{
    arrange();
    struct letter *const letter = letters_acquire();
    CHECK(letters_release(letter) && !letters_release(letter));
    CHECK_EQUAL(unit_faults_forget(), 1);
    CHECK(hutch_check(&letters_pool) && hutch_check(&unwaited_pool));
    check_rest();
}

#if HUTCH_CFG_CHECK >= 2
TEST(nobody_waits_for_an_object_of_a_pool_of_numbers)
{
    why = HUTCH_WAIT_SERVED;
    CHECK(hutch_acquire_wait(&lines_pool, 5, NULL) == NULL);
    CHECK(hutch_acquire_wait(&lines_pool, 5, NULL) == NULL);
    CHECK(hutch_acquire_wait(&lines_pool, 5, &why) == NULL);
    CHECK_EQUAL(why, HUTCH_WAIT_NONE);
    CHECK_EQUAL(unit_faults.kept[2].code, HUTCH_FAULT_NUMBERS);
    CHECK_EQUAL(unit_faults_forget(), 3);
    CHECK_EQUAL(hutch_live(&lines_pool), 0);
}
#endif

TEST(check_names_a_pool_that_is_waited_for_without_a_lock)
{
    struct hutch_options options = *letters_pool.options;
    struct hutch_pool copy = letters_pool;
    copy.options = &options;
    CHECK(hutch_check(&copy));
    options.lock = HUTCH_LOCK_NONE;
    CHECK(!hutch_check(&copy));
    CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_DESCRIPTOR);
    CHECK_EQUAL(unit_faults_forget(), 1);
}

// ------------------------------------------------------------------------------------- at the last moment

static struct hutch_waiters *waiters_now;

// As a task leaves it that finds no room twice, and sleeps.
static void another_waits(void)
{
    waiters_now->waiting = 1;
    waiters_now->wake.is_begun = true;
}

TEST(release_wakes_who_began_to_wait_just_before_the_slot_was_free)
{
    for (unsigned way = 0; way < 5; way++) {
        arrange();
        CHECK(letters_acquire() != NULL && quiet_acquire() == 0 && lines_acquire_run(3) == 0);
        waiters_now = way < 2 ? &for_letters : way < 3 ? &for_quiet : &for_lines;
        wait_steps.entering = another_waits;
        if (way == 0) {
            CHECK(letters_release_at(0));
        } else if (way == 1) {
            CHECK(hutch_release_at_(&letters_pool, 0));
        } else if (way == 2) {
            release_quiet();
        } else if (way == 3) {
            CHECK(lines_release_run(0, 3));
        } else {
            lines_clear();
        }
        CHECK(wait_steps.entering == NULL && wait_steps.wakes != 0);
        waiters_now->waiting = 0;
        check_rest();
    }
}

static void all_ticks_but_one_pass(void)
{
    wait_steps.now = (hutch_port_time_t)(wait_steps.now + wait_steps.ticks - 1);
}

TEST(sleep_that_the_kernel_ends_one_tick_early_ends_the_wait)
{
    const uint32_t times[] = {2, 7, 70000};
    for (unsigned i = 0; i < 3; i++) {
        arrange();
        CHECK_EQUAL(quiet_acquire(), 0);
        wait_steps.asleep = all_ticks_but_one_pass;
        wait_steps.aborts = 1;
        CHECK_EQUAL(quiet_acquire_wait(times[i], &why), -1);
        CHECK_EQUAL(why, HUTCH_WAIT_ABORTED);
        CHECK_EQUAL(wait_steps.waits, 1);
        check_rest();
    }
}

#if HUTCH_CFG_STATS >= 2 // with trace.h

static char told[40]; // a letter for each event
static unsigned length;

void trace_told(unsigned event, const struct hutch_pool *pool, unsigned index)
{
    if (pool == &letters_pool) {
        const bool is_of_slot = event <= HUTCH_TRACE_RELEASE;
        CHECK(is_of_slot == (index != HUTCH_NONE));
        told[length] = "arfwk"[event]; // acquire, release, refuse, wait, wake
        length += length < sizeof told - 1 ? 1u : 0u;
    }
}

static bool was_told(const char *events)
{
    told[length] = '\0';
    length = 0;
    return unit_same_text(told, events);
}

TEST(waiting_is_told_in_its_order)
{
    arrange();
    length = 0;
    CHECK(letters_acquire() != NULL && letters_acquire() != NULL && letters_acquire() != NULL);
    CHECK(was_told("aaa"));
    wait_steps.asleep = release_second_letter;
    CHECK(letters_acquire_wait(7, NULL) == letters_at(1));
    CHECK(was_told("wrka"));
    CHECK(letters_acquire_wait(7, NULL) == NULL);
    CHECK(was_told("wf"));
    CHECK(letters_acquire_wait(0, NULL) == NULL);
    CHECK(was_told("f"));
    CHECK(letters_release_at(0)); // nobody waits
    CHECK(was_told("r"));
}

#endif

#include "../../build/lists/alone/wait_ways.h"

UNIT_MAIN(wait_ways_tests)
