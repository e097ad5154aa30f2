// SPDX-License-Identifier: MIT
// cores.c - two cores, and an interrupt on each, acquire, use and release from the same pools.
//
// Each object says whose it is: tested and set at acquire, tested and cleared at release. A slot that is
// given to two shows as a wrong owner or as a refused release; one that is lost is still live at the end.
// Each core wants more than half of a pool, so that pools are full at times. Core 0 and both interrupts put
// objects into a queue, from which core 1 takes them.
#include "hutch/queue.h"
#include "rig.h"

#ifndef LOCK
#    define LOCK HUTCH_LOCK_CORES
#endif
#ifndef ROUNDS
#    define ROUNDS 1000000
#endif
#ifdef TICKS // of the timer: instead of rounds
#    define IS_ENOUGH(core) (ticks[core] >= TICKS)
#else
#    define IS_ENOUGH(core) (rounds[core] >= ROUNDS)
#endif
#ifndef CORES // 1: core and interrupt alone, for boards/silicon
#    define CORES 2
#endif
#if CORES == 1
#    define FENCE() ((void)0)
#else
#    define FENCE() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#endif
#ifndef EVERY // so many ticks the handler does something
#    define EVERY 8
#endif
enum { HANDLER = 16, QUEUED = 99 };
enum { READY = 1, LEAVING, DONE };

struct thing {
    volatile unsigned owner; // 0: nobody; a core's number + 1, + HANDLER when its interrupt has it
    volatile unsigned payload;
};
#if defined(__AVR__) || defined(__SDCC)
enum { SMALL = 6, WIDE = 20, DEEP = 26 };
#else
enum { SMALL = 30, WIDE = 70, DEEP = 200 };
#endif
HUTCH_POOL_QUEUED(small, struct thing, SMALL, .lock = LOCK); // one word
HUTCH_QUEUE(belt, small);
HUTCH_POOL(wide, struct thing, WIDE, .lock = LOCK); // three words, scanned
HUTCH_POOL(deep, struct thing, DEEP, .lock = LOCK); // a summary
enum { POOLS = 3, HELD_MAX = DEEP * 3 / 5 };
static const struct hutch_pool *const pools[POOLS] = {&small_pool, &wide_pool, &deep_pool};
static const unsigned wanted[POOLS] = {SMALL * 3 / 5, WIDE * 4 / 7, HELD_MAX};

static struct thing *held[CORES][POOLS][HELD_MAX];
static unsigned counts[CORES][POOLS];
static struct thing *volatile of_handler[CORES];
static volatile uint8_t stage[CORES];
static volatile uint32_t rounds[CORES], ticks[CORES], full[CORES], foreign[CORES], twice[CORES],
    faults[CORES], handed[CORES];

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    faults[rig_core()]++;
}

static struct thing *get(unsigned core, const struct hutch_pool *pool, unsigned owner)
{
    struct thing *const thing = (struct thing *)hutch_acquire(pool);
    if (thing == NULL) {
        full[core]++;
    } else {
        foreign[core] += HUTCH_CFG_CHECK < 2 && thing->owner != 0; // debug builds have filled it
        thing->owner = owner;
        thing->payload = owner;
    }
    return thing;
}

static void put(unsigned core, const struct hutch_pool *pool, struct thing *thing, unsigned owner)
{
    foreign[core] += thing->owner != owner || thing->payload != owner;
    thing->owner = 0;
    twice[core] += !hutch_release(pool, thing);
}

static void send(unsigned core, struct thing *thing)
{
    thing->payload = thing->owner = QUEUED;
    twice[core] += !belt_put(thing);
    handed[core]++;
}

static void receive(unsigned core)
{
    struct thing *const thing = belt_take();
    if (thing != NULL) {
        put(core, &small_pool, thing, QUEUED);
    }
}

// The handler keeps its object until it comes again: acquiring and releasing at once would restore the word
// that it has come across, and hide what it did.
static void handler_step(unsigned core)
{
    const unsigned owner = core + 1 + HANDLER;
    struct thing *const thing = of_handler[core];
    if (thing == NULL) {
        of_handler[core] = get(core, pools[(unsigned)ticks[core] / EVERY % POOLS], owner);
    } else {
        for (unsigned i = 0; i < POOLS; i++) {
            if (i == 0 && hutch_index(pools[i], thing) != HUTCH_NONE) {
                foreign[core] += thing->owner != owner || thing->payload != owner;
                send(core, thing);
            } else if (hutch_index(pools[i], thing) != HUTCH_NONE) {
                put(core, pools[i], thing, owner);
            }
        }
        of_handler[core] = NULL;
    }
}

void rig_tick(unsigned core)
{
    ticks[core]++;
    if ((EVERY == 1 || ticks[core] % EVERY == 0) && stage[core] < LEAVING) {
        handler_step(core);
    }
}

static void step(unsigned core, uint32_t random)
{
    const unsigned i = (unsigned)(random >> 4) % POOLS;
    if (core == 0 && (random >> 20) % 8 == 0) {
        struct thing *const thing = get(core, &small_pool, 1);
        if (thing != NULL) {
            send(core, thing);
        }
    } else if (core == CORES - 1 && (random >> 20) % 4 == 0) {
        receive(core);
    }
    unsigned *const count = &counts[core][i];
    if (*count == 0 || (*count < wanted[i] && (random & 1) != 0)) {
        struct thing *const thing = get(core, pools[i], core + 1);
        if (thing != NULL) {
            held[core][i][(*count)++] = thing;
        }
    } else {
        const unsigned which = (unsigned)(random >> 8) % *count;
        put(core, pools[i], held[core][i][which], core + 1);
        held[core][i][which] = held[core][i][--*count];
        rounds[core]++;
    }
}

void rig_work(unsigned core)
{
    uint32_t random = 0x9E3779B9u * (core + 1);
    stage[core] = READY;
    while (stage[CORES - 1 - core] == 0) {} // begin together
    rig_start_timer();
    while (!IS_ENOUGH(core)) {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        step(core, random);
    }
    stage[core] = LEAVING; // the timers go on: without them the emulator would not change cores under -icount
    if (of_handler[core] != NULL) {
        handler_step(core);
    }
    for (unsigned i = 0; i < POOLS; i++) {
        while (counts[core][i] != 0) {
            put(core, pools[i], held[core][i][--counts[core][i]], core + 1);
        }
    }
    FENCE();
    stage[core] = DONE;
}

int rig_main(void)
{
    rig_start_other();
    rig_work(0);
    while (stage[CORES - 1] != DONE) {}
    FENCE();
    for (unsigned i = 0; i < SMALL; i++) { // nobody else takes any more; a broken belt might have no end
        receive(0);
    }
    bool is_bad = !belt_is_empty();
    for (unsigned core = 0; core < CORES; core++) {
        is_bad = is_bad || foreign[core] != 0 || twice[core] != 0 || faults[core] != 0;
    }
    for (unsigned i = 0; i < POOLS; i++) {
        is_bad = is_bad || hutch_live(pools[i]) != 0 || !hutch_check(pools[i]);
    }
    rig_print_pair("rounds", rounds);
    rig_print_pair("ticks", ticks);
    rig_print_pair("full", full);
    rig_print_pair("handed", handed);
    rig_print_pair("foreign", foreign);
    rig_print_pair("twice", twice);
    rig_print(is_bad ? "BAD\n" : "well\n");
    return is_bad ? RIG_BAD : 0;
}
