// SPDX-License-Identifier: MIT
// runs.h - neighbouring slots: tiles of a picture, descriptors of a DMA chain, numbers of sprites.
//
//   HUTCH_POOL_RUNS(tiles, struct tile, 64);
//   struct tile *four = tiles_acquire_run(4);      an array of 4; NULL if no 4 neighbours are free
//   tiles_release_run(four, 4);
//
// Every pool that is declared after this header has both functions. A HUTCH_POOL_RUNS is for objects that
// must lie side by side: in others a debug build has guards between them. Else it is a plain pool.
#ifndef HUTCH_RUNS_H
#define HUTCH_RUNS_H

#include "hutch.h" // IWYU pragma: export

HUTCH_BEGIN_DECLS

/// Acquires neighbouring slots, at the first place where that many are free. In pools made with
/// HUTCH_POOL_RUNS they are an array; in others a debug build has guards between them, so use their numbers.
/// In a lock-free pool they are in one word of the bitmap, or the call is refused.
/// @param  pool    a pool of objects
/// @param  length  how many; 0 is refused
/// @return the first of them; NULL if there are no such slots (counted by hutch_refused)
/// @time   inside the lock one read and at most 40 instructions per bitmap word on Cortex-M3 and RV32, 50 on
///         Cortex-M0, then one read and one write per word that the run touches: not for urgent contexts
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
void *hutch_acquire_run_(const struct hutch_pool *pool, unsigned length) HUTCH_ABI(hutch_acquire_run_);

/// Releases neighbouring slots, a whole run or a part of it, all or none, without running hooks. In a
/// lock-free pool they must be in one word of the bitmap, and with refs they are released one by one.
/// @param  pool    a pool of objects
/// @param  object  the first slot to release
/// @param  length  how many
/// @return true; false after a fault: nothing changes then, unless in a lock-free pool with refs another
///         context released one of them meanwhile: those before it stay released
/// @time   one read and one write per bitmap word that the run touches, inside the lock
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, BAD_RUN
bool hutch_release_run_(const struct hutch_pool *pool, const void *object, unsigned length)
    HUTCH_ABI(hutch_release_run_);

/// Acquires neighbouring slots as acquire_run, and returns the number of the first.
/// @param  pool    any pool
/// @param  length  how many; 0 is refused
/// @return the number of the first; HUTCH_NONE if there are no such slots (counted by hutch_refused)
/// @time   as acquire_run
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
unsigned hutch_acquire_run_index_(const struct hutch_pool *pool, unsigned length)
    HUTCH_ABI(hutch_acquire_run_index_);

/// Releases neighbouring slots by the number of the first, as release_run.
/// @param  pool    any pool
/// @param  index   the first slot to release
/// @param  length  how many
/// @return true; false after a fault, as release_run
/// @time   as release_run
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_RUN
bool hutch_release_run_at_(const struct hutch_pool *pool, unsigned index, unsigned length)
    HUTCH_ABI(hutch_release_run_at_);

HUTCH_END_DECLS

// clang-format off
#undef HUTCH_RUN_FUNCTIONS_
#define HUTCH_RUN_FUNCTIONS_(name, type, pool)                                                                         \
    HUTCH_TYPED_ type *name##_acquire_run(unsigned length_) { return HUTCH_STAY_((type *)hutch_acquire_run_(&name##_pool, length_)); } \
    HUTCH_TYPED_ bool name##_release_run(type const *object_, unsigned length_)                                        \
    {                                                                                                                  \
        return HUTCH_STAY_(hutch_release_run_(&name##_pool, (const void *)object_, length_));                           \
    }
#undef HUTCH_NUMBER_RUN_FUNCTIONS_
#define HUTCH_NUMBER_RUN_FUNCTIONS_(name, pool)                                                                        \
    HUTCH_TYPED_ int name##_acquire_run(unsigned length_) { return HUTCH_STAY_((int)hutch_acquire_run_index_(&name##_pool, length_)); } \
    HUTCH_TYPED_ bool name##_release_run(int id_, unsigned length_)                                                    \
    {                                                                                                                  \
        return HUTCH_STAY_(hutch_release_run_at_(&name##_pool, (unsigned)id_, length_));                                \
    }
// clang-format on

// The kind of a HUTCH_POOL_RUNS, see storage.h: all objects in one array, so that a run is an array. Debug
// builds have guards before the first and after the last only.
#define HUTCH_LAYOUT_runs_ runs_
#define HUTCH_STRIDE_runs_(name, type) HUTCH_STRIDE_packed_(name, type)
#ifdef HUTCH_SLOT_ALIGNED_
#    define HUTCH_SLOTS_runs_(linkage, name, type)        \
        struct name##_slot_ {                             \
            unsigned char before_[HUTCH_CFG_GUARD_BYTES]; \
            type objects_[name##_count_];                 \
            unsigned char after_[HUTCH_CFG_GUARD_BYTES];  \
        } HUTCH_SLOT_ALIGNED_;                            \
        HUTCH_CHECK_PACKING_(name)                        \
        HUTCH_RAM_##linkage(struct name##_slot_, name##_slots_, 1)
#    define HUTCH_FIRST_runs_(name) HUTCH_BYTES_(name##_slots_[0].objects_)
#else
#    define HUTCH_SLOTS_runs_(linkage, name, type) HUTCH_SLOTS_packed_(linkage, name, type)
#    define HUTCH_FIRST_runs_(name) HUTCH_FIRST_packed_(name)
#endif
#define HUTCH_EDGE_BYTES_runs_ HUTCH_CFG_GUARD_BYTES
#define HUTCH_REFS_runs_(linkage, name) HUTCH_REFS_plain_(linkage, name)
#define HUTCH_GENERATIONS_runs_(name) HUTCH_GENERATIONS_plain_(name)
#define HUTCH_VISIBLE_runs_(name) HUTCH_VISIBLE_plain_(name)
#define HUTCH_HAS_MARKS_runs_ HUTCH_HAS_MARKS_plain_
#define HUTCH_CALLS_runs_(name) HUTCH_CALLS_plain_(name)
#define HUTCH_CHECK_REFS_runs_(name)
#define HUTCH_CHECK_HOOKS_runs_(name, ...) HUTCH_CHECK_HOOKS_plain_(name, __VA_ARGS__)
#define HUTCH_REF_FUNCTIONS_runs_(name, type, pool) HUTCH_REF_FUNCTIONS_plain_(name, type, pool)
#define HUTCH_SPAWN_FUNCTIONS_runs_(name, type, pool) HUTCH_SPAWN_FUNCTIONS_plain_(name, type, pool)

/// A pool whose runs are arrays, for one file.
#undef HUTCH_POOL_RUNS
#define HUTCH_POOL_RUNS(name, type, ...) HUTCH_LOCAL_POOL_(runs_, name, type, __VA_ARGS__)

/// The same for several files: this in a header, with the options, and the other in one .c file.
#define HUTCH_POOL_RUNS_DECLARE(name, type, ...) HUTCH_SHARED_POOL_(runs_, name, type, __VA_ARGS__)
#define HUTCH_POOL_RUNS_DEFINE(name) HUTCH_GLOBAL_POOL_(runs_, name)

#endif
