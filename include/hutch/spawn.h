// SPDX-License-Identifier: MIT
// spawn.h - acquire with hooks: construct once, spawn, despawn. For pools made with HUTCH_POOL_SPAWNED.
//
//   spawn     acquire, construct (the slot's first time only), spawn hook, and only then visible
//   despawn   invisible, despawn hook, and only then free
//
// Invisible: iteration, is_live and refs pass the object over, also from an interrupt that looks in
// between. Hooks run outside the lock and never on NULL; they may spawn and despawn other objects, and not
// their own.
//
// Three bits a slot, in one array: [visible words][constructed words][persistent words]
#ifndef HUTCH_SPAWN_H
#define HUTCH_SPAWN_H

#include "core.h"

/// What a pool does to its objects; constant, in flash. A hook that is not needed is NULL.
struct hutch_hooks {
    void (*construct)(void *object);               // once in a slot's life, before its first spawn
    void (*spawn)(void *object, const void *args); // sets the object up; args are the caller's, NULL too
    void (*despawn)(void *object);                 // puts its state back, for the next spawn to find
};

/// Makes a hook of a function over the object's own type: `boom_hook` of `void boom(struct bomb *bomb)`, to
/// stand in struct hutch_hooks; with HUTCH_SPAWN_HOOK of `void lit(struct bomb *bomb, const struct fuse
/// *fuse)`.
#define HUTCH_HOOK(function, type)            \
    static void function##_hook(void *object) \
    {                                         \
        function((type *)object);             \
    }                                         \
    HUTCH_TAKE_SEMICOLON
#define HUTCH_SPAWN_HOOK(function, type, args_type)             \
    static void function##_hook(void *object, const void *args) \
    {                                                           \
        function((type *)object, (args_type const *)args);      \
    }                                                           \
    HUTCH_TAKE_SEMICOLON

HUTCH_INLINE bool hutch_core_mark_is_set(const struct hutch_pool *pool, enum hutch_mark mark, unsigned index)
{
    return hutch_tracker_is_live(hutch_marks_of(pool, mark), index);
}

/// Sets or clears one mark of a slot, under the lock: an interrupt may change its neighbour's.
HUTCH_INLINE void hutch_core_set_mark(const struct hutch_pool *pool, enum hutch_mark mark, unsigned index,
                                      bool set)
{
    if (hutch_is_free(pool)) {
        hutch_free_set_mark(pool, mark, index, set);
        return;
    }
    hutch_word_t *const word = hutch_marks_of(pool, mark) + index / HUTCH_WORD_BITS;
    const hutch_port_state_t saved = hutch_lock(pool);
    *word = (hutch_word_t)(set ? *word | hutch_bit(index) : *word & (hutch_word_t)~hutch_bit(index));
    hutch_unlock(pool, saved);
}

/// Constructs slot `index` unless that has been done. In fence mode each object has memory of its own:
/// there each is constructed, and prespawn has nothing to work on.
HUTCH_INLINE void hutch_core_construct(const struct hutch_pool *pool, unsigned index)
{
    if (pool->hooks != NULL && pool->hooks->construct != NULL &&
        (HUTCH_CFG_FENCE || !hutch_core_mark_is_set(pool, HUTCH_MARK_CONSTRUCTED, index))) {
        pool->hooks->construct(hutch_core_address(pool, index));
        hutch_core_set_mark(pool, HUTCH_MARK_CONSTRUCTED, index, true);
    }
}

/// Acquires with hooks.
/// @param  how  HUTCH_TAKE_HIDDEN, or HUTCH_TAKE_HIDDEN_URGENT
/// @return the object, visible from now on; NULL when the pool is full
HUTCH_INLINE void *hutch_core_spawn(const struct hutch_pool *pool, const void *args, enum hutch_take how)
{
    struct hutch_site here;
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_hear(&here);
        hutch_debug_repeat(&here);
    }
    const unsigned index = hutch_core_acquire(pool, how);
    if (HUTCH_CFG_CHECK >= 2 && index == HUTCH_NONE && pool->policy != NULL && pool->policy->spill != NULL) {
        hutch_debug_repeat(&here);
        hutch_debug_say(HUTCH_CALLER());
    }
    if (index == HUTCH_NONE) {
        return pool->policy != NULL ? pool->policy->calls->spawn_spilled(pool, args, how) : NULL;
    }
    void *const object = hutch_core_address(pool, index);
    hutch_core_construct(pool, index);
    if (pool->hooks != NULL && pool->hooks->spawn != NULL) {
        pool->hooks->spawn(object, args);
    }
    hutch_core_set_mark(pool, HUTCH_MARK_VISIBLE, index, true);
    return object;
}

/// Releases with hooks.
/// @return false, and nothing changed, when the slot is free, or its object is being spawned or despawned
/// already
HUTCH_INLINE bool hutch_core_despawn(const struct hutch_pool *pool, unsigned index)
{
    if (!hutch_core_hide(pool, index)) {
        return false;
    }
    struct hutch_site before;
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_begin(pool, &before, HUTCH_CALLER());
    }
    if (pool->hooks != NULL && pool->hooks->despawn != NULL) {
        pool->hooks->despawn(hutch_core_address(pool, index));
    }
    const bool ok = hutch_core_release_hidden(pool, index);
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_end(pool, &before);
    }
    return ok;
}

/// Lets an object go the way its pool does: with hooks where there are any.
HUTCH_INLINE bool hutch_core_let_go(const struct hutch_pool *pool, unsigned index)
{
    return pool->marks != NULL ? hutch_core_despawn(pool, index) : hutch_core_release(pool, index);
}

/// Lets an object go that iteration has just visited, unless somebody has done it meanwhile.
HUTCH_INLINE bool hutch_core_let_go_if_live(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_core_index(pool, object);
    return hutch_core_is_live_at(pool, index) && hutch_core_let_go(pool, index);
}

/// Lets every live object go.
HUTCH_INLINE void hutch_core_empty(const struct hutch_pool *pool)
{
    if (pool->marks == NULL) {
        hutch_core_clear(pool);
        return;
    }
    struct hutch_site here;
    hutch_call_hear(&here);
    for (unsigned index = hutch_core_next(pool, 0); index != HUTCH_NONE;
         index = hutch_core_next(pool, index + 1)) {
        hutch_call_repeat(&here);
        hutch_core_despawn(pool, index);
    }
}

#endif
