// SPDX-License-Identifier: MIT
// queue.c - queues of a pool's objects: against a model at random, and what a queue owns.

#include "unit.h"

struct parcel {
    uint8_t slot, bytes[2];
};
enum { parcels_max = 9, queues_max = 3 };
#ifdef UNIT_KIND
#    define QUEUED(name, type, capacity) \
        HUTCH_POOL_QUEUED(name, type, capacity, HUTCH_OPTIONS(UNIT_LOCK, NULL, NULL))
#else
#    define QUEUED(name, type, capacity) HUTCH_POOL_QUEUED(name, type, capacity)
#endif
QUEUED(parcels, struct parcel, parcels_max);
HUTCH_QUEUE(inbox, parcels);
static parcels_queue_t boxes[queues_max]; // boxes[0] stands for inbox
#ifndef UNIT_LITTLE_RAM                   // as boards have whose RAM is full
HUTCH_POOL_QUEUED_DECLARE(letters, struct parcel, 33, .lock = HUTCH_LOCK_IRQ);
HUTCH_QUEUE_DECLARE(letterbox, letters);
HUTCH_POOL_QUEUED_DEFINE(letters); // for several files, of which this is the only one
HUTCH_QUEUE_DEFINE(letterbox);
QUEUED(coins, uint8_t, 260); // whose numbers take two bytes
HUTCH_QUEUE(slot_machine, coins);
#endif

// Without names the small engine has one code for an object that it does not see.
#define IS_BARE_SMALL (HUTCH_IS_SMALL(&parcels_pool) && !HUTCH_CFG_NAMES && HUTCH_CFG_FOLD)
enum {
    code_of_release = HUTCH_CFG_CHECK >= 2 || HUTCH_CFG_FOLD ? HUTCH_FAULT_QUEUED : HUTCH_FAULT_DOUBLE_RELEASE
};

static bool put(unsigned queue, const struct parcel *parcel)
{
    return queue == 0 ? inbox_put(parcel) : parcels_put(&boxes[queue], parcel);
}

static struct parcel *take(unsigned queue)
{
    return queue == 0 ? inbox_take() : parcels_take(&boxes[queue]);
}

static bool is_empty(unsigned queue)
{
    return queue == 0 ? inbox_is_empty() : parcels_is_empty(&boxes[queue]);
}

static void empty_all(void)
{
    for (unsigned queue = 0; queue < queues_max; queue++) {
        for (unsigned i = 0; i < parcels_max; i++) { // not until it is empty: a broken one never is
            (void)!take(queue);
        }
    }
    parcels_clear();
    CHECK_EQUAL(parcels_live(), 0);
}

// --------------------------------------------------------------------------------------------------- a model

enum state { is_free, is_held, is_queued };
static enum state states[parcels_max];
static uint8_t lines[queues_max][parcels_max], lengths[queues_max];

static unsigned model_live(void)
{
    unsigned live = 0;
    for (unsigned slot = 0; slot < parcels_max; slot++) {
        live += states[slot] != is_free ? 1u : 0u;
    }
    return live;
}

static void acquire_one(void)
{
    struct parcel *const parcel = parcels_acquire();
    CHECK_EQUAL(parcel != NULL, model_live() < parcels_max);
    if (parcel != NULL) {
        const unsigned slot = parcels_index(parcel);
        CHECK(states[slot] == is_free);
        states[slot] = is_held;
        parcel->slot = (uint8_t)slot;
    }
}

static void release_one(unsigned slot, bool by_number)
{
    const bool is_right = states[slot] == is_held;
    if (!is_right && HUTCH_CFG_CHECK == 0 && states[slot] == is_free) {
        return; // bare builds do not look
    }
    const bool is_done = by_number ? parcels_release_at(slot) : parcels_release(parcels_at(slot));
    CHECK(is_done == is_right || HUTCH_CFG_CHECK == 0);
    CHECK_EQUAL(unit_faults_forget(), is_right ? 0 : UNIT_REPORTED(1));
    states[slot] = is_right ? is_free : states[slot];
}

static void put_one(unsigned queue, unsigned slot)
{
    const bool is_right = states[slot] == is_held;
    CHECK_EQUAL(put(queue, parcels_at(slot)), is_right);
    CHECK_EQUAL(unit_faults_forget(), is_right ? 0 : UNIT_REPORTED(1));
    if (is_right) {
        states[slot] = is_queued;
        lines[queue][lengths[queue]++] = (uint8_t)slot;
    }
}

static void take_one(unsigned queue)
{
    struct parcel *const parcel = take(queue);
    CHECK_EQUAL(parcel != NULL, lengths[queue] != 0);
    if (parcel != NULL) {
        CHECK_EQUAL(parcels_index(parcel), lines[queue][0]);
        CHECK_EQUAL(parcel->slot, lines[queue][0]); // nothing was written into it
        states[lines[queue][0]] = is_held;
        lengths[queue]--;
        for (unsigned i = 0; i < lengths[queue]; i++) {
            lines[queue][i] = lines[queue][i + 1u];
        }
    }
}

static void check_all(void)
{
    unsigned walked = 0, held = 0;
    for (unsigned slot = 0; slot < parcels_max; slot++) {
        held += states[slot] == is_held ? 1u : 0u;
        CHECK_EQUAL(parcels_is_live_at(slot), states[slot] == is_held);
    }
    HUTCH_FOREACH (struct parcel, parcel, parcels) {
        CHECK(states[parcels_index(parcel)] == is_held);
        walked++;
    }
    CHECK_EQUAL(walked, held);
    CHECK_EQUAL(parcels_live(), model_live());
    for (unsigned queue = 0; queue < queues_max; queue++) {
        CHECK_EQUAL(is_empty(queue), lengths[queue] == 0);
    }
}

static void clear_one(void)
{
    parcels_clear();
    for (unsigned slot = 0; slot < parcels_max; slot++) {
        states[slot] = states[slot] == is_held ? is_free : states[slot];
    }
}

TEST(random_calls_do_as_the_model)
{
    uint32_t state = 51;
    empty_all();
    for (unsigned step = 0; step < 1500; step++) {
        const uint32_t random = unit_random(&state);
        const unsigned what = (unsigned)(random >> 28), slot = (unsigned)(random >> 8 & 0xFFu) % parcels_max;
        const unsigned queue = (unsigned)(random >> 16 & 0xFFu) % queues_max;
        if (what < 6) {
            acquire_one();
        } else if (what < 10) {
            put_one(queue, slot);
        } else if (what < 13) {
            take_one(queue);
        } else if (what < 15) {
            release_one(slot, (random & 1u) != 0);
        } else if ((random & 7u) == 0) {
            clear_one();
        }
        check_all();
    }
    CHECK(hutch_check(&parcels_pool));
}

// ------------------------------------------------------------------------------------------------ one by one

TEST(every_object_finds_room_in_one_queue_and_leaves_it_in_order)
{
    empty_all();
    for (unsigned i = 0; i < parcels_max; i++) {
        parcels_acquire()->slot = (uint8_t)i;
    }
    for (unsigned i = 0; i < parcels_max; i++) {
        CHECK(inbox_put(parcels_at(i)));
    }
    CHECK(parcels_acquire() == NULL);
    for (unsigned i = 0; i < parcels_max; i++) {
        CHECK(inbox_take() == parcels_at(i));
    }
    CHECK(inbox_take() == NULL && inbox_is_empty());
}

#ifndef UNIT_LITTLE_RAM
TEST(queue_keeps_more_than_255_objects_in_order)
{
    for (unsigned i = 0; i < 260; i++) {
        (void)!coins_acquire();
    }
    for (unsigned i = 260; i-- != 0;) {
        CHECK(slot_machine_put(coins_at(i)));
    }
    CHECK(!slot_machine_is_empty());
    for (unsigned i = 260; i-- != 0;) {
        uint8_t *const coin = slot_machine_take();
        CHECK(coin == coins_at(i));
        CHECK(coins_release(coin));
    }
    CHECK(slot_machine_take() == NULL && slot_machine_is_empty());
    CHECK_EQUAL(sizeof(coins_queue_t), 4);
    CHECK_EQUAL(sizeof(parcels_queue_t), 2);
}

TEST(queue_of_several_files_is_one)
{
    struct parcel *const letter = letters_acquire();
    CHECK(letterbox_put(letter));
    CHECK(!letters_is_live(letter));
    CHECK(letterbox_take() == letter);
    CHECK(letters_release(letter));
    CHECK(letterbox_is_empty());
}
#endif

TEST(run_is_released_unless_one_of_it_is_queued)
{
    empty_all();
    struct parcel *const run = parcels_acquire_run(2);
    CHECK(run != NULL || !UNIT_OBJECTS_ARE_BARE);
    if (run != NULL) {
        CHECK(inbox_put(run));
        CHECK(!parcels_release_run(run, 2));
        CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
        CHECK(inbox_take() == run);
        CHECK(parcels_release_run(run, 2));
        CHECK(!parcels_is_live(run) && !inbox_put(run));
        CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    }
    CHECK_EQUAL(parcels_live(), 0);
    CHECK(hutch_check(&parcels_pool));
}

TEST(reset_of_a_scene_passes_over_what_is_queued)
{
    HUTCH_SCENE(scene, &parcels_pool);
    empty_all();
    struct parcel *const queued = parcels_acquire(), *const other = parcels_acquire();
    CHECK(inbox_put(queued));
    CHECK_EQUAL(hutch_scene_reset(&scene), 1);
    CHECK(!parcels_is_live(other));
    CHECK_EQUAL(parcels_live(), 1);
    CHECK(inbox_take() == queued);
    CHECK_EQUAL(hutch_scene_check(&scene), 1); // it is a leak again
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK(parcels_release(queued));
}

#ifndef UNIT_LITTLE_RAM
HUTCH_POLICY_OLDEST(replaces_oldest, 2);
HUTCH_POOL_QUEUED(orders, struct parcel, 2, HUTCH_OPTIONS(HUTCH_LOCK_NONE, &replaces_oldest, NULL));
HUTCH_QUEUE(kitchen, orders);

TEST(what_is_queued_is_not_evicted)
{
    struct parcel *const first = orders_acquire(), *const second = orders_acquire();
    CHECK(kitchen_put(first));
    CHECK(orders_acquire() == second); // evicted
    CHECK(kitchen_put(second));
    CHECK(orders_acquire() == NULL);
    CHECK(kitchen_take() == first);
    CHECK(orders_acquire() == first);
    CHECK(kitchen_take() == second);
    CHECK(kitchen_take() == NULL);
    orders_clear();
}
#endif

// ---------------------------------------------------------------------------------------------------- misuse

TEST(queued_object_is_neither_released_nor_put_again)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    empty_all();
    struct parcel *const parcel = parcels_acquire();
    const unsigned slot = parcels_index(parcel);
    CHECK(inbox_put(parcel));
    CHECK(!parcels_put(&boxes[1], parcel));
    CHECK(unit_fault_was("parcels", IS_BARE_SMALL ? HUTCH_FAULT_DOUBLE_RELEASE : HUTCH_FAULT_QUEUED, parcel,
                         slot));
    CHECK(!parcels_release(parcel));
    CHECK(unit_fault_was("parcels", IS_BARE_SMALL ? HUTCH_FAULT_DOUBLE_RELEASE : (unsigned)code_of_release,
                         parcel, slot));
    CHECK(!parcels_release_at(slot));
    CHECK(unit_fault_was("parcels", code_of_release, NULL, slot));
    CHECK(!hutch_release(&parcels_pool, parcel));
    CHECK(unit_fault_was("parcels", HUTCH_CFG_CHECK >= 2 ? HUTCH_FAULT_QUEUED : HUTCH_FAULT_DOUBLE_RELEASE,
                         parcel, slot));
    CHECK(parcels_claim(slot) == NULL);
    CHECK(parcels_is_empty(&boxes[1]));
    CHECK(inbox_take() == parcel);
    CHECK(parcels_release(parcel));
}

TEST(what_is_no_live_object_of_the_pool_is_not_put)
{
    empty_all();
    struct parcel outside, *const parcel = parcels_acquire();
    CHECK(parcels_release(parcel));
    CHECK(!inbox_put(parcel));
    CHECK(unit_fault_was("parcels",
                         IS_BARE_SMALL ? HUTCH_FAULT_DOUBLE_RELEASE : HUTCH_FAULT_USE_AFTER_RELEASE, parcel,
                         parcels_index(parcel)));
    CHECK(!inbox_put(NULL));
    CHECK(unit_fault_was("parcels", HUTCH_FAULT_NULL_POINTER, NULL, HUTCH_NONE));
    CHECK(!inbox_put(&outside));
    CHECK(unit_fault_was("parcels", HUTCH_FAULT_FOREIGN, &outside, HUTCH_NONE));
    CHECK(inbox_is_empty());
}

#include "../../build/lists/unit/queue.h"
