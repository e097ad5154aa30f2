// SPDX-License-Identifier: MIT
// scene.c - emptying pools together, and finding whose an object is.

// Debug builds note who called: these functions' own caller, not they themselves. Before the first include.
#ifdef __GNUC__
#    define HUTCH_CALLER() __builtin_return_address(0)
#endif

#include "unfolded.h"

#include "hutch/scene.h"
#include "hutch/core.h"
#include "hutch/fault.h"
#include "hutch/generic.h"
#include "hutch/spawn.h"

static bool is_persistent(const struct hutch_pool *pool, unsigned index)
{
    return pool->marks != NULL && hutch_core_mark_is_set(pool, HUTCH_MARK_PERSISTENT, index);
}

// The next live slot that the scene's end concerns.
static unsigned next_going(const struct hutch_pool *pool, unsigned from)
{
    unsigned index = hutch_core_next(pool, from);
    while (index != HUTCH_NONE && is_persistent(pool, index)) {
        index = hutch_core_next(pool, index + 1);
    }
    return index;
}

unsigned hutch_scene_reset(const struct hutch_scene *scene)
{
    unsigned gone = 0;
    struct hutch_site here;
    hutch_call_hear(&here);
    for (unsigned i = 0; i < scene->length; i++) {
        const struct hutch_pool *const pool = scene->pools[i];
        for (unsigned index = next_going(pool, 0); index != HUTCH_NONE; index = next_going(pool, index + 1)) {
            hutch_call_repeat(&here);
            if (hutch_core_let_go(pool, index)) {
                gone++;
            }
        }
    }
    return gone;
}

unsigned hutch_scene_check(const struct hutch_scene *scene)
{
    unsigned leaks = 0;
    for (unsigned i = 0; i < scene->length; i++) {
        const struct hutch_pool *const pool = scene->pools[i];
        for (unsigned index = next_going(pool, 0); index != HUTCH_NONE; index = next_going(pool, index + 1)) {
            leaks++;
#if HUTCH_CFG_CHECK >= 2
            hutch_debug_bad_index(pool, index, HUTCH_FAULT_LEAK, HUTCH_CALLER());
#else
            hutch_fault_index(pool->name, index, HUTCH_FAULT_LEAK);
#endif
        }
    }
    return leaks;
}

const struct hutch_pool *hutch_owner(const void *object)
{
    const struct hutch_pool *pool;
    for (unsigned i = 0; (pool = hutch_listed_pool(i)) != NULL; i++) {
        if (pool->slots != NULL && hutch_core_index(pool, object) != HUTCH_NONE) {
            return pool;
        }
    }
    return NULL;
}

bool hutch_despawn_any(const void *object)
{
    const struct hutch_pool *const pool = hutch_owner(object);
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_say(HUTCH_CALLER());
    }
    if (pool == NULL) {
        return hutch_fault_pointer("(no listed pool)", object, NULL, 0, 1, HUTCH_FAULT_FOREIGN);
    }
    return hutch_despawn(pool, object);
}
