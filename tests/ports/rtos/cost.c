// SPDX-License-Identifier: MIT
// cost.c - what waiting costs, traced by cost.py: a pool of hutch, the kernel's own, or none. LOW acquires
// with room, then it releases slots that HIGH waits for; at last MID waits, too. With NO_WAIT nobody does.
#include "kernel.h"
#include <stddef.h>

enum { LOW = 1, MID = 2, HIGH = 3, TIMES = 3 };
struct packet {
    uint32_t words[2];
};
void cost_make(void);
void *cost_acquire(void); // waits without end
void cost_release(void *packet);

#if defined(HUTCH)
#    include "hutch/hutch.h"
#    include "hutch/wait.h"
#    if defined(NO_WAIT)
HUTCH_POOL(packets, struct packet, SLOTS, .lock = HUTCH_LOCK_IRQ);
#        define ACQUIRE() packets_acquire()
#    else
HUTCH_WAITERS(for_packets);
HUTCH_POOL(packets, struct packet, SLOTS, .lock = HUTCH_LOCK_IRQ, .wait = &for_packets);
#        define ACQUIRE() packets_acquire_wait(HUTCH_FOREVER, NULL)
#    endif

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    machine_exit(BAD);
}

void cost_make(void)
{
}

__attribute__((noinline)) void *cost_acquire(void)
{
    return ACQUIRE();
}

__attribute__((noinline)) void cost_release(void *packet)
{
    (void)packets_release(packet);
}
#else
static struct packet packets[SLOTS];
#endif
#include "own.h"

#if !defined(HUTCH) && !defined(OWN)
void cost_make(void)
{
}

__attribute__((noinline)) void *cost_acquire(void)
{
    return packets;
}

__attribute__((noinline)) void cost_release(void *packet)
{
    (void)packet;
}
#endif

// A function that is not looked into, so that programs with and without waiting differ by their pools only.
static __attribute__((noipa)) bool waits(void)
{
#if defined(NO_WAIT)
    return false;
#else
    return true;
#endif
}

static void *volatile held[SLOTS];
static volatile unsigned stage, got;
static volatile bool is_done;
void phase_one(void);
void phase_two(void);

__attribute__((noinline)) void phase_one(void)
{
    stage = 1;
}

__attribute__((noinline)) void phase_two(void)
{
    stage = 2;
}

static void release_some(void)
{
    for (unsigned i = 0; i < TIMES; i++) {
        kernel_sleep(2);
        cost_release(held[i * (SLOTS - 1) / (TIMES - 1)]);
    }
    kernel_sleep(2);
}

static void work_low(void)
{
    cost_make();
    for (unsigned i = 0; i < SLOTS; i++) {
        held[i] = cost_acquire();
    }
    cost_release(held[SLOTS - 1]);
    held[SLOTS - 1] = cost_acquire();
    phase_one();
    if (waits()) {
        release_some();
        phase_two();
        release_some();
    }
    is_done = true;
}

static void work_waiting(unsigned first)
{
    while (stage < first || !waits()) {
        kernel_sleep(1);
    }
    for (;;) {
        got = got + (cost_acquire() != NULL ? 1u : 0u);
    }
}

void test_work(unsigned number)
{
    if (number == LOW) {
        work_low();
    } else {
        work_waiting(number == HIGH ? 1 : 2);
    }
    for (;;) {
        kernel_sleep(1000);
    }
}

void test_control(void)
{
    machine_stop_timer();
    (void)cost_base[0]; // so that it is linked
    for (unsigned i = 0; i < 200 && !is_done; i++) {
        kernel_sleep(1);
    }
    machine_exit(is_done && got == (waits() ? 2 * TIMES : 0) ? 0 : BAD);
}

void test_interrupt(void)
{
}
