// SPDX-License-Identifier: MIT
// kinds.c - random calls on every kind of pool, for the machine code that object.py looks at: first compared
// with the model, then with interrupts that use the same pool, after which it must be sound.

// In this file the dispatcher's functions lead to the small engine, if it serves the pool.
#define HUTCH_CFG_SMALL 1

#include "interrupt.h"
#include "model.h"

#include "hutch/report.h"
#include "hutch/counted.h"
#include "hutch/scene.h"

#ifndef KINDS_TURNS
#    define KINDS_TURNS 4
#endif
enum { CALLS = 300 * KINDS_TURNS, CALLS_UNTIL_EMPTY = 50, DELAY_MAX = 512 };

static void random_calls_of_every_kind_of_pool_are_right(void)
{
    static const struct world generic;
    static struct verbs small;
    small = *verbs_of(&generic, 0);
    small.acquire = hutch_core_acquire;
    small.release = hutch_core_release;
    small.spawn = hutch_core_spawn;
    small.despawn = hutch_core_despawn;
    small.ref = hutch_core_ref;
    small.deref = hutch_core_deref;
    for (unsigned n = 0; n < kinds_count; n++) {
        struct subject subject = kinds[n];
        subject.verbs = &small;
        random_calls(&subject, 1, KINDS_TURNS);
    }
}

// ---------------------------------------------------------------------------------------------- interrupted

static struct move move, interrupting;
static uint32_t dice = 1, interrupt_dice = 7;
static struct hutch_pool listed; // the pool in use
HUTCH_POOL_LIST(&listed);

// A family may be used in one context at a time: there the interrupt uses a slot of its own, or, where there
// is none, one that it makes free.
static void use_own_slot(unsigned other)
{
    const unsigned index = hutch_acquire_index_(&listed);
    (void)hutch_release_at_(&listed, index != HUTCH_NONE ? index : other);
    if (index == HUTCH_NONE) {
        (void)hutch_claim_index_(&listed, other);
    }
}

// Often it uses the same slot as the call.
void on_interrupt(void)
{
    move_by_chance(&interrupting, &interrupt_dice, 8);
    if (model_random(&interrupt_dice, 8) < 5) {
        interrupting.a = move.a;
    }
    if (subject_world.herds[0] == NULL) {
        real_interrupt(&subject_world, &interrupting);
    } else if (move.a < listed.capacity) {
        use_own_slot(move.a);
    }
}

// What the model has no call for; now and then with an address that is no object's.
static void call_other(const struct hutch_pool *pool)
{
    static uint8_t holders[SLOTS_MAX];
    const unsigned roll = model_random(&dice, 64);
    const unsigned index = model_random(&dice, pool->capacity);
    const unsigned char *const slot = (const unsigned char *)hutch_at(pool, index);
    const void *const object = roll % 5 != 0 ? slot : roll < 32 ? slot + 1 : (const void *)&dice;
    switch (roll / 4 % 4) {
    case 0:
        (void)(roll < 32 ? hutch_retain_(pool, holders, object) : hutch_release_held_(pool, holders, object));
        break;
    case 1:
        (void)(roll < 32 ? hutch_despawn_any(object) : hutch_core_release(pool, object));
        break;
    case 2:
        hutch_unlock(pool, hutch_lock(pool));
        break;
    default:
        if (pool->generations != NULL) {
            (void)(roll < 32 ? hutch_ref(pool, object) : hutch_core_ref(pool, object));
            (void)hutch_core_deref(pool, (hutch_ref_t) ~(hutch_ref_t)0);
            (void)(roll < 16 && hutch_release_ref(pool, hutch_ref_make(pool, index, HUTCH_REF_TAG(pool))));
        }
        break;
    }
}

// What it has begun is ended at once.
static void call(const struct hutch_pool *pool)
{
    move_by_chance(&move, &dice, 8);
    struct trace *const trace = trace_begin(&move);
    if (pool->options->lock != HUTCH_LOCK_NONE) {
        interrupt_arm(model_random(&dice, DELAY_MAX));
    }
    if (pool->slots != NULL && model_random(&dice, 8) == 0) {
        call_other(pool);
    } else {
        real_call(&subject_world, &move, trace);
    }
    if (move.call == CALL_BEGIN && trace->length != 0 && trace->result != HUTCH_NONE) {
        move.call = model_random(&dice, 2) != 0 ? CALL_END : CALL_UNDO;
        move.a = (uint16_t)slot_of(trace->result);
        real_call(&subject_world, &move, trace);
    }
    interrupt_disarm();
}

static void put_nothing(char c, void *context)
{
    (void)c, (void)context;
}

static void pool_is_sound_whatever_an_interrupt_calls(void)
{
    for (const struct subject *subject = kinds; subject < kinds + kinds_count; subject++) {
        const struct hutch_pool *const pool = subject->pool;
        listed = *pool;
        const bool is_rich = pool->options->lock > HUTCH_LOCK_IRQ || subject->herd != NULL;
        for (unsigned i = 0; i < (is_rich ? 3 * CALLS : CALLS); i++) {
            if (i % CALLS_UNTIL_EMPTY == 0) {
                subject_begin(subject, true);
                subject_world.calls &= ~(ON(CALL_END) | ON(CALL_UNDO));
                hutch_adopt(pool, i % (2 * CALLS_UNTIL_EMPTY) == 0 ? 0 : pool->capacity);
            }
            call(pool);
            CHECK(hutch_check(pool));
        }
        hutch_report(put_nothing, NULL);
        hutch_report_live(pool, put_nothing, NULL);
    }
    unit_faults_forget();
}

static const struct unit_test tests[] = {
    UNIT_TEST(random_calls_of_every_kind_of_pool_are_right),
    UNIT_TEST(pool_is_sound_whatever_an_interrupt_calls),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    kinds_init();
    unit_run(tests);
    return unit_finish();
}
