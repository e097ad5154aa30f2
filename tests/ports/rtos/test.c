// SPDX-License-Identifier: MIT
// test.c - tasks and an interrupt share pools under a real kernel: no slot has two owners, the most urgent
// task that waits is served first, no wake-up is lost; tasks sleep until the interrupt has put a packet.
#include "hutch/queue.h"
#include "kernel.h"

#ifndef LOCK
#    define LOCK HUTCH_LOCK_IRQ
#endif
#ifndef TURNS
#    define TURNS 2000 // of a task that is busy until the interrupt: a PC needs more
#endif
enum { SLOTS = 3, INTERRUPTS = 2000, INTERRUPTS_MAX = 20 * INTERRUPTS, TIMER = 99 };

struct thing {
    volatile unsigned owner; // 0: nobody
};
HUTCH_WAITERS(for_things);
HUTCH_WAITERS(for_turn);
HUTCH_POOL(things, struct thing, SLOTS, .lock = HUTCH_LOCK_IRQ, .wait = &for_things);
HUTCH_POOL_IDS(turn, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_turn);
HUTCH_POOL(plain, struct thing, 20,
           .lock = LOCK); // nobody waits for it: here a lock that is missing must show

struct packet {
    unsigned serial;
};
HUTCH_WAITERS(for_packets);
HUTCH_POOL_QUEUED(packets, struct packet, 8, .lock = HUTCH_LOCK_IRQ);
HUTCH_QUEUE_WAITED(inbox, packets, for_packets);

static volatile unsigned stage; // tasks of number 1 to stage go to their turn; STRESS: all work
enum { STRESS = 100, END = 101 };
static volatile unsigned order[WORKERS], served, finished;
static volatile unsigned interrupts, wanted_release, got[WORKERS + 1], late[WORKERS + 1], wrong, faults;
static volatile unsigned wants_packets, sent, taken[WORKERS + 1];
static struct thing *volatile of_timer, *volatile of_timer_plain;

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    faults = faults + 1;
}

static void note(bool is_right)
{
    if (!is_right) {
        wrong = wrong + 1;
    }
}

static struct thing *mark(struct thing *thing, unsigned owner)
{
    if (thing != NULL) {
        note(HUTCH_CFG_CHECK >= 2 || thing->owner == 0); // debug builds have filled it
        thing->owner = owner;
    }
    return thing;
}

static void unmark(struct thing *thing, unsigned owner)
{
    note(thing->owner == owner);
    thing->owner = 0;
}

// Keeps what it has acquired until it comes again: else it would hide that it has come in the middle of a
// change.
void test_interrupt(void)
{
    interrupts = interrupts + 1;
    if (wanted_release) {
        wanted_release = 0;
        note(turn_release(0)); // wakes a waiter
    }
    struct packet *const packet = wants_packets && finished < WORKERS ? packets_acquire() : NULL;
    if (packet != NULL) {
        packet->serial = sent = sent + 1;
        note(inbox_put(packet) && !packets_release(packet)); // it is the queue's
        faults = faults - 1;
        wants_packets = stage >= STRESS;
    }
    if (stage < STRESS) {
        return;
    }
    if (of_timer != NULL) {
        unmark(of_timer, TIMER);
        note(things_release(of_timer));
        of_timer = NULL;
    } else if (stage == STRESS) {
        of_timer = mark(things_acquire_wait(HUTCH_FOREVER, NULL), TIMER); // does not wait here
    }
    if (of_timer_plain != NULL) {
        unmark(of_timer_plain, TIMER);
        note(plain_release(of_timer_plain));
        of_timer_plain = NULL;
    } else if (stage == STRESS) {
        of_timer_plain = mark(plain_acquire(), TIMER);
    }
}

static void use_plain(unsigned number)
{
    struct thing *held[4];
    for (unsigned i = 0; i < 4; i++) {
        held[i] = mark(plain_acquire(), number);
    }
    for (unsigned i = 0; i < 4; i++) {
        if (held[i] != NULL) {
            unmark(held[i], number);
            note(plain_release(held[i]));
        }
    }
}

// Takes all there are, then sleeps: task 3 until the interrupt puts one, the others for a tick at most.
static void use_packets(unsigned number, unsigned *last)
{
    for (bool is_last = false; !is_last;) {
        struct packet *packet = inbox_take();
        is_last = packet == NULL;
        if (is_last) {
            packet = inbox_take_wait(number == WORKERS ? HUTCH_FOREVER : 1, NULL);
        }
        if (packet != NULL) {
            note(packet->serial > *last && packet->serial <= sent);
            *last = packet->serial;
            note(packets_release(packet));
            taken[number] = taken[number] + 1;
        }
    }
}

void test_work(unsigned number)
{
    unsigned last = 0;
    while (stage < number) {
        kernel_sleep(1);
    }
    note(turn_acquire_wait(HUTCH_FOREVER, NULL) == 0);
    order[served] = number;
    served = served + 1;
    note(turn_release(0));
    while (stage < STRESS) {
        kernel_sleep(1);
    }
    for (unsigned round = 0; stage == STRESS; round++) {
        // One of the tasks waits for so short a time that its end and its turn may come together.
        struct thing *const thing = mark(things_acquire_wait(number == 1 ? 1 : HUTCH_FOREVER, NULL), number);
        if (thing == NULL) {
            note(number == 1);
            late[number] = late[number] + 1;
            continue;
        }
        if (round % 4 == 0) {
            kernel_sleep(1); // others wait meanwhile
        }
        const unsigned seen = interrupts; // busy until an interrupt has come in between
        for (unsigned i = 0; i < TURNS && interrupts == seen; i++) {
            use_plain(number);
        }
        use_packets(number, &last);
        unmark(thing, number);
        note(things_release(thing));
        got[number] = got[number] + 1;
    }
    finished = finished + 1;
    for (;;) {
        kernel_sleep(1000);
    }
}

static void take_turns(void)
{
    note(turn_acquire() == 0);
    note(turn_acquire_wait(3, NULL) == -1); // over in time
    for (unsigned i = 1; i <= WORKERS; i++) {
        stage = i;
        kernel_sleep(5); // it is asleep in the queue then
    }
    wanted_release = 1;
    for (unsigned i = 0; i < 100 && served < WORKERS; i++) {
        kernel_sleep(1);
    }
    note(served == WORKERS);
    for (unsigned i = 0; i < WORKERS; i++) {
        note(order[i] == (kernel_by_priority ? WORKERS - i : i + 1)); // they came from the lowest
    }
}

// Task 1 waits for one tick at most, and is the least urgent.
static bool all_progressed(void)
{
    bool is_so = true;
    for (unsigned i = 1; i <= WORKERS; i++) {
        is_so = is_so && got[i] >= (i == 1 ? 1 : 20);
    }
    return is_so;
}

void test_control(void)
{
    take_turns();
    wants_packets = 1;
    const unsigned before = interrupts;
    struct packet *packet = inbox_take_wait(50, NULL); // wakes at once, not when its time is over
    note(packet != NULL && packets_release(packet) && interrupts - before < 25);
    struct thing *all[SLOTS];
    stage = STRESS;
    wants_packets = 1;
    // In real time a busy machine runs few instructions between two ticks: then it takes more of them.
    while (interrupts < INTERRUPTS || (interrupts < INTERRUPTS_MAX && !all_progressed())) {
        kernel_sleep(2);
        for (unsigned i = 0; i < SLOTS; i++) { // at times the pool is full for all others
            all[i] = mark(things_acquire_wait(2, NULL), TIMER + 1);
        }
        kernel_sleep(3);
        for (unsigned i = 0; i < SLOTS; i++) {
            if (all[i] != NULL) {
                unmark(all[i], TIMER + 1);
                note(things_release(all[i]));
            }
        }
    }
    stage = END;
    for (unsigned i = 0; i < 100 && (finished < WORKERS || of_timer != NULL || of_timer_plain != NULL); i++) {
        kernel_sleep(2);
    }
    note(finished == WORKERS);
    unsigned all_taken = 1 + taken[1] + taken[2] + taken[3];
    for (packet = inbox_take(); packet != NULL; packet = inbox_take()) {
        note(packets_release(packet));
        all_taken++;
    }
    note(all_taken == sent && taken[WORKERS] >= 20 && packets_live() == 0 && for_packets.waiting == 0);
    note(things_live() == 0 && plain_live() == 0 && turn_live() == 0);
    note(for_things.waiting == 0 && for_turn.waiting == 0);
    note(hutch_check(&things_pool) && hutch_check(&plain_pool) && hutch_check(&turn_pool));
    note(all_progressed());
    for (unsigned i = 1; i <= WORKERS; i++) {
        print(" task ", i);
        print(" got ", got[i]);
        print(" late ", late[i]);
        print(" packets ", taken[i]);
    }
    print(" interrupts ", interrupts);
    print(" wrong ", wrong);
    print(" faults ", faults);
    machine_put_char('\n');
    machine_exit(wrong != 0 || faults != 0 ? BAD : 0);
}
