// SPDX-License-Identifier: MIT
// replay_wait.c - takes the functions that wait and release through traces of wait.pml, a section, a call of
// the kernel or a read outside them a step: each must be the step that the model makes there, and leave the
// model's state.
//
// A line of a trace on stdin: process, kind of step, then numbers. `= ...` begins a trace.
// The numbers of a line: what it is about, then room, waiting, is_given and, as bits, who is asleep and who
// is readied after the step. A trace begins with KERNEL, WAITERS, SLOTS, ROUNDS, TIMED, THIEVES, AFTER.
#define _XOPEN_SOURCE 600
#include "hutch/hutch.h"
#include "hutch/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

// ---------------------------------------------------- coroutines, which stop before each step

enum { processes_max = 8, numbers_max = 8, stack_bytes = 65536 };

static struct process {
    ucontext_t context;
    char kind; // of the step before which it stands; 0: it has ended
    char stack[stack_bytes];
} all[processes_max];
static ucontext_t harness;
static unsigned now; // the process that runs

static void stop(char kind)
{
    all[now].kind = kind;
    swapcontext(&all[now].context, &harness);
}

// Lets a process make the step before which it stands, up to the next one.
static void resume(unsigned process)
{
    now = process;
    swapcontext(&harness, &all[process].context);
}

// Starts a process, up to its first step. `run` ends with stop(0).
static void start(unsigned process, void (*run)(void))
{
    getcontext(&all[process].context);
    all[process].context.uc_stack.ss_sp = all[process].stack;
    all[process].context.uc_stack.ss_size = sizeof all[process].stack;
    makecontext(&all[process].context, run, 0);
    resume(process);
}

// ------------------------------------------------------------------------------ the waits

enum { hands_over = 1, queue = 2, drained = 3 }; // KERNEL, and 4 is a semaphore
enum { slots_max = 3, waiters_max = 3 };
static const uint32_t time_out = (uint32_t)1 << 31; // slept in two parts

HUTCH_WAITERS(for_slots);
HUTCH_POOL_IDS(slots, slots_max, .lock = HUTCH_LOCK_IRQ, .wait = &for_slots);

static unsigned kernel, waiters, free_slots_max, rounds, timed, after;
static struct {
    unsigned is_given, asleep, readied;
} object, wanted;        // after the step, by the model
static unsigned depth;   // of sections
static char asked;       // the model's kind of step
static unsigned is_over; // what the model's task reads on its clock

/// One wait of a task.
static struct wait {
    bool is_begun, is_woken, got;
    uint32_t nap, left, clock;
    enum hutch_wait_end why, expected;
} waits[waiters_max];

void hutch_on_fault(const struct hutch_fault *fault)
{
    printf("fault %u\n", (unsigned)fault->code);
    exit(1);
}

// ------------------------------------------------------------------------------------------------- the port

hutch_port_state_t hutch_port_enter(void)
{
    if (depth == 0) {
        stop('s');
    }
    return depth++;
}

void hutch_port_exit(hutch_port_state_t saved)
{
    depth = saved;
}

void replay_stop_before_load(void)
{
    if (depth == 0) {
        stop('l');
    }
}

bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    (void)wake;
    waits[now].is_begun = true;
    return true;
}

// The clock moves as the model wants it. Some of the sleeps that end a wait are aborted, others last to its
// end.
hutch_port_time_t hutch_port_now(void)
{
    struct wait *const wait = &waits[now];
    if (wait->is_begun) {
        stop('c');
        const bool is_aborted = is_over && !wait->is_woken && wait->nap != 0 && (wait->clock & 1) != 0;
        const uint32_t goes_on = wait->is_woken ? 1u : wait->nap, passed = is_over ? wait->left : goes_on;
        wait->clock += is_aborted ? 0u : passed;
        wait->left -= is_aborted ? 0u : passed;
        wait->expected = is_aborted ? HUTCH_WAIT_ABORTED : HUTCH_WAIT_TIME;
    }
    return wait->clock;
}

static bool take(void)
{
    const bool was_given = object.is_given != 0;
    object.is_given = 0;
    return was_given;
}

static bool sleeps(bool is_woken)
{
    object.asleep |= is_woken ? 0u : 1u << now;
    return is_woken;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    const unsigned me = 1u << now;
    (void)wake;
    stop('w');
    bool is_woken = sleeps(take());
    while (!is_woken) {
        stop('z'); // until it runs as readied, or its time is over
        if (asked == 't') {
            object.asleep &= ~me;
            if (kernel != hands_over) {
                stop('k');
                is_woken = take();
            }
            break;
        }
        object.readied &= ~me;
        is_woken = sleeps(kernel == hands_over || take());
    }
    waits[now].nap = ticks;
    waits[now].is_woken = is_woken;
    return is_woken;
}

// Returns false if nobody sleeps. The model chooses who is readied.
static bool ready_one(void)
{
    const unsigned chosen = object.asleep & ~wanted.asleep, any = chosen != 0 ? chosen : object.asleep;
    const unsigned one = any & (0u - any);
    object.asleep &= ~one;
    object.readied |= one;
    return one != 0;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    (void)wake;
    if (kernel == drained) {
        stop('d');
        object.is_given = 0;
    }
    stop('g');
    if (kernel == hands_over) {
        object.is_given |= ready_one() ? 0u : 1u;
    } else if (kernel == queue || object.is_given == 0) {
        object.is_given = 1;
        (void)ready_one();
    }
}

// ---------------------------------------------------------------------------------------------- the program

static void run_waiter(void)
{
    struct wait *const wait = &waits[now];
    for (unsigned round = 0; round < rounds; round++) {
        const uint32_t ticks = now < timed ? time_out : HUTCH_FOREVER;
        *wait = (struct wait){.left = ticks, .clock = wait->clock};
        const unsigned slot = now == 0 ? (unsigned)slots_acquire_wait(ticks, &wait->why)
                                       : hutch_acquire_index_wait_(&slots_pool, ticks, &wait->why);
        wait->got = slot != HUTCH_NONE;
        stop('e');
        if (wait->got) {
            (void)hutch_release_at_(&slots_pool, slot);
        }
    }
    stop(0);
}

static void run_holder(void)
{
    (void)slots_release((int)(now - waiters));
    stop(0);
}

static void run_thief(void)
{
    const int slot = slots_acquire();
    if (slot >= 0) {
        (void)slots_release(slot);
    }
    stop(0);
}

// After a task was deleted.
static void run_after(void)
{
    if (after == 1) {
        run_thief();
    } else if (after == 2) {
        slots_wake();
    }
    stop(0);
}

static void begin(const unsigned numbers[numbers_max])
{
    kernel = numbers[0];
    waiters = numbers[1];
    free_slots_max = numbers[2];
    rounds = numbers[3];
    timed = numbers[4];
    after = numbers[6];
    slots_pool.live[0] = (1u << slots_max) - 1u;
    for_slots.waiting = 0;
    object.is_given = object.asleep = object.readied = 0;
    for (unsigned i = 0; i < waiters; i++) {
        start(i, run_waiter);
    }
    for (unsigned i = 0; i < free_slots_max; i++) {
        start(waiters + i, run_holder);
    }
    for (unsigned i = 0; i < numbers[5]; i++) {
        start(waiters + free_slots_max + i, run_thief);
    }
}

// ------------------------------------------------------------------------------------------------ the model

// The step of the text that a step of the model is.
static char step_of(char kind)
{
    switch (kind) {
    case 'a': // acquires, or finds no room
    case 'i': // is counted
    case 'u': // is counted no more
    case 'h': // has the pool room?
    case 'r': // releases
        return 's';
    case 'x': // a readied task runs
    case 't': // its time is over
        return 'z';
    default:
        return kind;
    }
}

static bool is_end_as_model(unsigned process, bool has_slot)
{
    const struct wait *const wait = &waits[process];
    if (wait->got != has_slot || wait->why != (has_slot ? HUTCH_WAIT_SERVED : wait->expected)) {
        printf("process %u: the wait ends with slot %u for the model, the text has slot %u, reason %u\n",
               process, has_slot, wait->got, (unsigned)wait->why);
        return false;
    }
    return true;
}

static void delete_task(unsigned process)
{
    object.asleep &= ~(1u << process);
    object.readied &= ~(1u << process);
    start(process, run_after);
}

static bool is_as_model(unsigned process, char kind, const unsigned numbers[numbers_max])
{
    const char texts = all[process].kind;
    if (texts != (kind == 'D' ? 'z' : step_of(kind))) {
        printf("process %u: the model's step is %c, the text's %c\n", process, kind,
               texts == 0 ? '-' : texts);
        return false;
    }
    if (kind == 'e' && !is_end_as_model(process, numbers[0] != 0)) {
        return false;
    }
    asked = kind;
    is_over = numbers[0];
    wanted.is_given = numbers[3];
    wanted.asleep = numbers[4];
    wanted.readied = numbers[5];
    if (kind == 'D') {
        delete_task(process);
    } else {
        resume(process);
    }
    const unsigned room = slots_max - (unsigned)__builtin_popcount(slots_pool.live[0]);
    if (room != numbers[1] || for_slots.waiting != numbers[2] || object.is_given != wanted.is_given ||
        object.asleep != wanted.asleep || object.readied != wanted.readied) {
        printf("process %u, step %c: the model has %u %u %u %u %u, the text %u %u %u %u %u\n", process, kind,
               numbers[1], numbers[2], wanted.is_given, wanted.asleep, wanted.readied, room,
               for_slots.waiting, object.is_given, object.asleep, object.readied);
        return false;
    }
    return true;
}

static bool has_ended(void)
{
    for (unsigned i = 0; i < processes_max; i++) {
        if (all[i].kind != 0) {
            printf("process %u: the model has ended, the text makes step %c\n", i, all[i].kind);
            return false;
        }
    }
    return true;
}

int main(void)
{
    char line[80];
    unsigned steps = 0, traces = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        unsigned process = 0, numbers[numbers_max] = {0};
        char kind, *rest = line + 1;
        int length = 0;
        const bool is_step = sscanf(line, "%u %c%n", &process, &kind, &length) == 2 && line[length] == ' ';
        if (is_step) {
            rest = line + length;
        } else if (line[0] != '=') {
            continue; // what spin says of its own
        }
        for (unsigned i = 0; i < numbers_max; i++) {
            numbers[i] = (unsigned)strtoul(rest, &rest, 10);
        }
        steps += is_step ? 1u : 0u;
        traces += is_step ? 0u : 1u;
        if (is_step ? process >= processes_max || !is_as_model(process, kind, numbers) : !has_ended()) {
            return 1;
        }
        if (!is_step) {
            begin(numbers);
        }
    }
    printf("%u traces, %u steps\n", traces, steps);
    return traces == 0 || !has_ended();
}
