// SPDX-License-Identifier: MIT
// hutch_scene.c - empties pools together, and finds the pool of an object.

#define HUTCH_NEVER_ANY
#include "hutch_unfolded.h"

#include "hutch/core/generic.h"
#include "hutch/report.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"

static bool is_persistent(const struct hutch_pool *pool, unsigned index)
{
    return HUTCH_HAS_HOOKS(pool) &&
           hutch_bitmap_is_live(HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT), index);
}

// Returns the first live slot at or after `from` that is not persistent; HUTCH_NONE if there is none.
static unsigned next_not_persistent(const struct hutch_pool *pool, unsigned from)
{
    unsigned index = hutch_core_next_index(pool, from);
    while (index != HUTCH_NONE && is_persistent(pool, index)) {
        index = hutch_core_next_index(pool, index + 1);
    }
    return index;
}

static unsigned reset(const struct hutch_pool *pool)
{
    unsigned released = 0;
    for (unsigned index = 0; (index = next_not_persistent(pool, index)) != HUTCH_NONE; index++) {
        if (hutch_core_release_with_hook(pool, index)) {
            released++;
        }
    }
    return released;
}

unsigned hutch_scene_reset(const struct hutch_scene *scene)
{
    const struct hutch_pool *const *pool = scene->pools;
    unsigned released = 0;
    PUBLIC_BEGIN
    for (unsigned left = scene->length; left != 0; left--) {
        released += reset(*pool++);
    }
    PUBLIC_END
    return released;
}

unsigned hutch_scene_check(const struct hutch_scene *scene)
{
    unsigned leaks = 0;
    PUBLIC_BEGIN
    for (unsigned i = 0; i < scene->length; i++) {
        const struct hutch_pool *const pool = scene->pools[i];
        for (unsigned index = next_not_persistent(pool, 0); index != HUTCH_NONE;
             index = next_not_persistent(pool, index + 1)) {
            leaks++;
            hutch_core_bad_index(pool, index, HUTCH_FAULT_LEAK);
        }
    }
    PUBLIC_END
    return leaks;
}

const struct hutch_pool *hutch_owner(const void *object)
{
    const struct hutch_pool *pool;
    for (unsigned i = 0; (pool = hutch_listed_pool(i)) != NULL; i++) {
        if (pool->slots != NULL && hutch_slot_index(pool, object) != HUTCH_NONE) {
            return pool;
        }
    }
    return NULL;
}

bool hutch_despawn_any(const void *object)
{
    const struct hutch_pool *const pool = hutch_owner(object);
    const unsigned code = object == NULL ? HUTCH_FAULT_NULL_POINTER : HUTCH_FAULT_FOREIGN;
    PUBLIC_BEGIN
    const bool is_done = pool != NULL ? hutch_core_despawn(pool, object)
                                      : HUTCH_CFG_CHECK != 0 &&
                                            hutch_fault_report("(no listed pool)", object, HUTCH_NONE, code);
    PUBLIC_END
    return is_done;
}
