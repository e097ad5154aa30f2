// SPDX-License-Identifier: MIT
// stress.c - waiting under a real kernel at random: three tasks of three priorities and an interrupt wait,
// acquire and release; the task above them deletes them, aborts their waits and takes slots away. No task may
// sleep beside a free slot while a less urgent one runs; at the end of each span every slot must be there and
// every task back.
#include "hutch/hutch.h"
#include "hutch/wait.h"
#include "kernel.h"

#ifndef OPERATIONS
#    define OPERATIONS 100000u
#endif
enum { SLOTS = 2, INTERRUPT = WORKERS + 1, CONTROL, USERS, ROUNDS = 200, TICKS_TO_END = 200 };

HUTCH_WAITERS(for_units);
HUTCH_POOL_IDS(units, SLOTS, .lock = HUTCH_LOCK_IRQ, .wait = &for_units);

struct user {
    uint32_t seed;
    volatile unsigned operations;
    volatile bool is_calling;  // acquires or releases; what it owns is not certain
    volatile bool is_finished; // at the end of a span
    volatile unsigned aborts;  // by control; FreeRTOS may keep one for the next wait
    volatile unsigned aborted; // waits that ended so
};
static struct user users[USERS];
static volatile unsigned owners[SLOTS]; // 0: nobody
static volatile bool is_running, is_noisy;
static unsigned deletions, asleep, aborts, waits, lost;

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    CHECK(false);
}

static uint32_t next(unsigned user)
{
    uint32_t seed = users[user].seed;
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    users[user].seed = seed;
    return seed;
}

static void own(unsigned user, int unit)
{
    users[user].operations = users[user].operations + 1;
    if (unit >= 0) {
        CHECK(owners[unit] == 0);
        owners[unit] = user;
    }
}

static void give_back(unsigned user, int unit)
{
    CHECK(owners[unit] == user);
    owners[unit] = 0;
    CHECK(units_release(unit));
    users[user].operations = users[user].operations + 1;
}

// -------------------------------------------------------------------------------------------------- workers

static int wait_at_random(unsigned number)
{
    static const uint32_t limits[] = {0, 1, 1, 2, 5, HUTCH_FOREVER, HUTCH_FOREVER, HUTCH_FOREVER};
    const uint32_t ticks = limits[next(number) % 8];
    enum hutch_wait_end why;
    const hutch_port_time_t from = hutch_port_now();
    const int unit = units_acquire_wait(ticks, &why);
    const uint32_t took = (uint32_t)(hutch_port_time_t)(hutch_port_now() - from);
    if (unit >= 0) {
        CHECK(why == HUTCH_WAIT_SERVED);
    } else if (why == HUTCH_WAIT_TIME) {
        CHECK(ticks != HUTCH_FOREVER && took >= ticks);
    } else {
        users[number].aborted = users[number].aborted + 1;
        CHECK(why == HUTCH_WAIT_ABORTED && users[number].aborted <= users[number].aborts);
    }
    return unit;
}

static unsigned operations(void)
{
    unsigned sum = 0;
    for (unsigned i = 1; i < USERS; i++) {
        sum += users[i].operations;
    }
    return sum;
}

// While this task runs, no task above it may sleep beside a free slot: unless something came in between. Or
// unless another one has been woken and has not run yet: a task below, because a kernel that hands a wake-up
// to a sleeper gave it to that one, when the task above had made its last try and did not sleep yet; without
// preemption also one above, or control.
static void check_nobody_is_forgotten(unsigned number)
{
    const unsigned before = operations();
    bool is_forgotten = false;
    if (units_available() != 0) {
        for (unsigned above = number + 1; above <= WORKERS; above++) {
            is_forgotten = is_forgotten || (users[above].is_calling && kernel_is_asleep(above));
        }
        for (unsigned other = 1; other <= WORKERS; other++) {
            is_forgotten =
                is_forgotten && !(other != number && users[other].is_calling && !kernel_is_asleep(other));
        }
        is_forgotten = is_forgotten && (kernel_preempts || !users[CONTROL].is_calling || kernel_is_asleep(0));
    }
    CHECK(!is_forgotten || operations() != before);
}

static void work_at_random(unsigned number)
{
    users[number].is_calling = true;
    const int unit = next(number) % 4 == 0 ? units_acquire() : wait_at_random(number);
    own(number, unit);
    users[number].is_calling = false;
    const uint32_t choice = next(number);
    if (choice % 8 == 0) {
        kernel_sleep(1 + choice / 16 % 2); // others wait meanwhile
    }
    for (uint32_t i = choice / 256 % 128; i != 0; i--) {
        __asm__ volatile("");
    }
    if (unit >= 0) {
        users[number].is_calling = true;
        give_back(number, unit);
        users[number].is_calling = false;
        check_nobody_is_forgotten(number);
    }
    if (choice / 64 % 64 == 0) {
        kernel_sleep(1);
    }
}

void test_work(unsigned number)
{
    for (;;) {
        while (!is_running) {
            users[number].is_finished = true;
            kernel_sleep(1);
        }
        users[number].is_finished = false;
        work_at_random(number);
    }
}

void test_interrupt(void)
{
    static int unit = -1;
    if (unit >= 0) {
        give_back(INTERRUPT, unit);
        unit = -1;
    } else if (is_running && is_noisy) {
        unit = units_acquire_wait(HUTCH_FOREVER, NULL); // does not wait here
        own(INTERRUPT, unit);
    }
    users[INTERRUPT].is_finished = unit < 0;
}

// -------------------------------------------------------------------------------------------------- control

static void abort_wait(unsigned number)
{
    for (unsigned i = 1; i <= WORKERS; i++) {
        users[i].aborts = users[i].aborts + (i == number || kernel_aborts_all ? 1u : 0u);
    }
    kernel_abort(number);
    aborts++;
}

// Returns true if the task may have been deleted between getting a slot and noting it, or between both at its
// release: then that slot is not known to anyone, as with every allocator.
static bool delete_worker(unsigned number)
{
    const bool is_asleep = kernel_is_asleep(number);
    const bool may_lose = users[number].is_calling && !is_asleep;
    deletions++;
    asleep += users[number].is_calling && is_asleep ? 1u : 0u;
    waits += users[number].is_calling ? 1u : 0u;
    users[number].is_calling = false;
    kernel_restart(number);
    for (int unit = 0; unit < SLOTS; unit++) {
        if (owners[unit] == number) {
            owners[unit] = CONTROL;
            give_back(CONTROL, unit);
        }
    }
    units_wake(); // it may have been woken already
    return may_lose;
}

static bool everyone_has_finished(void)
{
    bool is_so = users[INTERRUPT].is_finished;
    for (unsigned i = 1; i <= WORKERS; i++) {
        is_so = is_so && users[i].is_finished;
    }
    return is_so;
}

static void end_span(unsigned may_lose)
{
    is_running = false;
    for (unsigned i = 0; i < TICKS_TO_END && !everyone_has_finished(); i++) {
        kernel_sleep(1);
    }
    CHECK(everyone_has_finished()); // else a task sleeps beside a free slot
    const unsigned live = units_live();
    CHECK(live <= may_lose);
    lost += live;
    for (int unit = 0; unit < SLOTS; unit++) {
        CHECK(owners[unit] == 0);
        if (units_is_live(unit)) {
            CHECK(units_release(unit));
        }
    }
    CHECK(hutch_check(&units_pool));
    CHECK(for_units.waiting <= waits);
    for_units.waiting = 0; // who was deleted stays counted
    waits = 0;
}

// Comes back at a tick, or in the middle of what another task does: its release has woken this one.
static int pause_at_random(uint32_t choice)
{
    if (choice % 2 == 0) {
        kernel_sleep(1 + choice / 2 % 2);
        return -1;
    }
    users[CONTROL].is_calling = true;
    const int unit = units_acquire_wait(2, NULL);
    users[CONTROL].is_calling = false;
    own(CONTROL, unit);
    return unit;
}

// It ends early when a slot may be lost: two would stop everyone.
static void run_span(void)
{
    bool may_lose = false;
    is_running = true;
    for (unsigned round = 0; round < ROUNDS && !may_lose; round++) {
        const uint32_t choice = next(CONTROL);
        const unsigned number = 1 + choice / 8 % WORKERS;
        const int unit = pause_at_random(choice / 64);
        switch (choice % 8) {
        case 0:
        case 1:
            may_lose = kernel_can_delete && delete_worker(number);
            break;
        case 2:
        case 3:
            if (kernel_can_abort) {
                abort_wait(number);
            }
            break;
        case 4:
            kernel_sleep(2); // with the unit, if it has got one
            break;
        default:
            break;
        }
        if (unit >= 0) {
            give_back(CONTROL, unit);
        }
    }
    end_span(may_lose ? 1 : 0);
}

void test_control(void)
{
    for (unsigned i = 1; i < USERS; i++) {
        users[i].seed = SEED + i * 7919u;
    }
    for (int unit = 0; unit < SLOTS; unit++) {
        CHECK(units_acquire() >= 0);
    }
    CHECK(units_acquire_wait(1, NULL) < 0); // now the kernel's object is made
    units_clear();
    unsigned spans = 0;
    while (operations() < OPERATIONS) {
        is_noisy = spans % 2 != 0; // an interrupt that always comes would heal a lost wake-up
        run_span();
        spans++;
    }
    print("operations ", operations());
    for (unsigned i = 1; i <= WORKERS; i++) {
        CHECK(users[i].operations >= OPERATIONS / 50u);
        print(i == 1 ? ": " : " ", users[i].operations);
    }
    print(", interrupt ", users[INTERRUPT].operations);
    print(", spans ", spans);
    print(", aborts ", aborts);
    print(", deletions ", deletions);
    print(", of them asleep in a wait ", asleep);
    print(", slots in the hand of who was deleted ", lost);
    machine_put_char('\n');
    machine_exit(0);
}
