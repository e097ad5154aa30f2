// SPDX-License-Identifier: MIT
// waiting.c - takes the functions that wait and release through every order of their steps: a section, a call
// of the kernel or a read outside them is a step.
//
// Every slot is taken at first. Waiters want one, holders release theirs once, thieves acquire without
// waiting. In no order may a task sleep for ever, a slot be lost, or the count be wrong at the end.
//
// usage: waiting KERNEL WAITERS SLOTS ROUNDS TIMED THIEVES DELETE AFTER KEEP
//   KERNEL   how its object wakes, see `kernel`
//   TIMED    so many waiters have a time-out, the others sleep for ever
//   DELETE   1: a sleeping waiter is deleted, 2: a woken one, before it runs
//   AFTER    what follows a deletion: 1: another acquires and releases, 2: the program calls wake
//   KEEP     1: a served waiter keeps its slot, so that no later release heals a lost wake-up
#define _XOPEN_SOURCE 600
#include "hutch/hutch.h"
#include "hutch/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { tasks_max = 8, slots_max = 3, stack_bytes = 3072, steps_max = 4096 };
static const uint32_t time_out = (uint32_t)1 << 31; // slept in parts

HUTCH_WAITERS(for_slots);
HUTCH_POOL_IDS(slots, slots_max, .lock = HUTCH_LOCK_IRQ, .wait = &for_slots);

static enum {
    hands_over = 1, // a give passes the wake-up to a sleeper, and keeps it only if there is none
    queue,          // a give stores the wake-up and readies a sleeper, who takes it unless another was faster
    drained,        // as a semaphore, but each give takes the wake-up away first
    semaphore       // as a queue, but a give does nothing when one is stored already
} kernel;
static unsigned waiters, holders, rounds, timed, deletes, after, keeps;

// All that a step may change, apart from the stacks.
static struct {
    struct task {
        char next; // kind of the step before which it stands; 0: it has ended
        bool is_asleep, is_readied, is_waiting;
        bool is_begun, is_woken, has_napped, has_room, has_looked, has_given;
        unsigned others; // counted when it was counted no more
        uint32_t nap, left, clock;
        enum hutch_wait_end expected;
    } tasks[tasks_max];
    bool is_given, is_deleted;
    unsigned depth, counted; // of sections; `waiting` when the section began
    unsigned room, waiting;  // what the text has, where a snapshot is taken
} all;

static struct {
    ucontext_t context;
    char stack[stack_bytes];
} coroutines[tasks_max];
static ucontext_t harness;
static unsigned now; // the task that runs

// A step: of a task, how, and what it chooses.
struct move {
    char task, how, choice;
};
static struct move path[steps_max], move;
static unsigned steps;
static unsigned long states;

static void fail(const char *why)
{
    printf("%s, after", why);
    for (unsigned i = 0; i < steps; i++) {
        printf(" %d%c%d", path[i].task, path[i].how, path[i].choice);
    }
    printf("\n");
    exit(1);
}

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    fail("a fault");
}

// ---------------------------------------------------- coroutines, which stop before each step

static void stop(char kind)
{
    if (kind == 0) {
        all.tasks[now] = (struct task){0};
    }
    all.tasks[now].next = kind;
    swapcontext(&coroutines[now].context, &harness);
}

static void resume(unsigned task)
{
    now = task;
    swapcontext(&harness, &coroutines[task].context);
}

// Starts a task, up to its first step. `run` ends with stop(0).
static void start(unsigned task, void (*run)(void))
{
    getcontext(&coroutines[task].context);
    coroutines[task].context.uc_stack.ss_sp = coroutines[task].stack;
    coroutines[task].context.uc_stack.ss_size = stack_bytes;
    makecontext(&coroutines[task].context, run, 0);
    all.tasks[task] = (struct task){0};
    resume(task);
}

// ------------------------------------------------------------------------------------------------- the port

hutch_port_state_t hutch_port_enter(void)
{
    if (all.depth == 0) {
        stop('s');
        all.counted = for_slots.waiting;
    }
    return all.depth++;
}

void hutch_port_exit(hutch_port_state_t saved)
{
    struct task *const me = &all.tasks[now];
    all.depth = saved;
    me->has_room = me->is_waiting && slots_pool.live[0] != (1u << slots_max) - 1u;
    me->has_looked = false;
    if (for_slots.waiting < all.counted) {
        me->others = for_slots.waiting;
    }
    all.counted = 0;
}

void waiting_before_load(void)
{
    if (all.depth == 0) {
        stop('l');
        all.tasks[now].has_looked = !all.tasks[now].is_waiting;
    }
}

void waiting_before_store(void)
{
    if (all.depth == 0) {
        fail("a store outside a section");
    }
}

bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    (void)wake;
    all.tasks[now].is_begun = true;
    return true;
}

// The clock moves as the step chooses: 0: there is time left, 1: none, 2: the kernel has ended the sleep.
hutch_port_time_t hutch_port_now(void)
{
    struct task *const me = &all.tasks[now];
    if (me->is_begun) {
        stop('c');
        const uint32_t goes_on = me->is_woken ? 0 : me->nap;
        const uint32_t passed = move.choice == 0 ? goes_on : move.choice == 1 ? me->left : 0;
        me->has_napped = me->has_napped || goes_on != 0;
        me->clock += passed;
        me->left -= passed;
        me->expected = move.choice == 2 ? HUTCH_WAIT_ABORTED : HUTCH_WAIT_TIME;
    }
    return me->clock;
}

static bool take(void)
{
    const bool was_given = all.is_given;
    all.is_given = false;
    return was_given;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    struct task *const me = &all.tasks[now];
    (void)wake;
    if (ticks == 0 || me->expected == HUTCH_WAIT_ABORTED) {
        fail("a sleep after the last");
    }
    stop('w');
    bool is_woken = take();
    while (!is_woken) {
        me->is_asleep = true;
        stop('z'); // until it runs as readied, or its time is over
        me->is_asleep = me->is_readied = false;
        if (move.how == 't') {
            if (kernel != hands_over) {
                stop('k'); // the kernel looks once more
                is_woken = take();
            }
            break;
        }
        is_woken = kernel == hands_over || take(); // false: another was faster, the kernel lets it sleep on
    }
    me->nap = ticks;
    me->is_woken = is_woken;
    return is_woken;
}

static bool is_sleeper(unsigned task)
{
    return all.tasks[task].is_asleep && !all.tasks[task].is_readied;
}

// Returns false if nobody sleeps. The kernel chooses any.
static bool ready_one(void)
{
    if (!is_sleeper((unsigned)move.choice)) {
        return false;
    }
    all.tasks[(unsigned)move.choice].is_readied = true;
    return true;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    struct task *const me = &all.tasks[now];
    (void)wake;
    me->has_given = true;
    if (me->is_waiting ? !me->has_room || me->others == 0 : !me->has_looked) {
        fail("a wake-up for nobody");
    }
    if (kernel == drained) {
        stop('d');
        all.is_given = false;
    }
    stop('g');
    if (kernel == hands_over) {
        all.is_given = !ready_one() || all.is_given;
    } else if (kernel == queue || !all.is_given) {
        all.is_given = true;
        (void)ready_one();
    }
}

// ---------------------------------------------------------------------------------------------- the program

static void run_waiter(void)
{
    struct task *const me = &all.tasks[now];
    for (unsigned round = 0; round < rounds; round++) {
        const uint32_t ticks = now < timed ? time_out : HUTCH_FOREVER;
        enum hutch_wait_end why;
        *me = (struct task){.left = ticks, .is_waiting = true};
        const unsigned slot = now == 0 ? (unsigned)slots_acquire_wait(ticks, &why)
                                       : hutch_acquire_index_wait_(&slots_pool, ticks, &why);
        const struct task wait = *me;
        *me = (struct task){0};
        if (why != (slot != HUTCH_NONE ? HUTCH_WAIT_SERVED : wait.expected)) {
            fail("another reason");
        }
        if (slot == HUTCH_NONE && (wait.has_given || ticks == HUTCH_FOREVER)) {
            fail(wait.has_given ? "who got nothing passes on" : "no slot, and no time-out");
        }
        if (slot != HUTCH_NONE && !keeps && !hutch_release_at_(&slots_pool, slot)) {
            fail("a slot of two");
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
    if (slot >= 0 && !slots_release(slot)) {
        fail("a slot of two");
    }
    stop(0);
}

static void run_wake(void)
{
    slots_wake();
    stop(0);
}

static void run_nothing(void)
{
    stop(0);
}

// --------------------------------------------------------------------------------------------- every order

// The moves of a task. Returns how many there are.
static unsigned moves_of(unsigned task, struct move moves[])
{
    const struct task *const it = &all.tasks[task];
    const bool has_slept = it->nap != 0 && !it->is_woken;
    unsigned count = 0;
#define MOVE(kind, chosen)                 \
    moves[count++] = (struct move)         \
    {                                      \
        (char)task, (kind), (char)(chosen) \
    }
    if (it->next == 'z') {
        if (it->is_readied) {
            MOVE('x', 0);
        } else if (task < timed) {
            MOVE('t', 0);
        }
        if (!all.is_deleted && deletes == (it->is_readied ? 2u : 1u)) {
            MOVE('D', 0);
        }
    } else if (it->next == 'c') {
        MOVE('c', 1);
        if (!has_slept || !it->has_napped) {
            MOVE('c', 0);
        }
        if (has_slept) {
            MOVE('c', 2);
        }
    } else if (it->next == 'g') {
        for (unsigned i = 0; i < waiters; i++) {
            if (is_sleeper(i)) {
                MOVE('g', i);
            }
        }
        if (count == 0) {
            MOVE('g', 0);
        }
    } else if (it->next != 0) {
        MOVE(it->next, 0);
    }
    return count;
}

static void make(struct move it)
{
    static void (*const afters[])(void) = {run_nothing, run_thief, run_wake};
    move = it;
    path[steps++] = it;
    if (it.how == 'D') {
        all.is_deleted = true;
        start((unsigned)it.task, afters[after]);
    } else {
        resume((unsigned)it.task);
    }
}

// What a task still needs of its stack.
static size_t depth_of(unsigned task)
{
    const char *const top = (const char *)coroutines[task].context.uc_mcontext.gregs[REG_RSP];
    return (size_t)(coroutines[task].stack + stack_bytes - top);
}

static uint64_t hash_of(uint64_t hash, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3u;
    }
    return hash;
}

// Notes the state. Returns false if it was met before.
static bool is_new(void)
{
    enum { table_length = 1 << 24 };
    static uint64_t met[table_length];
    uint64_t hash = hash_of(0xCBF29CE484222325u, &all, sizeof all);
    for (unsigned i = 0; i < tasks_max; i++) {
        if (all.tasks[i].next != 0) {
            const size_t depth = depth_of(i);
            hash = hash_of(hash, &coroutines[i].context.uc_mcontext.gregs[REG_RSP], sizeof(greg_t));
            hash = hash_of(hash, coroutines[i].stack + stack_bytes - depth, depth);
        }
    }
    size_t at = hash % table_length;
    while (met[at] != 0 && met[at] != hash) {
        at = (at + 1) % table_length;
    }
    if (met[at] == hash || ++states > table_length / 2) {
        return met[at] == hash ? false : (fail("too many states"), false);
    }
    met[at] = hash;
    return true;
}

static void check_end(void)
{
    for (unsigned i = 0; i < tasks_max; i++) {
        if (all.tasks[i].next != 0) {
            fail("a task sleeps for ever");
        }
    }
    if (!keeps && all.room != holders) {
        fail("a slot is lost");
    }
    if (all.waiting != all.is_deleted) {
        fail("the count is wrong");
    }
}

static void explore(void)
{
    struct move moves[tasks_max * 3];
    unsigned count = 0;
    all.room = slots_max - (unsigned)__builtin_popcount(slots_pool.live[0]);
    all.waiting = for_slots.waiting;
    if (!is_new()) {
        return;
    }
    for (unsigned i = 0; i < tasks_max; i++) {
        count += moves_of(i, moves + count);
    }
    if (count == 0) {
        check_end();
        return;
    }
    const unsigned length = steps;
    const hutch_word_t live = slots_pool.live[0];
    void *const before = malloc(sizeof all + sizeof coroutines);
    memcpy(before, &all, sizeof all);
    memcpy((char *)before + sizeof all, coroutines, sizeof coroutines);
    for (unsigned i = 0; i < count; i++) {
        memcpy(&all, before, sizeof all);
        memcpy(coroutines, (char *)before + sizeof all, sizeof coroutines);
        slots_pool.live[0] = live;
        for_slots.waiting = all.waiting;
        steps = length;
        make(moves[i]);
        explore();
    }
    free(before);
}

int main(int count, char **words)
{
    unsigned numbers[9] = {0};
    for (int i = 1; i < count && i <= 9; i++) {
        numbers[i - 1] = (unsigned)strtoul(words[i], NULL, 10);
    }
    kernel = numbers[0];
    waiters = numbers[1];
    holders = numbers[2];
    rounds = numbers[3];
    timed = numbers[4];
    deletes = numbers[6];
    after = numbers[7];
    keeps = numbers[8];
    slots_pool.live[0] = (1u << slots_max) - 1u;
    for (unsigned i = 0; i < waiters + holders + numbers[5]; i++) {
        start(i, i < waiters ? run_waiter : i < waiters + holders ? run_holder : run_thief);
    }
    explore();
    printf("%lu states\n", states);
    return 0;
}
