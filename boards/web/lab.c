// SPDX-License-Identifier: MIT
// lab.c - the page's lab: what can be done with a pool, right and wrong. Built twice, with
// HUTCH_CFG_CHECK 1 and 2.
//
// Crates come from one of four pools, chosen by lab_begin. Acts are about the crate in hand, the last one
// that was acquired or chosen, or about the kept one. Who acquires a crate writes a number into both of its
// words; where they hold something else, somebody else has written there.
#include "lab.h"
#include "hutch/report.h"
#include "hutch/stats.h"

enum { CAPACITY_MAX = 1000, NO_SLOT = -1 };

struct crate {
    uint32_t words[2];
};

HUTCH_POOL_TRACKED(crates_16, struct crate, 16);
HUTCH_POOL_TRACKED(crates_64, struct crate, 64);
HUTCH_POOL_TRACKED(crates_100, struct crate, 100);
HUTCH_POOL_TRACKED(crates_1000, struct crate, CAPACITY_MAX);
HUTCH_POOL_LIST(&crates_16_pool, &crates_64_pool, &crates_100_pool, &crates_1000_pool);

static const struct hutch_pool *crates;
static struct crate *in_hand;
static struct crate *kept;
static hutch_ref_t kept_ref;
static uint32_t numbers[CAPACITY_MAX]; // what the words of each slot's crate must be
static unsigned long ticks;

HUTCH_TICK()
{
    return ticks;
}

static void print_char(char c, void *context)
{
    (void)context;
    web_put_char(c);
}

// Reports, and goes on: the lab is for looking at faults.
HUTCH_ON_FAULT(fault)
{
    hutch_fault_print(fault, print_char, NULL);
}

// hutch_index would report a crate that is not live.
static int slot_of(const struct crate *crate)
{
    return crate == NULL
               ? NO_SLOT
               : (int)((size_t)((const unsigned char *)crate - crates->slots) / crates->stride_bytes);
}

static struct crate *crate_at(unsigned slot)
{
    return (struct crate *)(void *)(crates->slots + slot * crates->stride_bytes);
}

static int pack(struct crate *crate)
{
    const int slot = slot_of(crate);

    if (slot != NO_SLOT) {
        numbers[slot]++;
        crate->words[0] = crate->words[1] = numbers[slot];
        in_hand = crate;
    }
    return slot;
}

// ------------------------------------------------------------------------------------------- what is allowed

void lab_begin(unsigned number)
{
    crates = hutch_listed_pool(number);
    hutch_clear(crates);
    hutch_stats_reset(crates);
    in_hand = kept = NULL;
    kept_ref = 0;
    ticks = 0;
}

int lab_acquire(void)
{
    ticks++;
    return pack(hutch_acquire(crates));
}

bool lab_release(void)
{
    ticks++;
    return hutch_release(crates, in_hand);
}

unsigned lab_fill(void)
{
    unsigned count = 0;

    ticks++;
    while (pack(hutch_acquire(crates)) != NO_SLOT) {
        count++;
    }
    return count;
}

void lab_clear(void)
{
    ticks++;
    hutch_clear(crates);
}

void lab_keep(void)
{
    kept = in_hand;
    kept_ref = in_hand != NULL ? hutch_ref(crates, in_hand) : 0;
}

int lab_deref(void)
{
    return slot_of(hutch_deref(crates, kept_ref));
}

bool lab_check(void)
{
    return hutch_check(crates);
}

// --------------------------------------------------------------------------------------------- what is wrong

bool lab_release_null(void)
{
    ticks++;
    return hutch_release(crates, NULL);
}

bool lab_release_member(void)
{
    ticks++;
    return hutch_release(crates, &in_hand->words[1]);
}

void lab_write_kept(void)
{
    kept->words[0] = 0xBAD;
}

// Not in the last slot: what follows it is the lab's own.
bool lab_overrun(void)
{
    volatile uint32_t *const words = in_hand->words;
    const bool has_neighbour = (unsigned)slot_of(in_hand) + 1u < hutch_capacity(crates);

    if (has_neighbour) {
        words[2] = 0xBAD;
    }
    return has_neighbour;
}

// ------------------------------------------------------------------------------------------- what to look at

int lab_in_hand(void)
{
    return slot_of(in_hand);
}

int lab_kept(void)
{
    return slot_of(kept);
}

void lab_choose(unsigned slot)
{
    in_hand = crate_at(slot);
}

bool lab_is_intact(unsigned slot)
{
    return crate_at(slot)->words[0] == numbers[slot] && crate_at(slot)->words[1] == numbers[slot];
}

const void *web_object_of_number(const struct hutch_pool *pool, unsigned number)
{
    (void)pool; // the lab has no pool of numbers
    (void)number;
    return NULL;
}
