// SPDX-License-Identifier: MIT
// wait_steps.c - each step of a wait for room, with others in between: a release, a newcomer, an interrupt, a
// wake-up that comes late. One thread: what tests/wait meets by chance is met here each time.

#include "unit.h"
#include "board.h"

struct wait_steps wait_steps;

static void happens(wait_event **event)
{
    wait_event *const now = *event;
    *event = NULL;
    if (now != NULL) {
        now();
    }
}

hutch_port_state_t hutch_port_enter(void)
{
    return wait_steps.depth++;
}

void hutch_port_exit(hutch_port_state_t saved)
{
    wait_steps.depth--;
    wait_steps.wrong += wait_steps.depth != saved ? 1u : 0u;
    if (wait_steps.depth == 0) {
        happens(&wait_steps.left);
    }
}

bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    wait_steps.wrong += wait_steps.depth != 0 || wait_steps.is_interrupt ? 1u : 0u;
    wait_steps.begins++;
    wake->is_begun = !wait_steps.has_none;
    wake->is_woken = false;
    happens(&wait_steps.begun);
    return wake->is_begun;
}

static bool is_woken(hutch_port_wait_t *wake)
{
    const bool was_woken = wake->is_woken;
    wake->is_woken = false;
    return was_woken;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    wait_steps.wrong += wait_steps.depth != 0 || wait_steps.is_interrupt || !wake->is_begun ? 1u : 0u;
    wait_steps.waits++;
    wait_steps.ticks = ticks;
    if (ticks == HUTCH_FOREVER && wait_steps.broken > 0) {
        wait_steps.broken--;
        return false;
    }
    happens(&wait_steps.asleep);
    if (wait_steps.on_its_way == wake && ticks == HUTCH_FOREVER) {
        wait_steps.on_its_way = NULL;
        wake->is_woken = true;
    }
    if (is_woken(wake)) {
        return true;
    }
    if (ticks == HUTCH_FOREVER) {
        CHECK(!"sleeps for ever");
        board_exit(1);
    }
    happens(&wait_steps.late);
    return false;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    wait_steps.wrong += wait_steps.depth != 0 || !wake->is_begun || wake->is_woken ? 1u : 0u;
    wait_steps.wakes++;
    if (wait_steps.is_slow) {
        wait_steps.on_its_way = wake;
    } else {
        wake->is_woken = true;
    }
}

void hutch_port_wait_end(hutch_port_wait_t *wake)
{
    wait_steps.wrong += !wake->is_begun || wake->is_woken || wait_steps.on_its_way == wake ? 1u : 0u;
    wait_steps.ends++;
    wake->is_begun = false;
}

// --------------------------------------------------------------------------------------------- the pools

static unsigned lows, lows_inside; // `on_low` was called, in a section

static void on_low(const struct hutch_pool *pool)
{
    (void)pool;
    lows++;
    lows_inside += wait_steps.depth != 0 ? 1u : 0u;
}

HUTCH_WAITERS(for_channels);
HUTCH_WAITERS(for_few);
HUTCH_WAITERS(for_quiet);
HUTCH_WAITERS(for_lines);
HUTCH_WAITERS(for_letters);
HUTCH_POLICY(kept_back, .reserve = 1, .low = 1, .on_low = on_low);
HUTCH_POLICY(says_nothing, .reserve = 0);
HUTCH_POOL_IDS(channels, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_channels);
HUTCH_POOL_IDS(lines, 3, .lock = HUTCH_LOCK_IRQ, .wait = &for_lines);
HUTCH_POOL_IDS(few, 3, .lock = HUTCH_LOCK_IRQ, .wait = &for_few, .policy = &kept_back);
HUTCH_POOL_IDS(quiet, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_quiet, .policy = &says_nothing);
HUTCH_POOL(letters, uint16_t, 2, .lock = HUTCH_LOCK_IRQ, .wait = &for_letters);
HUTCH_POOL_IDS(not_waited_for, 1, .lock = HUTCH_LOCK_IRQ);

static int got[3]; // what the waits inside of events answered

static void arrange(void)
{
    channels_clear();
    lines_clear();
    few_clear();
    quiet_clear();
    letters_clear();
    not_waited_for_clear();
    wait_steps = (struct wait_steps){.depth = 0};
    lows = lows_inside = 0;
    for (unsigned i = 0; i < 3; i++) {
        got[i] = -2;
    }
}

/// Nobody waits any longer, nobody was woken in vain, each semaphore is gone, and no step was wrong.
static void check_rest(void)
{
    CHECK(for_channels.first == NULL && for_channels.last == NULL);
    CHECK(for_lines.first == NULL && for_lines.last == NULL);
    CHECK(for_few.first == NULL && for_few.last == NULL);
    CHECK(for_quiet.first == NULL && for_quiet.last == NULL);
    CHECK(for_letters.first == NULL && for_letters.last == NULL);
    CHECK_EQUAL(wait_steps.ends, wait_steps.begins);
    CHECK_EQUAL(wait_steps.depth, 0);
    CHECK_EQUAL(wait_steps.wrong, 0);
    CHECK_EQUAL(lows_inside, 0);
}

static void release_channel(void)
{
    CHECK(channels_release(0));
}

static void release_second_of_few(void)
{
    CHECK(few_release(1));
}

// ------------------------------------------------------------------------------------------ who does not

static void with_room_no_semaphore_is_begun(void)
{
    arrange();
    CHECK_EQUAL(channels_acquire_wait(7), 0);
    CHECK(channels_release(0));
    CHECK_EQUAL(hutch_acquire_index_wait(&channels_pool, HUTCH_FOREVER), 0);
    CHECK_EQUAL(wait_steps.begins, 0);
    check_rest();
}

static void who_may_not_sleep_is_answered_at_once(void)
{
    arrange();
    CHECK_EQUAL(channels_acquire_wait(0), 0);
    CHECK_EQUAL(channels_acquire_wait(0), -1);
    wait_steps.is_interrupt = true;
    CHECK_EQUAL(channels_acquire_wait(7), -1);
    CHECK(channels_release(0));
    CHECK_EQUAL(channels_acquire_wait(7), 0);
    CHECK_EQUAL(wait_steps.begins, 0);
    check_rest();
}

static void pool_without_waiters_is_not_waited_for(void)
{
    arrange();
    CHECK_EQUAL(hutch_acquire_index_wait(&not_waited_for_pool, 7), 0);
    CHECK_EQUAL(hutch_acquire_index_wait(&not_waited_for_pool, 7), HUTCH_NONE);
    CHECK_EQUAL(wait_steps.begins, 0);
    check_rest();
}

static void without_a_semaphore_nobody_queues(void)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.has_none = true;
    CHECK_EQUAL(channels_acquire_wait(7), -1);
    CHECK_EQUAL(wait_steps.begins, 1);
    CHECK_EQUAL(wait_steps.ends + wait_steps.waits, 0);
    CHECK(for_channels.first == NULL);
}

static void interrupt_acquires(void)
{
    wait_steps.is_interrupt = true;
    got[0] = channels_acquire_wait(7);
    wait_steps.is_interrupt = false;
}

static void task_acquires_without_time(void)
{
    got[0] = channels_acquire_wait(0);
}

// The slot is free already, and not yet given to the one who waits for it.
static wait_event *who_comes_in_between;
static void somebody_comes_once_it_is_free(void)
{
    if (channels_live() == 0) {
        who_comes_in_between();
    } else { // a debug build's release is more than one section
        wait_steps.left = somebody_comes_once_it_is_free;
    }
}

static void release_and_somebody_comes(void)
{
    wait_steps.left = somebody_comes_once_it_is_free;
    CHECK(channels_release(0));
}

static void who_may_not_sleep_does_not_queue_behind_others(void)
{
    wait_event *const those[] = {interrupt_acquires, task_acquires_without_time};
    for (unsigned i = 0; i < 2; i++) {
        arrange();
        CHECK_EQUAL(channels_acquire(), 0);
        who_comes_in_between = those[i];
        wait_steps.asleep = release_and_somebody_comes;
        CHECK_EQUAL(channels_acquire_wait(7), -1);
        CHECK_EQUAL(got[0], 0);
        CHECK_EQUAL(wait_steps.begins, 1);
        check_rest();
    }
}

static void pool_that_cannot_be_waited_for_is_no_sound_pool(void)
{
    struct hutch_pool copy = channels_pool;
    CHECK(hutch_check(&copy));
    struct hutch_options options = *channels_pool.options;
    copy.options = &options;
    CHECK(hutch_check(&copy));
    options.lock = HUTCH_LOCK_NONE;
    CHECK(!hutch_check(&copy));
    CHECK_EQUAL(unit_faults_forget(), 1);
}

// ---------------------------------------------------------------------------------------------- who waits

static void release_gives_its_slot_to_who_waits(void)
{
    for (uint32_t ticks = 1; ticks < 3; ticks++) {
        arrange();
        CHECK_EQUAL(channels_acquire(), 0);
        wait_steps.asleep = release_channel;
        CHECK_EQUAL(channels_acquire_wait(ticks), 0);
        CHECK_EQUAL(wait_steps.ticks, ticks);
        CHECK_EQUAL(wait_steps.wakes, 1);
        CHECK_EQUAL(channels_live(), 1);
        check_rest();
    }
}

static void release_second_letter(void)
{
    CHECK(letters_release_at(1));
}

static void who_waits_for_an_object_gets_the_one_that_was_released(void)
{
    arrange();
    CHECK(hutch_acquire_wait(&letters_pool, 7) == letters_at(0));
    CHECK(letters_acquire_wait(7) == letters_at(1));
    wait_steps.asleep = release_second_letter;
    CHECK(hutch_acquire_wait(&letters_pool, 7) == letters_at(1));
    wait_steps.asleep = release_second_letter;
    CHECK(letters_acquire_wait(7) == letters_at(1));
    CHECK(hutch_acquire_wait(&letters_pool, 7) == NULL);
    CHECK(letters_acquire_wait(7) == NULL);
    check_rest();
}

static void time_that_is_over_leaves_the_queue_empty(void)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    CHECK_EQUAL(channels_acquire_wait(7), -1);
    CHECK_EQUAL(wait_steps.waits, 1);
    check_rest();
    release_channel();
    CHECK_EQUAL(wait_steps.wakes, 0);
    CHECK_EQUAL(channels_live(), 0);
}

static void look_at_the_waiter(void)
{
    CHECK(for_channels.first != NULL);
    CHECK_EQUAL(for_channels.first->index, HUTCH_NONE);
    CHECK(!for_channels.first->is_last_before_low);
}

static void leave_ones_on_the_stack(void)
{
    volatile unsigned char ones[1024];
    for (unsigned i = 0; i < sizeof ones; i++) {
        ones[i] = 1;
    }
}

static void waiter_that_is_queued_has_no_slot_and_left_none_low(void)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.asleep = look_at_the_waiter;
    leave_ones_on_the_stack();
    CHECK_EQUAL(channels_acquire_wait(7), -1);
    check_rest();
}

static void release_before_it_queues_is_seen_at_the_second_look(void)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.begun = release_channel;
    CHECK_EQUAL(channels_acquire_wait(7), 0);
    CHECK_EQUAL(wait_steps.waits + wait_steps.wakes, 0);
    CHECK_EQUAL(channels_live(), 1);
    check_rest();
}

static void slot_that_comes_as_the_time_ends_is_kept(void)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.late = release_channel;
    CHECK_EQUAL(channels_acquire_wait(7), 0);
    CHECK_EQUAL(wait_steps.waits, 2); // it takes the wake-up, too
    CHECK_EQUAL(channels_live(), 1);
    check_rest();
}

static void wake_up_that_is_on_its_way_is_waited_for(void)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.late = release_channel;
    wait_steps.is_slow = true;
    wait_steps.broken = 2;
    CHECK_EQUAL(channels_acquire_wait(7), 0);
    CHECK_EQUAL(wait_steps.waits, 4);
    CHECK(wait_steps.ticks == HUTCH_FOREVER);
    CHECK_EQUAL(channels_live(), 1);
    check_rest();
}

// ------------------------------------------------------------------------------------------- several wait

static void third_waits(void)
{
    wait_steps.asleep = lines_clear; // one after another, from the first
    got[2] = lines_acquire_wait(7);
}

static void second_waits(void)
{
    wait_steps.asleep = third_waits;
    got[1] = lines_acquire_wait(7);
}

static void slots_go_to_who_waits_in_turn(void)
{
    arrange();
    CHECK_EQUAL(lines_acquire(), 0);
    CHECK_EQUAL(lines_acquire(), 1);
    CHECK_EQUAL(lines_acquire(), 2);
    wait_steps.asleep = second_waits;
    CHECK_EQUAL(lines_acquire_wait(7), 0);
    CHECK_EQUAL(got[1], 1);
    CHECK_EQUAL(got[2], 2);
    CHECK_EQUAL(wait_steps.wakes, 3);
    CHECK_EQUAL(lines_live(), 3);
    check_rest();
}

static void last_gives_up(void)
{
    got[2] = lines_acquire_wait(7);
    CHECK(lines_release(2)); // for the second, who was not forgotten
}

static void two_wait_before_the_last(void)
{
    wait_steps.asleep = last_gives_up;
    got[1] = lines_acquire_wait(7);
}

static void last_that_gives_up_leaves_the_others_queued(void)
{
    arrange();
    CHECK(lines_acquire() == 0 && lines_acquire() == 1 && lines_acquire() == 2);
    wait_steps.asleep = two_wait_before_the_last;
    CHECK_EQUAL(lines_acquire_wait(7), 2);
    CHECK_EQUAL(got[1], -1);
    CHECK_EQUAL(got[2], -1);
    check_rest();
}

static uint32_t newcomer_ticks;

static void newcomer(void)
{
    got[0] = channels_acquire_wait(newcomer_ticks);
}

// The slot is free already, and not yet given to who waits for it.
static void release_and_a_newcomer(void)
{
    wait_steps.left = newcomer;
    release_channel();
}

static void newcomer_does_not_overtake_who_waits(void)
{
    for (newcomer_ticks = 1; newcomer_ticks < 3; newcomer_ticks++) {
        arrange();
        CHECK_EQUAL(channels_acquire(), 0);
        wait_steps.asleep = release_and_a_newcomer;
        CHECK_EQUAL(channels_acquire_wait(7), 0);
        CHECK_EQUAL(got[0], -1);
        CHECK_EQUAL(wait_steps.begins, 2);
        check_rest();
    }
}

// ------------------------------------------------------------------------------------------ with policies

static void interrupt_acquires_urgently(void)
{
    got[0] = few_acquire_urgent();
}

static void what_is_kept_back_is_not_for_who_waits(void)
{
    arrange();
    CHECK(few_acquire() == 0 && few_acquire() == 1 && few_acquire_urgent() == 2);
    wait_steps.asleep = release_second_of_few;
    CHECK_EQUAL(few_acquire_wait(7), -1);
    wait_steps.asleep = interrupt_acquires_urgently;
    CHECK_EQUAL(few_acquire_wait(7), -1);
    CHECK_EQUAL(got[0], 1);
    check_rest();
}

// Each time slot 1 leaves one free, which is `low`.
static void low_room_is_told_once_whenever_the_slot_came(void)
{
    arrange();
    CHECK(few_acquire() == 0 && few_acquire() == 1);
    CHECK_EQUAL(lows, 1);
    wait_steps.begun = release_second_of_few; // at the second look
    CHECK_EQUAL(few_acquire_wait(7), 1);
    CHECK_EQUAL(lows, 2);
    wait_steps.asleep = release_second_of_few; // in its sleep
    CHECK_EQUAL(few_acquire_wait(7), 1);
    CHECK_EQUAL(lows, 3);
    CHECK_EQUAL(few_acquire_wait(7), -1); // nothing came
    CHECK_EQUAL(lows, 3);
    check_rest();
}

static void room_above_low_is_not_told(void)
{
    arrange();
    CHECK(few_acquire() == 0 && few_acquire() == 1 && few_acquire_urgent() == 2);
    lows = 0;
    wait_steps.begun = few_clear;
    CHECK_EQUAL(few_acquire_wait(7), 0);
    CHECK_EQUAL(lows, 0);
    check_rest();
}

static void release_quiet(void)
{
    CHECK(quiet_release(0));
}

static void policy_that_says_nothing_is_waited_for_like_none(void)
{
    arrange();
    CHECK_EQUAL(quiet_acquire(), 0);
    wait_steps.asleep = release_quiet;
    CHECK_EQUAL(quiet_acquire_wait(7), 0);
    wait_steps.begun = release_quiet;
    CHECK_EQUAL(quiet_acquire_wait(7), 0);
    CHECK_EQUAL(quiet_acquire_wait(7), -1);
    check_rest();
}

static const struct unit_test wait_steps_tests[] = {
    UNIT_TEST(with_room_no_semaphore_is_begun),
    UNIT_TEST(who_may_not_sleep_is_answered_at_once),
    UNIT_TEST(pool_without_waiters_is_not_waited_for),
    UNIT_TEST(without_a_semaphore_nobody_queues),
    UNIT_TEST(who_may_not_sleep_does_not_queue_behind_others),
    UNIT_TEST(pool_that_cannot_be_waited_for_is_no_sound_pool),
    UNIT_TEST(release_gives_its_slot_to_who_waits),
    UNIT_TEST(who_waits_for_an_object_gets_the_one_that_was_released),
    UNIT_TEST(time_that_is_over_leaves_the_queue_empty),
    UNIT_TEST(waiter_that_is_queued_has_no_slot_and_left_none_low),
    UNIT_TEST(release_before_it_queues_is_seen_at_the_second_look),
    UNIT_TEST(slot_that_comes_as_the_time_ends_is_kept),
    UNIT_TEST(wake_up_that_is_on_its_way_is_waited_for),
    UNIT_TEST(slots_go_to_who_waits_in_turn),
    UNIT_TEST(last_that_gives_up_leaves_the_others_queued),
    UNIT_TEST(newcomer_does_not_overtake_who_waits),
    UNIT_TEST(what_is_kept_back_is_not_for_who_waits),
    UNIT_TEST(low_room_is_told_once_whenever_the_slot_came),
    UNIT_TEST(room_above_low_is_not_told),
    UNIT_TEST(policy_that_says_nothing_is_waited_for_like_none),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(wait_steps_tests);
    return unit_finish();
}
