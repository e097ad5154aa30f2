// SPDX-License-Identifier: MIT
// kinds.c - random calls of every generic function on every kind of pool, with an interrupt in most of them
// that uses the same pool; for the machine code that object.py looks at. After each call the pool must be
// sound.

#include "kinds.h"
#include "interrupt.h"
#include "board.h"

#include "hutch/core/core.h"
#include "hutch/spawn.h"
#include "hutch/policy.h"
#include "hutch/report.h"

#ifndef KINDS_ROUNDS
#    define KINDS_ROUNDS 2500
#endif
enum { fill_every = 64, delay_max = 512 };

const struct kind *kind;
const struct hutch_pool *pool;
hutch_ref_t kept;
unsigned aimed;
volatile unsigned interrupts;
static uint32_t interrupt_dice = 7;

unsigned kinds_random(unsigned below)
{
    return (unsigned)(unit_random(&kinds_dice) >> 4) % below;
}

static void made(void *object)
{
    ((uint8_t *)object)[1] = 7;
}
void kinds_born(void *object, const void *args)
{
    ((uint8_t *)object)[0] = args != NULL ? *(const uint8_t *)args : 1;
}
void kinds_dies(void *object)
{
    ((uint8_t *)object)[0] = 0;
}
const struct hutch_hooks kinds_hooks = {made, kinds_born, kinds_dies}, kinds_half = {NULL, NULL, kinds_dies},
                         kinds_births = {NULL, kinds_born, NULL};

static void put_nothing(char c, void *context)
{
    (void)c, (void)context;
}

// A family may be used in one context at a time: there the interrupt uses a slot of its own, or, where there
// is none, one that it makes free.
static void use_own_slot(unsigned other)
{
    const unsigned index = hutch_acquire_index_(pool);
    (void)hutch_release_at_(pool, index != HUTCH_NONE ? index : other);
    if (index == HUTCH_NONE) {
        (void)hutch_claim_index_(pool, other);
    }
}

static void end_object(unsigned index)
{
    (void)(HUTCH_HAS_HOOKS(pool) ? hutch_despawn_(pool, hutch_at(pool, index))
                                 : hutch_release_at_(pool, index));
}

void on_interrupt(void)
{
    const unsigned roll = (unsigned)(unit_random(&interrupt_dice) >> 4);
    const unsigned index = roll % 3 == 0 ? roll / 64 % pool->capacity : aimed;
    interrupts++;
    if (kind->herd != NULL) {
        use_own_slot(index);
        return;
    }
    switch (roll / 4 % 8) {
    case 0:
        (void)hutch_acquire_index_(pool);
        break;
    case 1:
        (void)hutch_claim_index_(pool, index);
        break;
    case 2:
        end_object(index);
        break;
    case 3:
        (void)hutch_release_at_(pool, index);
        break;
    case 4:
        end_object(index);
        (void)hutch_claim_index_(pool, index);
        break;
    case 5:
        (void)(HUTCH_HAS_HOOKS(pool) ? hutch_spawn_(pool, NULL) : NULL);
        (void)(HUTCH_HAS_HOOKS(pool) && pool->slots != NULL &&
               hutch_persist_(pool, hutch_at(pool, index), true));
        break;
    case 6:
        (void)(pool->generations != NULL && hutch_release_ref(pool, kept));
        break;
    default:
        break;
    }
}

static const struct hutch_pool *spill_of(const struct hutch_pool *from)
{
    const struct hutch_policy *const policy = from->options->policy;
    return policy != NULL && policy->spill != NULL ? policy->spill : from;
}

// Most objects are right ones, some of them of the pool that this one spills to; now and then none, one past
// the end, an address inside, or one of another object.
static void *some_object(unsigned index)
{
    const unsigned roll = kinds_random(64);
    const struct hutch_pool *const from = roll < 24 ? spill_of(pool) : pool;
    unsigned char *const object = (unsigned char *)hutch_at(from, index);
    if (roll == 0 || object == NULL) {
        return NULL;
    }
    const size_t stride = from->stride_bytes, end = (pool->capacity - index) * stride;
    return roll == 1 ? (void *)&kinds_dice
                     : object + (roll == 2) +
                           (roll == 3   ? 256 * stride
                            : roll == 4 ? end
                                        : 0);
}

static bool may_interrupt(void)
{
    return pool->options->lock != HUTCH_LOCK_NONE && pool->capacity != 0;
}

// Now and then the next object of a free slot has the last generation, after which they begin again.
static void age(void)
{
    if (pool->generations != NULL && aimed < pool->capacity && kinds_random(16) == 0 &&
        !hutch_bitmap_is_live(pool->live, aimed)) {
        pool->generations[aimed] = (hutch_ref_t)(hutch_generation_unissued(pool->ref_low_bits) - 1u);
    }
}

static void call(void)
{
    aimed = kinds_random(pool->capacity + (kinds_random(64) == 0 || pool->capacity == 0));
    age();
    void *const object = some_object(aimed);
    interrupts = 0;
    if (may_interrupt() && kinds_random(8) != 0) {
        interrupt_arm(kinds_random(delay_max));
    }
    kinds_call(kinds_random(100), object);
    unit_faults_forget();
    CHECK(hutch_check(pool));
}

static void clear(void)
{
    if (may_interrupt() && kind->herd == NULL) {
        interrupt_arm(kinds_random(delay_max));
    }
    hutch_clear(pool);
    interrupt_disarm();
}

// Now and then all slots are live, or all but the last few; and some time later none.
static void fill_or_empty(unsigned turn)
{
    if (turn % 4 == 1) {
        clear();
    }
    if (turn % 4 >= 2) {
        (void)hutch_adopt(pool, pool->capacity);
    }
    for (unsigned left = 4; turn % 4 == 3 && left != 0 && pool->capacity > left; left--) {
        (void)hutch_release_at_(pool, pool->capacity - left);
    }
    unit_faults_forget();
}

static void call_is_right_on_every_kind_of_pool(void)
{
    for (kind = kinds; kind < kinds + kinds_length; kind++) {
        pool = kind->pool;
        const bool is_rich = pool->options->lock > HUTCH_LOCK_IRQ || kind->herd != NULL;
        const unsigned rounds = is_rich ? 3 * KINDS_ROUNDS : KINDS_ROUNDS;
        for (unsigned round = 0; round < rounds; round++) {
            if (round % fill_every == 0) {
                fill_or_empty(round / fill_every);
            }
            call();
        }
        hutch_report_live(pool, put_nothing, NULL);
        hutch_clear(pool);
        CHECK_EQUAL(hutch_live(pool), 0);
    }
    hutch_report(put_nothing, NULL);
}

static const struct unit_test tests[] = {
    UNIT_TEST(call_is_right_on_every_kind_of_pool),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    kinds_init();
    unit_run(tests);
    return unit_finish();
}
