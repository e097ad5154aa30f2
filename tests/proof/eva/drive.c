// SPDX-License-Identifier: MIT
// drive.c - for Eva: a pool with any contents, and one call of any function of the core, with any arguments.
//
// KIND is plain_, tracked_ (refs), spawned_ (refs and hooks) or ids_ (numbers). The slots are at the address
// SLOTS, so that addresses are numbers, which Eva can subtract. Only the CAPACITY objects there are valid.

// What Eva does not read, or less precisely than what it stands for.
#define _Static_assert(...)
#define __builtin_expect(condition, expected) (condition)

#include "hutch/hutch.h"
#include "hutch/policy.h"
#include "hutch/runs.h"
#include "hutch/spawn.h"

#include "src/hutch_bits.c"
#include "src/hutch_check.c"
#include "src/hutch_fault.c"
#include "src/hutch_generic.c"
#include "src/hutch_lockfree.c"
#include "src/hutch_runs.c"
#include "src/hutch_small.c"
#include "src/hutch_spawn.c"

#include <__fc_builtin.h>

#define NUMBERED_ids_ 1
#define HAS_REFS_tracked_ 1
#define HAS_REFS_spawned_ 1
#define HAS_HOOKS_spawned_ 1
#define NUMBERED HUTCH_JOIN(NUMBERED_, KIND)
#define HAS_REFS HUTCH_JOIN(HAS_REFS_, KIND)
#define HAS_HOOKS HUTCH_JOIN(HAS_HOOKS_, KIND)

// --------------------------------------------------------------------------------------------- any arguments

uint8_t is_masked;

static unsigned any(void)
{
    return Frama_C_unsigned_int_interval(0, (unsigned)-1);
}

bool any_bool(void)
{
    return Frama_C_interval(0, 1) != 0;
}

static void *any_pointer(void)
{
    return (void *)Frama_C_unsigned_long_interval(0, (unsigned long)-1);
}

// ---------------------------------------------------------------------------------- what is returned is used

struct thing {
    uint8_t first;
    uint32_t others;
    uint8_t last;
};

static uint8_t numbers[CAPACITY];

// Macros, so that the alarm is at the call.
#define USE(call)                          \
    do {                                   \
        struct thing *const used = (call); \
        if (used != NULL) {                \
            used->first = used->last = 1;  \
        }                                  \
    } while (0)
#define USE_NUMBER(call)               \
    do {                               \
        const unsigned index = (call); \
        if (index != HUTCH_NONE) {     \
            numbers[index] = 1;        \
        }                              \
    } while (0)
#define MUST(claim) (numbers[(claim) ? 0 : CAPACITY] = 1)

void hutch_on_fault(const struct hutch_fault *fault)
{
    MUST(fault->pool != NULL && fault->note == NULL && fault->other_pool == NULL && fault->caller == NULL);
}

static void construct(void *object)
{
    USE(object);
}

static void spawn(void *object, const void *args)
{
    (void)args;
    USE(object);
}

static const struct hutch_hooks hooks = {construct, spawn, construct};

// -------------------------------------------------------------------------------------------------- the pool

#define ARRAY (*(struct thing(*)[CAPACITY])SLOTS)
#if NUMBERED
HUTCH_POOL_IDS(things, CAPACITY, .lock = LOCK);
#elif HAS_HOOKS
HUTCH_POOL_SPAWNED_OVER(things, struct thing, ARRAY, CAPACITY, .lock = LOCK, .hooks = &hooks);
#else
HUTCH_POOL_OVER_(KIND, things, struct thing, ARRAY, CAPACITY, .lock = LOCK);
#endif

static void damage(void)
{
    Frama_C_make_unknown((char *)things_live_, sizeof things_live_);
#if HAS_REFS
    Frama_C_make_unknown((char *)things_generations_, sizeof things_generations_);
#endif
#if HAS_HOOKS
    Frama_C_make_unknown((char *)things_marks_, sizeof things_marks_);
#endif
}

// ------------------------------------------------------------------------------------------------- the calls

#if !NUMBERED
static bool goes(const struct thing *thing, void *context)
{
    (void)thing, (void)context;
    return any_bool();
}

static bool goes_too(const void *thing, void *context)
{
    return goes(thing, context);
}

static void walk(void)
{
    HUTCH_FOREACH (struct thing, thing, things) {
        USE(thing);
        damage();
    }
}
#endif

#if RUNS
// Eva does not relate the end of a run to its first slot and length, so each length is a case; nor the slots
// that are free between two words to the words that are 0, so each set of such words is a case.
static void runs(unsigned length)
{
    damage();
    //@ split length;
    //@ split things_live_[0] == 0;
#    if CAPACITY > HUTCH_WORD_BITS
    //@ split things_live_[1] == 0;
#    endif
#    if CAPACITY > 2 * HUTCH_WORD_BITS
    //@ split things_live_[2] == 0;
#    endif
    switch (any()) {
    case 0:
        USE_NUMBER(hutch_acquire_run_index_(&things_pool, length));
        break;
    case 1:
        hutch_release_run_at_(&things_pool, any(), length);
        break;
#    if !NUMBERED
    case 2:
        USE(things_acquire_run(length));
        break;
    case 3:
        things_release_run(any_pointer(), length);
        break;
#    endif
    default:
        break;
    }
}
#endif

// One call, of a pool with any contents. It must leave the lock, and Eva must see its end: eva.py compares
// the two lines that are shown.
#define CALL(statement)            \
    case __COUNTER__:              \
        Frama_C_show_each_begin(); \
        damage();                  \
        statement;                 \
        MUST(!is_masked);          \
        Frama_C_show_each_end();   \
        break;

int main(void)
{
    switch (any()) {
        CALL(USE_NUMBER(hutch_acquire_index_(&things_pool)))
        CALL(USE_NUMBER(hutch_acquire_urgent_index_(&things_pool)))
        CALL(things_release_at(any()))
        CALL(things_is_live_at(any()))
        CALL(USE_NUMBER(hutch_next_index_(&things_pool, any())))
        CALL(MUST(things_live() <= CAPACITY))
        CALL(MUST(things_available() <= CAPACITY))
        CALL(things_clear())
        CALL(hutch_claim_index_(&things_pool, any()))
        CALL(hutch_release_at_(&things_pool, any()))
        CALL(hutch_is_live_at(&things_pool, any()))
        CALL(USE_NUMBER(hutch_next_index_(&things_pool, any())))
        CALL(USE_NUMBER(hutch_last_index_(&things_pool)))
        CALL(hutch_clear(&things_pool))
        CALL(hutch_check(&things_pool))
#if NUMBERED
        CALL(USE_NUMBER((unsigned)things_acquire()))
        CALL(USE_NUMBER((unsigned)things_acquire_urgent()))
        CALL(things_release((int)any()))
        CALL(things_is_live((int)any()))
        CALL(things_claim((int)any()))
        CALL(USE_NUMBER((unsigned)things_first()))
        CALL(USE_NUMBER((unsigned)things_next((int)any())))
        CALL(USE_NUMBER((unsigned)things_last()))
#else
        CALL(USE(things_acquire()))
        CALL(USE(things_acquire_urgent()))
        CALL(USE(hutch_acquire(&things_pool)))
        CALL(USE(hutch_acquire_urgent_(&things_pool)))
        CALL(things_release(any_pointer()))
        CALL(things_is_live(any_pointer()))
        CALL(USE_NUMBER(things_index(any_pointer())))
        CALL(USE(things_at(any())))
        CALL(USE(things_claim(any())))
        CALL(USE(things_first()))
        CALL(USE(things_next(any_pointer())))
        CALL(USE(things_last()))
        CALL(things_release_if(goes, NULL))
        CALL(walk())
        CALL(hutch_release(&things_pool, any_pointer()))
        CALL(hutch_is_live(&things_pool, any_pointer()))
        CALL(USE(hutch_at(&things_pool, any())))
        CALL(USE(hutch_claim_(&things_pool, any())))
        CALL(USE(hutch_next(&things_pool, any_pointer())))
        CALL(USE(hutch_last_(&things_pool)))
        CALL(hutch_release_if_(&things_pool, goes_too, NULL))
#endif
#if RUNS
        CALL(runs(Frama_C_unsigned_int_interval(0, CAPACITY + 1u)))
        CALL(runs(Frama_C_unsigned_int_interval(CAPACITY + 1u, (unsigned)-1)))
#endif
#if HAS_REFS
        CALL(things_ref(any_pointer()))
        CALL(USE(things_deref((things_ref_t){any()})))
        CALL(USE(things_expect((things_ref_t){any()})))
        CALL(things_release_ref((things_ref_t){any()}))
        CALL(hutch_ref(&things_pool, any_pointer()))
        CALL(USE(hutch_deref(&things_pool, any())))
        CALL(hutch_release_ref(&things_pool, any()))
#endif
#if HAS_HOOKS
        CALL(USE(things_spawn(NULL)))
        CALL(USE(things_spawn_urgent(NULL)))
        CALL(USE(hutch_spawn_(&things_pool, NULL)))
        CALL(things_despawn(any_pointer()))
        CALL(hutch_despawn_(&things_pool, any_pointer()))
        CALL(things_prespawn(any()))
        CALL(things_persist(any_pointer(), any_bool()))
#endif
    default:
        break;
    }
    return 0;
}
