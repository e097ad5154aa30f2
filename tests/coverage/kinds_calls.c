// SPDX-License-Identifier: MIT
// kinds_calls.c - one random call of a generic function on a pool of kinds_pools.c or kinds_sizes.c.
//
// After it the pool has as many live objects more or fewer as the result says, unless an interrupt came. That
// each call also does the right thing is shown elsewhere, for fewer kinds at a time.

#include "kinds.h"
#include "interrupt.h"

#include "hutch/core/core.h"
#include "hutch/core/ref.h"
#include "hutch/counted.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"
#include "hutch/report.h"

enum { length_max = HUTCH_WORD_BITS + 8, counts_max = 2 * HUTCH_WORD_BITS * HUTCH_WORD_BITS + 256 };

static uint8_t others[counts_max];

static bool every_third(const void *object, void *context)
{
    unsigned *const asked = (unsigned *)context;
    (void)object;
    return (*asked)++ % 3 == 0;
}

unsigned kinds_odd_victim(const struct hutch_pool *pool)
{
    const unsigned roll = unit_random(&kinds_dice) % 16, victim = hutch_next_index_(pool, roll % 4);
    if (roll < 2) {
        return HUTCH_NONE;
    }
    if (roll < 5 && victim != HUTCH_NONE) { // as another context that uses the pool meanwhile
        (void)hutch_release_at_(pool, victim);
    }
    if (roll == 4 && victim != HUTCH_NONE) {
        (void)hutch_claim_index_(pool, victim);
    }
    return roll == 5 ? pool->capacity : victim;
}

static bool spills(void)
{
    return pool->options->policy != NULL && pool->options->policy->spill != NULL;
}

static bool evicts(void)
{
    return pool->options->policy != NULL && pool->options->policy->evict != NULL;
}

// Does the pool release more than the one that makes room? A victim that has children does.
static bool is_odd(void)
{
    return evicts() && (kind->herd != NULL || pool->options->policy->evict == kinds_odd_victim);
}

// ------------------------------------------------------------------------------------------------ the counts

// The call is over: from here on no interrupt.
static bool was_interrupted(void)
{
    interrupt_disarm();
    return interrupts != 0;
}

static void one_more(unsigned before, bool is_done)
{
    CHECK(was_interrupted() || spills() || is_odd() || hutch_live(pool) == before + is_done ||
          (evicts() && is_done && hutch_live(pool) == before));
}

static void more(unsigned before, unsigned further)
{
    CHECK(was_interrupted() || hutch_live(pool) == before + further);
}

// What the pool spills to does not count; children go with their parent.
static void less(unsigned before, unsigned fewer)
{
    CHECK(was_interrupted() || spills() || kind->herd != NULL || hutch_live(pool) == before - fewer);
}

// ------------------------------------------------------------------------------------------------- the calls

// As hutch.hpp does, whose pools have marks and no policy: its constructor runs in between. In pools without
// marks a slot cannot be hidden, so there nobody else may come in between.
static void create(unsigned before, bool is_kept)
{
    if (!HUTCH_HAS_HOOKS(pool)) {
        interrupt_disarm();
    }
    const unsigned index = pool->options->policy == NULL ? hutch_create_begin(pool) : HUTCH_NONE;
    if (index != HUTCH_NONE && is_kept) {
        hutch_create_end(pool, index);
    } else if (index != HUTCH_NONE) {
        hutch_create_undo(pool, index);
    }
    more(before, index != HUTCH_NONE && is_kept);
}

static void call_for_room(unsigned which, unsigned before)
{
    switch (which) {
    case 0:
        one_more(before, hutch_acquire_index_(pool) != HUTCH_NONE);
        break;
    case 1:
        one_more(before, hutch_acquire_urgent_index_(pool) != HUTCH_NONE);
        break;
    case 2:
        one_more(before, hutch_acquire(pool) != NULL);
        break;
    case 3:
        one_more(before, hutch_acquire_urgent_(pool) != NULL);
        break;
    case 4:
        one_more(before, hutch_spawn_(pool, NULL) != NULL);
        break;
    case 5:
        one_more(before, hutch_spawn_urgent_(pool, NULL) != NULL);
        break;
    default:
        create(before, which % 2 != 0);
        break;
    }
}

static void walk(unsigned before, bool is_releasing)
{
    unsigned seen = 0, released = 0;
    HUTCH_FOREACH_IN (const void, object, pool) {
        released +=
            is_releasing && kinds_random(4) == 0 && hutch_release_at_(pool, hutch_index(pool, object));
        seen++;
    }
    CHECK(was_interrupted() || HUTCH_HAS_HOOKS(pool) || is_releasing || seen == before);
    less(before, released);
}

// Now and then a ref that nobody was given: of a slot that may be free.
static void use_refs(const void *object)
{
    const hutch_ref_t ref = hutch_ref(pool, object);
    kept = ref != 0 ? ref : kept;
    if (pool->generations != NULL) {
        kept = kinds_random(4) == 0 && aimed < pool->capacity ? hutch_ref_make(pool, aimed, 0) : kept;
        void *const found = hutch_deref(pool, kept);
        CHECK(hutch_expect_(pool, kept) == found || was_interrupted());
    }
}

static void reset(unsigned before, bool is_checked)
{
    const struct hutch_scene scene = {&pool, 1};
    if (is_checked) {
        (void)hutch_scene_check(&scene);
    } else {
        less(before, hutch_scene_reset(&scene));
    }
}

static void hold(unsigned before, const void *object)
{
    const bool is_last = hutch_holders_(pool, others, object) == 1;
    if (pool->slots == NULL || kind->herd != NULL) {
        return;
    }
    if (kinds_random(2) == 0) {
        (void)hutch_retain_(pool, others, object);
    } else {
        less(before, hutch_release_held_(pool, others, object) && is_last);
    }
}

// What is past the end may be another pool's.
static void despawn_any(unsigned before, const void *object)
{
    const bool is_of_this_pool = hutch_owner(object) == pool;
    less(before, hutch_despawn_any(object) && is_of_this_pool);
}

static void lock_and_unlock(void)
{
    const hutch_port_state_t saved = hutch_lock(pool);
    hutch_unlock(pool, saved);
}

enum { CALLS = 22 };
// Of those of call_with_a_slot: a pool of numbers has no objects.
#define CALLS_OF_NUMBERS \
    (1ul << 0 | 1ul << 2 | 1ul << 5 | 1ul << 8 | 1ul << 12 | 1ul << 17 | 1ul << 18 | 1ul << 19)

static void call_with_a_slot(unsigned which, void *object, unsigned before)
{
    const unsigned index = aimed, length = 1 + kinds_random(length_max);
    unsigned asked = 0;
    switch (which) {
    case 0:
        less(before, hutch_release_at_(pool, index));
        break;
    case 1:
        less(before, hutch_release(pool, object));
        break;
    case 2:
        one_more(before, hutch_claim_index_(pool, index));
        break;
    case 3:
        one_more(before, hutch_claim_(pool, index) != NULL);
        break;
    case 4:
        less(before,
             HUTCH_HAS_HOOKS(pool) ? hutch_despawn_(pool, object) : hutch_release_if_live(pool, index));
        break;
    case 5:
        less(before, hutch_release_run_at_(pool, index, length % 8) ? length % 8 : 0);
        break;
    case 6:
        less(before, hutch_release_run_(pool, object, length) ? length : 0);
        break;
    case 7:
        more(before, hutch_acquire_run_(pool, length) != NULL ? length : 0);
        break;
    case 8:
        more(before, hutch_acquire_run_index_(pool, length) != HUTCH_NONE ? length : 0);
        break;
    case 9:
        use_refs(object);
        break;
    case 10:
        less(before, pool->generations != NULL && hutch_release_ref(pool, kept));
        break;
    case 11:
        (void)(HUTCH_HAS_HOOKS(pool) && hutch_persist_(pool, object, length % 2 != 0));
        break;
    case 12:
        (void)hutch_next_index_(pool, index);
        (void)hutch_last_index_(pool);
        break;
    case 13:
        walk(before, length % 2 != 0);
        break;
    case 14:
        less(before, hutch_release_if_(pool, every_third, &asked));
        break;
    case 15:
        despawn_any(before, object);
        break;
    case 16:
        CHECK(hutch_prespawn_(pool, length) == (length <= pool->capacity));
        break;
    case 17:
        more(before, hutch_adopt(pool, length % 4 == 0 ? index : index % 8));
        break;
    case 18:
        lock_and_unlock();
        break;
    case 19:
        reset(before, length % 2 != 0);
        break;
    case 20:
        less(before, hutch_despawn_(pool, object));
        break;
    default:
        hold(before, object);
        break;
    }
}

static void call_with_a_prefab(unsigned which, void *object, unsigned before)
{
    const struct hutch_prefab *const prefab = kind->prefabs[kinds_random(2)];
    const struct hutch_components *const parts = kind->prefabs[0]->components;
    switch (which) {
    case 0:
        one_more(before, hutch_spawn_prefab(prefab, NULL) != NULL);
        break;
    case 1:
        one_more(before, hutch_spawn_prefab_urgent_(prefab, NULL) != NULL);
        break;
    case 2:
        (void)hutch_adopt_prefab(prefab, object, NULL);
        break;
    case 3:
        (void)hutch_prespawn_prefab(prefab, kinds_random(length_max));
        break;
    case 4:
        (void)hutch_add_component_(kind->herd, object, &parts->first[kinds_random(parts->count)], NULL);
        break;
    case 5:
        (void)hutch_prefab_of_(kind->herd, object);
        break;
    default:
        (void)hutch_attach_(kind->herd, object, kind->herd, hutch_at(pool, kinds_random(pool->capacity)));
        break;
    }
}

// The small engine serves objects of pools of at most 255 slots, without a policy.
static void call_the_small_engine(unsigned which, void *object, unsigned before)
{
    const hutch_shape_t shape = HUTCH_SHAPE(pool);
    void *made;
    switch (which) {
    case 0:
        made = hutch_small_acquire(pool);
        if (made != NULL && pool->has_marks) {
            hutch_small_show(made, pool->slots, pool->visible, shape);
        }
        one_more(before, made != NULL);
        break;
    case 1:
        less(before,
             !pool->has_marks && (pool->generations != NULL ? hutch_small_release_with_refs(pool, object)
                                                            : hutch_small_release(pool, object)));
        break;
    case 2:
        less(before, HUTCH_HAS_HOOKS(pool) && hutch_small_despawn(pool, object));
        break;
    default:
        if (pool->generations != NULL) {
            kept = kinds_random(8) == 0
                       ? (hutch_ref_t) ~(hutch_ref_t)0
                       : hutch_small_ref(object, pool->slots, pool->visible, shape, pool->generations);
            (void)hutch_small_deref(kept, pool->slots, pool->visible, shape, pool->generations);
        }
        break;
    }
}

static bool is_for_the_small_engine(void)
{
    return pool->slots != NULL && pool->capacity != 0 && pool->capacity <= 255u &&
           pool->stride_bytes <= 255u && kind->herd == NULL && pool->options->policy == NULL &&
           pool->options->lock <= HUTCH_LOCK_IRQ;
}

void kinds_call(unsigned roll, void *object)
{
    const unsigned before = hutch_live(pool), which = kinds_random(CALLS);
    if (kind->herd != NULL && roll % 2 == 0) {
        call_with_a_prefab(kinds_random(7), object, before);
    } else if (is_for_the_small_engine() && roll < 12) {
        call_the_small_engine(roll % 4, object, before);
    } else if (roll < 50) {
        call_for_room(pool->slots != NULL ? roll % 8 : roll % 2, before);
    } else if (pool->slots != NULL || (1ul << which & CALLS_OF_NUMBERS) != 0) {
        call_with_a_slot(which, object, before);
    }
    interrupt_disarm();
}
