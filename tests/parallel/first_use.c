// SPDX-License-Identifier: MIT
// first_use.c - debug builds: two cores use many pools for the first time, each its own; every pool must get
// into the list of pools.
#include "hutch/hutch.h"
#include "rig.h"

#if HUTCH_CFG_CHECK < 2
#    error "this is about debug builds"
#endif
enum { MANY = 1000 };

// One pool in the usual way shows how one looks; the others are made here, because 1000 lines would be many.
HUTCH_POOL(model, uint32_t, 1, .lock = HUTCH_LOCK_IRQ);
static struct hutch_pool pools[MANY];
static struct model_slot_ slots[MANY][2];
static hutch_word_t live[MANY], mirror[MANY];
static hutch_ref_t generations[MANY];
static struct hutch_debug debug[MANY];
static struct hutch_note notes[MANY];
static struct hutch_stats stats[MANY];
static volatile uint32_t stage[2], refused[2], missing[2], faults[2], ticks[2];

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    faults[rig_core()]++;
}

void rig_tick(unsigned core)
{
    ticks[core]++;
}

static void make_pools(void)
{
    for (unsigned i = 0; i < MANY; i++) {
        pools[i] = model_pool;
        pools[i].self = &pools[i];
        pools[i].slots = (unsigned char *)&slots[i][1];
        pools[i].live = pools[i].visible = &live[i];
        pools[i].mirror = &mirror[i];
        pools[i].generations = &generations[i];
        pools[i].debug = &debug[i];
        pools[i].notes = &notes[i];
        pools[i].stats = &stats[i];
    }
}

void rig_work(unsigned core)
{
    stage[core] = 1;
    while (stage[1 - core] == 0) {} // begin together
    rig_start_timer();
    for (unsigned i = core; i < MANY; i += 2) {
        refused[core] += hutch_acquire(&pools[i]) == NULL;
    }
    __atomic_store_n(&stage[core], 2, __ATOMIC_RELEASE);
}

int rig_main(void)
{
    make_pools();
    rig_start_other();
    rig_work(0);
    while (__atomic_load_n(&stage[1], __ATOMIC_ACQUIRE) != 2) {}
    for (unsigned i = 0; i < MANY; i++) {
        missing[i % 2] += hutch_debug_owner(&slots[i][1]) != &pools[i];
    }
    const bool is_bad = (refused[0] | refused[1] | missing[0] | missing[1] | faults[0] | faults[1]) != 0;
    rig_print_pair("ticks", ticks);
    rig_print_pair("refused", refused);
    rig_print_pair("not in the list", missing);
    rig_print_pair("faults", faults);
    rig_print(is_bad ? "BAD\n" : "well\n");
    return is_bad ? RIG_BAD : 0;
}
