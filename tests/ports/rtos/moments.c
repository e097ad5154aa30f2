// SPDX-License-Identifier: MIT
// moments.c - waiting under a real kernel, moment by moment: who is served first, when a time-out ends, what
// a deletion leaves behind; and the kernel's tick at every instruction of a release and of a wait, where it
// ends a wait, readies a task in between, releases, or deletes who waits; and an interrupt that releases many
// at every instruction of a release.
#include "hutch_port.h"
#ifdef HUTCH_PORT_WAIT_INIT // by the compiler, else in the first wait
enum { MAKES_OBJECT_LATE = 0 };
#else
enum { MAKES_OBJECT_LATE = 1 };
#endif
#include "hutch/hutch.h"
#include "hutch/wait.h"
#include "kernel.h"
#include <string.h>

enum { LOW = 1, MID = 2, HIGH = 3, SLOTS = 3, ORDERS = 60, TIMES = 30, DELETIONS = 20, MANY_TICKS = 40000 };
enum { AT_ONCE = 1, BUSY_TICKS = 5, SOME_TICKS = 3 };
#define NOT_CALLED UINT32_MAX

HUTCH_WAITERS(for_units);
HUTCH_POOL_IDS(units, SLOTS, .lock = HUTCH_LOCK_IRQ, .wait = &for_units);
HUTCH_WAITERS(for_many);
HUTCH_POOL_IDS(many, WORKERS + 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_many);

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    CHECK(false);
}

// -------------------------------------------------------------------------------------------------- workers

enum job { NOTHING, WAIT, WAIT_INTERRUPTED, WAIT_FOR_MANY, RELEASE, BE_BUSY };
struct worker {
    volatile enum job job;           // NOTHING: done
    volatile uint32_t sleeps, spins; // so many ticks and instructions later
    volatile uint32_t ticks;         // it may wait, or is busy
    volatile int unit;               // what it has got, or is to release; -1: none
    volatile enum hutch_wait_end why;
    volatile uint32_t called, took;   // ticks until it began, or NOT_CALLED, and that it waited
    volatile bool low_slept, is_late; // as it began; the interrupt had come
    volatile unsigned rank;           // the first who got a unit has 1
};
static struct worker workers[WORKERS + 1];
static volatile unsigned served, served_meanwhile; // the latter while LOW was busy

// What the interrupt does.
static volatile bool is_thief; // it shows its unit and takes it back
static volatile bool is_batch; // it releases all but one of many
static volatile bool is_once;  // it releases a unit
static volatile bool has_come, has_low_begun;
static volatile unsigned thefts;

static void wait_for_unit(struct worker *worker)
{
    enum hutch_wait_end why;
    const hutch_port_time_t from = hutch_port_now();
    worker->unit = units_acquire_wait(worker->ticks, &why);
    worker->took = (uint32_t)(hutch_port_time_t)(hutch_port_now() - from);
    worker->why = why;
    if (worker->unit >= 0) {
        served = served + 1;
        worker->rank = served;
    }
}

__attribute__((noinline)) static void pass_one(void)
{
    __asm__ volatile("nop");
}

__attribute__((noinline)) static void pass_two(void)
{
    __asm__ volatile("nop\n nop");
}

// One instruction more for each spin: two for a turn of the loop, and the odd one by a longer function.
static void spin(uint32_t spins)
{
    static void (*const passes[2])(void) = {pass_one, pass_two};
    passes[spins % 2]();
    for (uint32_t i = spins / 2; i != 0; i--) {
        __asm__ volatile("");
    }
}

void test_work(unsigned number)
{
    struct worker *const worker = &workers[number];
    for (;;) {
        while (worker->job == NOTHING) {
            kernel_sleep(1);
        }
        const hutch_port_time_t from = hutch_port_now();
        const unsigned before = served;
        if (worker->sleeps != 0) {
            kernel_sleep(worker->sleeps);
        }
        if (worker->job == WAIT_INTERRUPTED) {
            is_once = true;
            machine_start_timer();
        }
        spin(worker->spins);
        worker->is_late = has_come;
        worker->called = (uint32_t)(hutch_port_time_t)(hutch_port_now() - from);
        worker->low_slept = kernel_is_asleep(LOW);
        switch (worker->job) {
        case WAIT:
        case WAIT_INTERRUPTED:
            wait_for_unit(worker);
            break;
        case WAIT_FOR_MANY:
            worker->unit = many_acquire_wait(worker->ticks, NULL);
            break;
        case RELEASE:
            CHECK(units_release(worker->unit));
            CHECK(kernel_preempts || served == before); // who waits runs when this task yields
            break;
        case BE_BUSY:
            while ((hutch_port_time_t)(hutch_port_now() - from) < worker->sleeps + worker->ticks) {}
            served_meanwhile = served - before;
            break;
        default:
            break;
        }
        worker->job = NOTHING;
    }
}

static void tell_later(unsigned number, enum job job, uint32_t ticks, uint32_t sleeps, uint32_t spins)
{
    workers[number].ticks = ticks;
    workers[number].sleeps = sleeps;
    workers[number].spins = spins;
    workers[number].called = NOT_CALLED;
    workers[number].unit = job == RELEASE ? 0 : -1;
    workers[number].rank = 0;
    workers[number].job = job;
}

static void tell(unsigned number, enum job job, uint32_t ticks)
{
    tell_later(number, job, ticks, 0, 0);
}

static void until_done(unsigned number)
{
    for (unsigned i = 0; i < 200 && workers[number].job != NOTHING; i++) {
        kernel_sleep(1);
    }
    CHECK(workers[number].job == NOTHING);
}

// The pool is as it was before, and nobody waits.
static void check_rest(void)
{
    CHECK(units_live() == 0 && hutch_check(&units_pool));
    CHECK(for_units.waiting == 0);
}

static void fill(void)
{
    for (int i = 0; i < SLOTS; i++) {
        CHECK(units_acquire() >= 0);
    }
}

// ------------------------------------------------------------------------------------------ order and times

void test_interrupt(void)
{
    if (is_batch) {
        is_batch = false;
        CHECK(many_release(1) && many_release(2) && many_release(3));
        has_come = true;
    }
    if (is_once) {
        is_once = false;
        has_low_begun = workers[LOW].called != NOT_CALLED;
        CHECK(units_release(0));
        has_come = true;
    }
    if (is_thief) {
        CHECK(units_release(0));
        CHECK(units_acquire() == 0);
        thefts = thefts + 1;
    }
}

// They come in each of the six orders; the most urgent one is served first, or the first that came.
static void serve_in_order(void)
{
    static const uint8_t orders[6][WORKERS] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3},
                                               {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    for (unsigned round = 0; round < ORDERS; round++) {
        served = 0;
        fill();
        for (unsigned i = 0; i < WORKERS; i++) {
            tell(orders[round % 6][i], WAIT, HUTCH_FOREVER);
            kernel_sleep(2);
        }
        for (int i = 0; i < SLOTS; i++) {
            CHECK(units_release(i));
            if (round % 12 < 6) { // or all three at once
                kernel_sleep(1);
                CHECK(served == 1u + (unsigned)i);
                CHECK(kernel_by_priority || workers[orders[round % 6][i]].rank == served);
            }
        }
        for (unsigned number = LOW; number <= HIGH; number++) {
            until_done(number);
            CHECK(workers[number].rank == 1u + HIGH - number || !(kernel_by_priority || round % 12 >= 6));
            CHECK(workers[number].unit >= 0 && units_release(workers[number].unit));
        }
        check_rest();
    }
}

static void end_in_time(void)
{
    fill();
    for (unsigned stolen = 0; stolen < 2; stolen++) {
        is_thief = stolen != 0;
        if (is_thief) {
            machine_start_timer();
        }
        for (uint32_t ticks = 1; ticks <= TIMES; ticks++) {
            tell(HIGH, WAIT, ticks);
            until_done(HIGH);
            CHECK(workers[HIGH].took >= ticks && workers[HIGH].took <= ticks + kernel_slack);
            CHECK(workers[HIGH].why == HUTCH_WAIT_TIME);
        }
        is_thief = false;
        machine_stop_timer();
    }
    CHECK(thefts > TIMES);
    units_clear();
    check_rest();
}

// A clock of 16 bits allows no single sleep as long as this.
static void end_long_wait(void)
{
    fill();
    tell(HIGH, WAIT, MANY_TICKS);
    kernel_sleep(MANY_TICKS);
    until_done(HIGH);
    CHECK(workers[HIGH].took >= MANY_TICKS && workers[HIGH].took <= MANY_TICKS + 3 * kernel_slack);
    CHECK(workers[HIGH].why == HUTCH_WAIT_TIME);
    units_clear();
    check_rest();
}

static void abort_waits(void)
{
    static const uint32_t ticks[] = {1000, HUTCH_FOREVER};
    fill();
    for (unsigned i = 0; i < 2; i++) {
        tell(HIGH, WAIT, ticks[i]);
        kernel_sleep(3);
        CHECK(kernel_is_asleep(HIGH));
        kernel_abort(HIGH);
        until_done(HIGH);
        CHECK(workers[HIGH].unit < 0 && workers[HIGH].why == HUTCH_WAIT_ABORTED && workers[HIGH].took < 5);
    }
    units_clear();
    check_rest();
}

// A task is deleted asleep, or when a release has woken it and it has not run yet; another one waits.
static void delete_waiting(void)
{
    for (unsigned round = 0; round < DELETIONS; round++) {
        const bool is_woken = round % 2 != 0;
        fill();
        tell(HIGH, WAIT, HUTCH_FOREVER);
        tell(MID, WAIT, HUTCH_FOREVER);
        kernel_sleep(3);
        CHECK(kernel_is_asleep(HIGH) && kernel_is_asleep(MID));
        if (is_woken) {
            CHECK(units_release(0));
            CHECK(!kernel_is_asleep(HIGH));
        }
        workers[HIGH].job = NOTHING;
        kernel_restart(HIGH);
        if (is_woken) {
            units_wake();
        } else {
            CHECK(units_release(0));
        }
        until_done(MID);
        CHECK(workers[MID].unit == 0 && workers[HIGH].unit < 0);
        CHECK(for_units.waiting == 1); // who was deleted stays counted
        for_units.waiting = 0;
        units_clear();
        check_rest();
    }
}

// ------------------------------------------------------------------------------------------------ the sweep

// When the tick comes: after LOW's call and the start of the task that it wakes, within that, or before.
enum tick { BEHIND, WITHIN, BEFORE };
typedef enum tick trial(uint32_t spins);
static unsigned timed_out, in_between;

// What must be true of a wait, whenever it ended.
static void check_wait(const struct worker *worker)
{
    const bool is_served = worker->unit >= 0;
    CHECK(worker->took <= worker->ticks);
    CHECK(is_served ? worker->why == HUTCH_WAIT_SERVED
                    : worker->why == HUTCH_WAIT_TIME && worker->took == worker->ticks);
    CHECK(for_units.waiting == 0 && units_live() == (is_served ? SLOTS : SLOTS - 1u));
    timed_out += is_served ? 0u : 1u;
    units_clear();
    check_rest();
}

static enum tick releases(uint32_t spins, uint32_t ticks, bool with_mid)
{
    fill();
    tell(HIGH, WAIT, ticks);
    if (with_mid) {
        tell_later(MID, BE_BUSY, BUSY_TICKS, 1, 0);
    }
    tell_later(LOW, RELEASE, 0, 0, spins);
    until_done(HIGH);
    until_done(MID);
    until_done(LOW);
    check_wait(&workers[HIGH]);
    return workers[LOW].called != 0 ? BEFORE : workers[HIGH].took == 0 ? BEHIND : WITHIN;
}

static enum tick time_out_in_release(uint32_t spins)
{
    return releases(spins, AT_ONCE, false);
}

// The wait of HIGH must end in time, though MID keeps LOW from going on.
static enum tick busy_task_in_release(uint32_t spins)
{
    const enum tick tick = releases(spins, SOME_TICKS, true);
    in_between += tick == WITHIN ? 1u : 0u;
    return tick;
}

// HIGH releases at the tick; LOW must get the unit, wherever it is in its call.
static enum tick release_in_wait(uint32_t spins)
{
    fill();
    tell_later(HIGH, RELEASE, 0, 1, 0);
    tell_later(LOW, WAIT, SOME_TICKS, 0, spins);
    until_done(HIGH);
    until_done(LOW);
    CHECK(workers[LOW].unit == 0 && workers[LOW].took <= 1);
    check_wait(&workers[LOW]);
    return workers[LOW].called != 0 ? BEFORE : workers[HIGH].low_slept ? BEHIND : WITHIN;
}

// An interrupt releases, wherever HIGH is in its call, and while it sleeps and LOW is busy. HIGH must get the
// unit: at once, or without preemption when LOW yields.
static enum tick interrupt_in_wait(uint32_t spins)
{
    fill();
    has_come = false;
    kernel_sleep(1); // both begin at the same tick
    tell_later(HIGH, WAIT_INTERRUPTED, SOME_TICKS, 0, spins);
    tell(LOW, BE_BUSY, AT_ONCE);
    until_done(HIGH);
    until_done(LOW);
    machine_stop_timer();
    CHECK(workers[HIGH].unit == 0 && workers[HIGH].took <= (kernel_preempts ? 1u : 1u + AT_ONCE));
    check_wait(&workers[HIGH]);
    CHECK(!has_low_begun || served_meanwhile == (kernel_preempts ? 1u : 0u));
    return workers[HIGH].is_late ? BEFORE : has_low_begun ? BEHIND : WITHIN;
}

// HIGH is woken in vain, and the tick comes before it sleeps again. Between the reading of the clock and the
// kernel's own sleep, a few instructions, that makes the wait one tick longer.
static unsigned late;

static enum tick tick_before_the_next_sleep(uint32_t spins)
{
    fill();
    tell(HIGH, WAIT, 2 * SOME_TICKS);
    kernel_sleep(SOME_TICKS);
    CHECK(kernel_is_asleep(HIGH));
    const hutch_port_time_t from = hutch_port_now();
    spin(spins);
    CHECK(units_release(0) && units_acquire() == 0);
    kernel_sleep(1);
    const bool is_behind = kernel_is_asleep(HIGH);
    const bool is_before = (hutch_port_time_t)(hutch_port_now() - from) != 1;
    until_done(HIGH);
    const uint32_t too_long = workers[HIGH].took - workers[HIGH].ticks;
    CHECK(workers[HIGH].why == HUTCH_WAIT_TIME && too_long <= 1);
    late += too_long;
    units_clear();
    check_rest();
    return is_before ? BEFORE : is_behind ? BEHIND : WITHIN;
}

// Three tasks sleep, and an interrupt releases for all of them within a release.
static enum tick batch_in_a_release(uint32_t spins)
{
    for (int i = 0; i <= WORKERS; i++) {
        CHECK(many_acquire() >= 0);
    }
    for (unsigned number = LOW; number <= HIGH; number++) {
        tell(number, WAIT_FOR_MANY, HUTCH_FOREVER);
    }
    kernel_sleep(SOME_TICKS);
    has_come = false;
    is_batch = true;
    machine_start_timer();
    spin(spins);
    const bool is_before = has_come;
    CHECK(many_release(0));
    const bool is_behind = !has_come;
    while (!has_come) {}
    machine_stop_timer();
    for (unsigned number = LOW; number <= HIGH; number++) {
        until_done(number);
        CHECK(workers[number].unit >= 0);
    }
    CHECK(for_many.waiting == 0 && many_live() == WORKERS && hutch_check(&many_pool));
    many_clear();
    return is_before ? BEFORE : is_behind ? BEHIND : WITHIN;
}

// LOW's wait is the first on the pool, so it makes the kernel's object; LOW is deleted at the tick. The next
// wait must work, however far LOW had come.
static enum tick delete_in_first_wait(uint32_t spins)
{
    kernel_forget(&for_units.wake);
    (void)memset(&for_units, 0, sizeof for_units);
    fill();
    tell_later(LOW, WAIT, HUTCH_FOREVER, 0, spins);
    kernel_sleep(1);
    const enum tick tick = workers[LOW].called == NOT_CALLED ? BEFORE
                           : kernel_is_asleep(LOW)           ? BEHIND
                                                             : WITHIN;
    workers[LOW].job = NOTHING;
    kernel_restart(LOW);
    for_units.waiting = 0; // who was deleted may have stayed counted
    tell(HIGH, WAIT, SOME_TICKS);
    kernel_sleep(1);
    CHECK(units_release(0));
    until_done(HIGH);
    CHECK(workers[HIGH].unit == 0);
    check_wait(&workers[HIGH]);
    return tick;
}

// The smallest number of spins at which the tick is WITHIN, or BEFORE.
static uint32_t find(trial *try_at, enum tick tick)
{
    uint32_t less = 0, enough = SPINS_MAX;
    CHECK(try_at(less) == BEHIND);
    CHECK(try_at(enough) == BEFORE);
    while (enough - less > 1) {
        const uint32_t middle = less + (enough - less) / 2;
        if (try_at(middle) < tick) {
            less = middle;
        } else {
            enough = middle;
        }
    }
    return enough;
}

static void sweep(const char *name, trial *try_at)
{
    enum { MARGIN = 20, WITHIN_MIN = 50 }; // the shortest release takes 75
    const uint32_t first = find(try_at, WITHIN) - MARGIN, last = find(try_at, BEFORE) + MARGIN;
    unsigned within = 0;
    timed_out = 0;
    CHECK(first < last && last < 2 * SPINS_MAX);
    for (uint32_t spins = first; spins <= last && last < 2 * SPINS_MAX; spins++) {
        within += try_at(spins) == WITHIN ? 1u : 0u;
    }
    CHECK(within > WITHIN_MIN);
    print(name, within);
    print(" instructions, timed out ", timed_out);
}

void test_control(void)
{
    machine_stop_timer();
    serve_in_order();
    end_in_time();
    if (sizeof(hutch_port_time_t) == 2) {
        end_long_wait();
    }
    if (kernel_can_abort) {
        abort_waits();
    }
    if (kernel_can_delete) {
        delete_waiting();
    }
    print("orders ", ORDERS);
    print(", thefts ", thefts);
    if (kernel_slack == 0) { // else the tick is not where it is wanted
        sweep(", time-out in a release at ", time_out_in_release);
        CHECK((timed_out != 0) == kernel_preempts); // else LOW has released before HIGH tries
        sweep(", busy task in a release at ", busy_task_in_release);
        CHECK(in_between != 0);
    }
    if (kernel_slack == 0 && kernel_preempts) { // else no task runs within another's call
        sweep(", release in a wait at ", release_in_wait);
        CHECK(timed_out == 0);
        sweep(", tick before the next sleep at ", tick_before_the_next_sleep);
        print(" late ", late);
        CHECK(late <= kernel_late_max);
    }
    if (kernel_slack != 0) {
        print(", the tick not moved, slack ", kernel_slack);
    }
    sweep(", interrupt in a wait at ", interrupt_in_wait);
    CHECK(timed_out == 0);
    sweep(", batch in a release at ", batch_in_a_release);
    if (kernel_can_delete && kernel_preempts && MAKES_OBJECT_LATE) {
        sweep(", deletion in a first wait at ", delete_in_first_wait);
    }
    machine_put_char('\n');
    machine_exit(0);
}
