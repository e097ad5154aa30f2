// SPDX-License-Identifier: MIT
// state.h - pools that come back: a rewind in RAM, a saved game, a reset.
//
//   HUTCH_STATE(level, foes, shots);              of pools above it, at file scope
//
//   static struct level_state past[8];            its size is a constant
//   level_save(&past[frame % 8]);                 copies out
//   level_load(&past[frame % 8]);                 copies back, by memcpy: rewind, rollback
//
//   unsigned char bytes[level_saved_bytes];       always enough: for flash, EEPROM, a link
//   size_t count = hutch_save(&level, bytes, sizeof bytes);      live objects only
//   if (!hutch_restore(&level, bytes, count)) ...                false: nothing has changed
//
//   HUTCH_SEAL(level_seal);                       it and the pools in memory that start-up does not clear
//   if (!hutch_revive(&level, &level_seal)) ...   the first call after a reset; false: all pools are empty
//
// Slots never move. So after each of the three an object has its slot, its bytes and its generation, and
// pointers between these objects, and refs to them, are right again. A ref that was made after a save must be
// forgotten when it is loaded: the next object in its slot may get the same generation. What else the game
// has, such as its score and random numbers, the program saves beside the pools.
//
// No hook runs: what an object owns elsewhere, a voice or a file, is the program's. The ages by which
// HUTCH_POLICY_OLDEST evicts are not saved. Counters (HUTCH_CFG_STATS) are part of a struct level_state, not
// of saved bytes; a revived pool begins to count.
//
// The compiler refuses pools that keep more elsewhere: with queues, counted, of prefabs. Pools over memory
// (hutch_pool_over) have no names for it. No other context may use the pools meanwhile, and no hook of theirs
// may be running.
//
// Memory that outlives a reset: see HUTCH_CFG_SECTION, and port/README for the line that each linker script
// needs. A reset in the middle of an acquire, a release or a hook leaves the slot free or live, never half:
// refs to what was being released are stale, and an object is gone whose hook did not end. Its bytes are as
// the reset left them: a program needs a check field in each, written last, and cleared before the release.
#ifndef HUTCH_STATE_H
#define HUTCH_STATE_H

#include "hutch.h" // IWYU pragma: export
#include "core/core.h"
#include "core/each.h"

/// The pools of a HUTCH_STATE.
struct hutch_state {
    const struct hutch_pool *const *pools;
    unsigned length;
};

/// By this hutch_revive knows memory that it has seen before.
struct hutch_seal {
    uint32_t layout, inverted;
};

/// Defines the seal of a hutch_revive, in HUTCH_CFG_SECTION.
#define HUTCH_SEAL(name) HUTCH_PLACED_ static struct hutch_seal name

HUTCH_BEGIN_DECLS

/// Writes the live objects of some pools, with what refs need, a hash of the layout and a CRC. The hash knows
/// number, size and kind of the slots, byte order and options, not the fields of an object: after a change
/// of those, write a version of your own beside it.
/// @param  state  made with HUTCH_STATE
/// @param  bytes  receives them
/// @param  room   how many there may be; level_saved_bytes are always enough
/// @return how many were written; 0 if there is no room, or after a fault
/// @time   a copy of the live objects, and 8 steps for each byte
/// @isr    one context, while no other uses the pools
/// @fault  RELEASE_IN_DESPAWN
size_t hutch_save(const struct hutch_state *state, void *bytes, size_t room) HUTCH_ABI(hutch_save);

/// Makes the pools what they were when they were saved. Objects that are live now are lost, without hooks.
/// @param  state  the same pools, in a build with the same options
/// @param  bytes  what hutch_save wrote
/// @param  count  what it returned, or more
/// @return true; false if the bytes are damaged, incomplete or of other pools: nothing changes then
/// @time   as hutch_save
/// @isr    one context, while no other uses the pools
/// @fault  none
bool hutch_restore(const struct hutch_state *state, const void *bytes, size_t count) HUTCH_ABI(hutch_restore);

/// Makes pools right again that a reset has left in the middle of something; call it before their first use.
/// @param  state  made with HUTCH_STATE
/// @param  seal   made with HUTCH_SEAL, for these pools only
/// @return true: what was live is live; false at power-on, after another program or damage: all is empty
/// @time   a few steps for each slot
/// @isr    one context, while no other uses the pools
/// @fault  none
bool hutch_revive(const struct hutch_state *state, struct hutch_seal *seal) HUTCH_ABI(hutch_revive);

/// Copies a pool out or in: what level_save and level_load do with each.
void hutch_state_move_(const struct hutch_pool *pool, void *copy, bool is_out) HUTCH_ABI(hutch_state_move_);

HUTCH_END_DECLS

// ----------------------------------------------------------------------------------------- what a pool keeps

/// Copies between a pool's memory and a copy of it. @return the end of these bytes in the copy
HUTCH_INLINE unsigned char *hutch_state_bytes(unsigned char *copy, void *memory, size_t count, bool is_out)
{
#if HUTCH_GNU
    __builtin_memcpy(is_out ? (void *)copy : memory, is_out ? memory : (void *)copy, count);
#else
    unsigned char *const bytes = (unsigned char *)memory;
    for (size_t i = 0; i < count; i++) {
        if (is_out) {
            copy[i] = bytes[i];
        } else {
            bytes[i] = copy[i];
        }
    }
#endif
    return copy + count;
}

/// Copies what a pool keeps of its slots: bitmap, generations, marks.
HUTCH_INLINE unsigned char *hutch_state_records(const struct hutch_pool *pool, unsigned char *copy,
                                                bool is_out)
{
    const unsigned capacity = pool->capacity;
    copy = hutch_state_bytes(copy, pool->live, HUTCH_BITMAP_WORDS(capacity) * sizeof(hutch_word_t), is_out);
    if (pool->has_marks != 0) {
        copy = hutch_state_bytes(copy, pool->visible,
                                 sizeof(hutch_word_t) * pool->has_marks * HUTCH_LEAF_WORDS(capacity), is_out);
    }
    if (pool->generations != NULL) {
        copy = hutch_state_bytes(copy, pool->generations, capacity * sizeof(hutch_ref_t), is_out);
    }
    HUTCH_IF_DEBUG(copy = hutch_state_bytes(copy, &pool->debug->tag, sizeof pool->debug->tag, is_out);)
    return copy;
}

#if HUTCH_CFG_CHECK < 2
HUTCH_INLINE void hutch_core_state_move(const struct hutch_pool *pool, void *whole, bool is_out)
{
    unsigned char *copy = (unsigned char *)whole;
    if (pool->slots != NULL) {
        copy = hutch_state_bytes(copy, pool->slots, pool->capacity * pool->stride_bytes, is_out);
    }
    copy = hutch_state_records(pool, copy, is_out);
#    if HUTCH_CFG_STATS
    copy = hutch_state_bytes(copy, pool->stats, sizeof *pool->stats, is_out);
#    endif
#    if HUTCH_CFG_STATS >= 2
    copy = hutch_state_bytes(copy, pool->idle_since, pool->capacity * sizeof *pool->idle_since, is_out);
#    endif
    (void)copy;
}
#endif

// The same in bytes, as a constant.
// clang-format off
#define HUTCH_STATE_BYTES_(pool)                                                                             \
    (HUTCH_STATE_OF_(pool, numbers_, 0u, pool##_count_ * sizeof(pool##_object_)) +                           \
     sizeof(hutch_word_t) * (HUTCH_BITMAP_WORDS(pool##_count_) +                                             \
                             HUTCH_LEAF_WORDS(pool##_count_) * HUTCH_STATE_MARKS_(pool)) +                   \
     pool##_count_ * (HUTCH_STATE_HAS_REFS_(pool) ? sizeof(hutch_ref_t) : 0u) HUTCH_STATE_COUNTERS_(pool)    \
         HUTCH_IF_DEBUG(+sizeof(struct hutch_debug) + 1u)                                                    \
             HUTCH_IF_NOTES(+pool##_count_ * sizeof(struct hutch_note)))
// clang-format on
#define HUTCH_STATE_MARKS_(pool)                      \
    HUTCH_STATE_OF_(pool, spawned_, HUTCH_MARKS + 0u, \
                    HUTCH_STATE_OF_(pool, tracked_, HUTCH_HAS_MARKS_tracked_ + 0u, 0u))
#define HUTCH_STATE_HAS_REFS_(pool) \
    (HUTCH_STATE_OF_(pool, spawned_, 1, HUTCH_STATE_OF_(pool, tracked_, 1, 0)) HUTCH_IF_DEBUG(+1) != 0)
#define HUTCH_STATE_OF_(pool, kind, then, otherwise) \
    ((int)pool##_kind_ == HUTCH_KIND_##kind ? (then) : (otherwise))
#if HUTCH_CFG_STATS >= 2
#    define HUTCH_STATE_COUNTERS_(pool) +sizeof(struct hutch_stats) + pool##_count_ * sizeof(unsigned long)
#elif HUTCH_CFG_STATS
#    define HUTCH_STATE_COUNTERS_(pool) +sizeof(struct hutch_stats)
#else
#    define HUTCH_STATE_COUNTERS_(pool)
#endif

#if HUTCH_CFG_FOLD
#    define HUTCH_STATE_MOVE_(pool, copy, is_out)                                              \
        (HUTCH_FOLDS((pool).capacity) ? hutch_core_state_move(&(pool), (void *)(copy), is_out) \
                                      : hutch_state_move_(&(pool), (void *)(copy), is_out))
#else
#    define HUTCH_STATE_MOVE_(pool, copy, is_out) hutch_state_move_(&(pool), (void *)(copy), is_out)
#endif

// ------------------------------------------------------------------------------------- what a program writes

// What the compiler must refuse. A prefab's pool has declared this name as a struct.
#define HUTCH_STATE_CHECK_(name, before, pool)                                  \
    union HUTCH_STATE_cannot_hold_the_prefabs_of_##pool;                        \
    HUTCH_STATIC_ASSERT(HUTCH_STATE_OF_(pool, queued_, 0, 1),                   \
                        hutch_state_##name##_cannot_hold_the_queues_of_##pool); \
    HUTCH_STATIC_ASSERT(HUTCH_STATE_OF_(pool, counted_, 0, 1),                  \
                        hutch_state_##name##_cannot_hold_the_counts_of_##pool);
#define HUTCH_STATE_FIELD_(name, before, pool) \
    uintptr_t pool##_[(HUTCH_STATE_BYTES_(pool) + sizeof(uintptr_t) - 1u) / sizeof(uintptr_t)];
#define HUTCH_STATE_POOL_(name, before, pool) &pool##_pool,
#define HUTCH_STATE_SAVE_(name, before, pool) HUTCH_STATE_MOVE_(pool##_pool, state_->pool##_, true);
#define HUTCH_STATE_LOAD_(name, before, pool) \
    HUTCH_STATE_MOVE_(pool##_pool, (uintptr_t)state_->pool##_, false);

/// The state of 1 to 12 pools: struct level_state, level_save, level_load, level_saved_bytes, and `level` for
/// hutch_save, hutch_restore and hutch_revive.
#undef HUTCH_STATE
#define HUTCH_STATE(name, ...) HUTCH_STATE_2_(name, __VA_ARGS__)
#define HUTCH_STATE_2_(name, ...)                                                                           \
    HUTCH_STATIC_ASSERT(HUTCH_EACH_PICK_(__VA_ARGS__, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0),   \
                        hutch_state_##name##_has_more_than_12_pools);                                       \
    HUTCH_EACH_(HUTCH_STATE_CHECK_, name, __VA_ARGS__)                                                      \
    struct name##_state {                                                                                   \
        HUTCH_EACH_(HUTCH_STATE_FIELD_, name, __VA_ARGS__)                                                  \
    };                                                                                                      \
    enum { name##_saved_bytes = sizeof(struct name##_state) + 12u };                                        \
    static const struct hutch_pool *const name##_pools_[] = {                                               \
        HUTCH_EACH_(HUTCH_STATE_POOL_, name, __VA_ARGS__)};                                                 \
    HUTCH_UNUSED static const struct hutch_state name = {name##_pools_,                                     \
                                                         sizeof(name##_pools_) / sizeof(name##_pools_[0])}; \
    HUTCH_TYPED_ void name##_save(struct name##_state *state_){                                             \
        HUTCH_EACH_(HUTCH_STATE_SAVE_, name,                                                                \
                    __VA_ARGS__)} HUTCH_TYPED_ void name##_load(const struct name##_state *state_){         \
        HUTCH_EACH_(HUTCH_STATE_LOAD_, name, __VA_ARGS__)} HUTCH_TAKE_SEMICOLON

#endif
