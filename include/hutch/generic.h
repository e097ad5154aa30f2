// SPDX-License-Identifier: MIT
// generic.h - the functions over a descriptor, and the contracts of their typed twins.
//
// rabbits_acquire() and hutch_acquire(&rabbits_pool) do the same to the same pool and may be mixed. A
// descriptor whose address is used stays in flash; these functions are compiled once, in src/hutch_generic.c.
#ifndef HUTCH_GENERIC_H
#define HUTCH_GENERIC_H

#include "bits.h"

struct hutch_pool;

/// Where a HUTCH_FOREACH stands: at the slot that it looks at next. A walk that folds keeps in registers what
/// it uses of this; walk.h explains the fields.
struct hutch_walk {
    bool is_on;               // false while the body runs, so that `break` ends both loops
    hutch_word_t bit;         // locked: the slot's bit; 0 past the word
    const hutch_word_t *word; // the slot's leaf word
    unsigned char *at;        // the slot's address
    unsigned char *slots;     // locked: the address of the word's first slot
    hutch_word_t rest;        // unlocked: the word from the slot on
    hutch_word_t seen;        // unlocked: the word that `rest` was made from
    unsigned number;          // where slots may retire: the slot
};

HUTCH_BEGIN_DECLS

/// Acquires the lowest free slot. Its bytes are what the last owner left.
/// @param  pool  a pool of objects
/// @return the slot, aligned for the object type; NULL when all are live (then `refused` counts up)
/// @time   one read, one find-first and one write per bitmap level; up to three words are scanned
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
void *hutch_acquire(const struct hutch_pool *pool) HUTCH_ABI(hutch_acquire);

/// Acquires as hutch_acquire, and may take the slots that the pool's policy keeps back, see policy.h.
/// @param  pool  a pool of objects
/// @return the slot, aligned for the object type; NULL when all are live (then `refused` counts up)
/// @time   as hutch_acquire
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
void *hutch_acquire_urgent(const struct hutch_pool *pool) HUTCH_ABI(hutch_acquire_urgent);

/// Acquires as hutch_acquire_urgent, as a number.
/// @param  pool  any pool
/// @return 0 to capacity - 1; HUTCH_NONE when all are live (then `refused` counts up)
/// @time   as hutch_acquire
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
unsigned hutch_acquire_urgent_index(const struct hutch_pool *pool) HUTCH_ABI(hutch_acquire_urgent_index);

/// Releases an object. A wrong pointer changes nothing.
/// @param  pool    a pool of objects
/// @param  object  what acquire, claim or acquire_run returned
/// @return true; false after a fault
/// @time   one multiply, one read and one write per bitmap level
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, DOUBLE_RELEASE
bool hutch_release(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_release);

/// Acquires the lowest free slot, as a number: the twin of acquire for pools of numbers.
/// @param  pool  any pool
/// @return 0 to capacity - 1; HUTCH_NONE when all are live (then `refused` counts up)
/// @time   as hutch_acquire
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
unsigned hutch_acquire_index(const struct hutch_pool *pool) HUTCH_ABI(hutch_acquire_index);

/// Releases a slot by its number.
/// @param  pool   any pool
/// @param  index  0 to capacity - 1
/// @return true; false after a fault
/// @time   one read and one write per bitmap level
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_INDEX, DOUBLE_RELEASE
bool hutch_release_at(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_release_at);

/// Tests whether a pointer is the address of a live object of the pool. Any pointer may be passed.
/// @param  pool    a pool of objects
/// @param  object  any pointer, NULL too
/// @return true when it is the start of a slot of this pool and the slot is live
/// @time   one multiply and one read
/// @isr    any context
/// @fault  none
bool hutch_is_live(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_is_live);

/// Tests whether a slot is live.
/// @param  pool   any pool
/// @param  index  any number
/// @return true when it is a slot of this pool and live
/// @time   two reads
/// @isr    any context
/// @fault  none
bool hutch_is_live_at(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_is_live_at);

/// Returns the slot number of an object: stable while it lives.
/// @param  pool    a pool of objects
/// @param  object  any pointer, NULL too
/// @return 0 to capacity - 1; HUTCH_NONE when it is not the start of a slot of this pool
/// @time   one multiply
/// @isr    any context
/// @fault  none
unsigned hutch_index(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_index);

/// Returns the address of a slot, live or free.
/// @param  pool   a pool of objects
/// @param  index  any number
/// @return the slot; NULL when index is not below the capacity
/// @time   one multiply
/// @isr    any context
/// @fault  none
void *hutch_at(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_at);

/// Acquires one slot by its number: for objects that already stand in a level, or whose number means
/// something.
/// @param  pool   a pool of objects
/// @param  index  0 to capacity - 1
/// @return the slot; NULL when it is live (then `refused` counts up) or after a fault
/// @time   one read and one write per bitmap level
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_INDEX
void *hutch_claim(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_claim);

/// Acquires one slot by its number, in a pool of numbers.
/// @param  pool   any pool
/// @param  index  0 to capacity - 1
/// @return true; false when it is live (then `refused` counts up) or after a fault
/// @time   as hutch_claim
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_INDEX
bool hutch_claim_index(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_claim_index);

/// Acquires neighbouring slots: the first place where that many are free. They are an array in pools made
/// with HUTCH_POOL_RUNS, see runs.h; elsewhere a debug build has guards between them: use their numbers.
/// @param  pool    a pool of objects
/// @param  length  how many; 0 is refused
/// @return the first of them; NULL when there is no such place (then `refused` counts up)
/// @time   inside the lock one read and at most 40 instructions per bitmap word on Cortex-M3 and RV32, 50 on
///         Cortex-M0, then one read and one write per word that the run touches: not for urgent contexts
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
void *hutch_acquire_run(const struct hutch_pool *pool, unsigned length) HUTCH_ABI(hutch_acquire_run);

/// Acquires neighbouring slots by their numbers. All or nothing. In a lock-free pool they lie in one word of
/// the bitmap, or the call is refused.
/// @param  pool    a pool of objects
/// @param  index   the first slot
/// @param  length  how many; 0 is refused
/// @return the first of them; NULL when one is live (then `refused` counts up) or after a fault
/// @time   one read and one write per bitmap word that the run touches, inside the lock
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_INDEX, for a run past the end too
void *hutch_claim_run(const struct hutch_pool *pool, unsigned index, unsigned length)
    HUTCH_ABI(hutch_claim_run);

/// Acquires neighbouring slots by their numbers, as hutch_claim_run, in a pool of numbers.
/// @param  pool    any pool
/// @param  index   the first slot
/// @param  length  how many; 0 is refused
/// @return true; false when one is live (then `refused` counts up) or after a fault
/// @time   as hutch_claim_run
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_INDEX, for a run past the end too
bool hutch_claim_run_index(const struct hutch_pool *pool, unsigned index, unsigned length)
    HUTCH_ABI(hutch_claim_run_index);

/// Releases neighbouring slots, all of a run or a part of it. All or nothing.
/// @param  pool    a pool of objects
/// @param  object  the first slot to release
/// @param  length  how many
/// @return true; false after a fault
/// @time   one read and one write per bitmap word that the run touches, inside the lock
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, BAD_RUN
bool hutch_release_run(const struct hutch_pool *pool, const void *object, unsigned length)
    HUTCH_ABI(hutch_release_run);

/// Acquires neighbouring slots, as a number.
/// @param  pool    any pool
/// @param  length  how many; 0 is refused
/// @return the first one's number; HUTCH_NONE when there is no such place (then `refused` counts up)
/// @time   as hutch_acquire_run
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
unsigned hutch_acquire_run_index(const struct hutch_pool *pool, unsigned length)
    HUTCH_ABI(hutch_acquire_run_index);

/// Releases neighbouring slots by number. All or nothing.
/// @param  pool    any pool
/// @param  index   the first slot to release
/// @param  length  how many
/// @return true; false after a fault
/// @time   as hutch_release_run
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_RUN
bool hutch_release_run_at(const struct hutch_pool *pool, unsigned index, unsigned length)
    HUTCH_ABI(hutch_release_run_at);

/// Returns the weak ref to a live object. It may outlive the object: hutch_deref then returns NULL, even when
/// another object has the slot.
/// @param  pool    a tracked pool of objects
/// @param  object  a live object of it
/// @return the ref, never 0; 0 after a fault
/// @time   one multiply and two reads
/// @isr    any context
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, OTHER_POOL (debug builds), USE_AFTER_RELEASE
hutch_ref_t hutch_ref(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_ref);

/// Returns the object of a ref, if it is still live. Any ref may be passed, at any time.
/// @param  pool  a tracked pool of objects
/// @param  ref   any ref, 0 too
/// @return the object; NULL once it has been released
/// @time   two reads
/// @isr    any context; a context that may release the object must be kept out while the pointer is used
/// @fault  OTHER_POOL_REF (debug builds)
void *hutch_deref(const struct hutch_pool *pool, hutch_ref_t ref) HUTCH_ABI(hutch_deref);

/// Returns the object of a ref that must be live: as hutch_deref, but its absence is a fault.
/// @param  pool  a tracked pool of objects
/// @param  ref   a ref
/// @return the object; NULL after a fault
/// @time   two reads
/// @isr    any context; a context that may release the object must be kept out while the pointer is used
/// @fault  NULL_REF, STALE_USE, OTHER_POOL_REF (debug builds)
void *hutch_expect(const struct hutch_pool *pool, hutch_ref_t ref) HUTCH_ABI(hutch_expect);

/// Releases the object of a ref.
/// @param  pool  a tracked pool of objects
/// @param  ref   a ref to a live object
/// @return true; false after a fault
/// @time   two reads, and one write per bitmap level
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_REF, STALE_RELEASE, OTHER_POOL_REF (debug builds)
bool hutch_release_ref(const struct hutch_pool *pool, hutch_ref_t ref) HUTCH_ABI(hutch_release_ref);

/// Acquires an object with hooks: construct (the slot's first time only), then spawn; visible when they are
/// done.
/// @param  pool  a pool made with HUTCH_POOL_SPAWNED
/// @param  args  for the spawn hook, NULL if it needs none
/// @return the object; NULL when all slots are taken (then `refused` counts up), without a hook run
/// @time   as hutch_acquire, two short critical sections, and the hooks, which run outside them
/// @isr    any context that the pool's lock covers and the hooks allow; without a lock one context per pool
/// @fault  CONTEXT (debug builds)
void *hutch_spawn(const struct hutch_pool *pool, const void *args) HUTCH_ABI(hutch_spawn);

/// Acquires with hooks as hutch_spawn, and may take the slots that the pool's policy keeps back, see
/// policy.h.
/// @param  pool  a pool made with HUTCH_POOL_SPAWNED
/// @param  args  for the spawn hook, NULL if it needs none
/// @return the object; NULL when all slots are taken (then `refused` counts up), without a hook run
/// @time   as hutch_spawn
/// @isr    any context that the pool's lock covers and the hooks allow; without a lock one context per pool
/// @fault  CONTEXT (debug builds)
void *hutch_spawn_urgent(const struct hutch_pool *pool, const void *args) HUTCH_ABI(hutch_spawn_urgent);

/// Releases an object with hooks: hidden at once, despawn hook, then free.
/// @param  pool    a pool made with HUTCH_POOL_SPAWNED
/// @param  object  what spawn returned
/// @return true; false after a fault
/// @time   as hutch_release, two short critical sections, and the hook, which runs outside them
/// @isr    any context that the pool's lock covers and the hook allows; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, DOUBLE_RELEASE, RELEASE_IN_DESPAWN (debug builds)
bool hutch_despawn(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_despawn);

/// Runs the construct hook of the first slots ahead of time.
/// @param  pool   a pool made with HUTCH_POOL_SPAWNED
/// @param  count  how many slots
/// @return true; false after a fault
/// @time   count construct hooks
/// @isr    one context, before others use the pool
/// @fault  PRESPAWN
bool hutch_prespawn(const struct hutch_pool *pool, unsigned count) HUTCH_ABI(hutch_prespawn);

/// Marks an object to stay when its scene is reset, or takes the mark away.
/// @param  pool        a pool made with HUTCH_POOL_SPAWNED
/// @param  object      a live object
/// @param  persistent  true to stay
/// @return true; false after a fault
/// @time   one multiply and a short critical section
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, USE_AFTER_RELEASE
bool hutch_persist(const struct hutch_pool *pool, const void *object, bool persistent)
    HUTCH_ABI(hutch_persist);

/// Returns the live object with the lowest slot number.
/// @param  pool  a pool of objects
/// @return the object; NULL when none is live
/// @time   one read per bitmap word up to the object's
/// @isr    any context; an object that another context releases meanwhile may be returned
/// @fault  none
void *hutch_first(const struct hutch_pool *pool) HUTCH_ABI(hutch_first);

/// Returns the live object after this one, by slot number. This one may have been released meanwhile.
/// @param  pool    a pool of objects
/// @param  object  what first or next returned
/// @return the object; NULL when there is none, or when `object` is not of this pool
/// @time   one multiply, and one read per bitmap word up to the next object's
/// @isr    any context; an object that another context releases meanwhile may be returned
/// @fault  none
void *hutch_next(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_next);

/// Returns the lowest live slot at or after a number.
/// @param  pool  any pool
/// @param  from  any number
/// @return its number; HUTCH_NONE when there is none
/// @time   one read per bitmap word passed
/// @isr    any context
/// @fault  none
unsigned hutch_next_index(const struct hutch_pool *pool, unsigned from) HUTCH_ABI(hutch_next_index);

/// Returns the live object with the highest slot number.
/// @param  pool  a pool of objects
/// @return the object; NULL when none is live
/// @time   one read per bitmap word down to the object's, and one step per live slot of that word
/// @isr    any context; an object that another context releases meanwhile may be returned
/// @fault  none
void *hutch_last(const struct hutch_pool *pool) HUTCH_ABI(hutch_last);

/// Returns the highest live slot.
/// @param  pool  any pool
/// @return its number; HUTCH_NONE when there is none
/// @time   as hutch_last
/// @isr    any context
/// @fault  none
unsigned hutch_last_index(const struct hutch_pool *pool) HUTCH_ABI(hutch_last_index);

/// Returns how many slots are live.
/// @param  pool  any pool
/// @return 0 to capacity
/// @time   one read and a dozen instructions per bitmap word
/// @isr    any context; the words are read one after another
/// @fault  none
unsigned hutch_live(const struct hutch_pool *pool) HUTCH_ABI(hutch_live);

/// Returns how many slots are free.
/// @param  pool  any pool
/// @return capacity minus live
/// @time   as hutch_live
/// @isr    any context
/// @fault  none
unsigned hutch_available(const struct hutch_pool *pool) HUTCH_ABI(hutch_available);

/// Returns how many slots there are.
/// @param  pool  any pool
/// @return the capacity
/// @time   one load
/// @isr    any context
/// @fault  none
unsigned hutch_capacity(const struct hutch_pool *pool) HUTCH_ABI(hutch_capacity);

/// Returns the size of an object.
/// @param  pool  any pool
/// @return what sizeof gives for the type, in bytes; 0 in a pool of numbers
/// @time   one load
/// @isr    any context
/// @fault  none
size_t hutch_object_bytes(const struct hutch_pool *pool) HUTCH_ABI(hutch_object_bytes);

/// Releases every live object for which the predicate is true, by rising slot number. The predicate may
/// release and acquire; an object that it releases itself is not counted.
/// @param  pool         a pool of objects
/// @param  should_go    called once for each live object, outside the lock
/// @param  context      passed on to should_go
/// @return how many were released
/// @time   one iteration over the pool
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
unsigned hutch_release_if(const struct hutch_pool *pool, bool (*should_go)(const void *object, void *context),
                          void *context) HUTCH_ABI(hutch_release_if);

/// Releases every live object, one bitmap word after another.
/// @param  pool  any pool
/// @return nothing
/// @time   one write per bitmap word and level; interrupts are off for one word at a time
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
void hutch_clear(const struct hutch_pool *pool) HUTCH_ABI(hutch_clear);

/// Checks the whole pool: descriptor, bits past the capacity, summary levels, policy. Reports each damage
/// where it is.
/// @param  pool  any pool
/// @return true when the pool is sound
/// @time   one read per bitmap word, and per stamp of a policy; the pool must be at rest
/// @isr    any context, while no other changes the pool
/// @fault  DESCRIPTOR, TAIL_BITS, SUMMARY, POLICY
bool hutch_check(const struct hutch_pool *pool) HUTCH_ABI(hutch_check);

#if HUTCH_CFG_STATS
/// Returns the most objects that were ever live at the same time.
/// @param  pool  any pool
/// @return 0 to capacity; a compile-time error without HUTCH_CFG_STATS
/// @time   one load
/// @isr    any context
/// @fault  none
unsigned hutch_peak(const struct hutch_pool *pool) HUTCH_ABI(hutch_peak);

/// Returns how many acquires and claims found no room.
/// @param  pool  any pool
/// @return the count; stays at the largest unsigned when that is reached; a compile-time error without
/// HUTCH_CFG_STATS
/// @time   one load
/// @isr    any context
/// @fault  none
unsigned hutch_refused(const struct hutch_pool *pool) HUTCH_ABI(hutch_refused);

/// Starts the counters again: the peak is what is live now, `refused` and what hutch_sizing watched are 0.
/// @param  pool  any pool
/// @return nothing; a compile-time error without HUTCH_CFG_STATS
/// @time   one pass over the slots, inside the lock: not for urgent contexts
/// @isr    any context that the pool's lock covers; nobody else may use a lock-free pool meanwhile
/// @fault  none
void hutch_stats_reset(const struct hutch_pool *pool) HUTCH_ABI(hutch_stats_reset);
#else
#    define hutch_peak(pool) hutch_needs_HUTCH_CFG_STATS_1_for_peak
#    define hutch_refused(pool) hutch_needs_HUTCH_CFG_STATS_1_for_refused
#    define hutch_stats_reset(pool) hutch_needs_HUTCH_CFG_STATS_1_for_stats_reset
#endif

/// Enters the pool's critical section: keeps out whoever the pool's lock keeps out. Sections nest.
/// @param  pool  any locked pool; without a lock nothing happens
/// @return what hutch_unlock needs
/// @time   the port's enter
/// @isr    any context that the pool's lock covers
/// @fault  none
hutch_port_state_t hutch_lock(const struct hutch_pool *pool) HUTCH_ABI(hutch_lock);

/// Leaves the pool's critical section.
/// @param  pool   the same pool
/// @param  saved  what hutch_lock returned
/// @return nothing
/// @time   the port's exit
/// @isr    where hutch_lock was called
/// @fault  LOCK_UNBALANCED (debug builds, at the next use)
void hutch_unlock(const struct hutch_pool *pool, hutch_port_state_t saved) HUTCH_ABI(hutch_unlock);

// The steps of loops where nothing folds: what HUTCH_FOREACH and rabbits_release_if() call.
struct hutch_walk *hutch_walk_start(const struct hutch_pool *pool, struct hutch_walk *walk)
    HUTCH_ABI(hutch_walk_start);
bool hutch_walk_to(const struct hutch_pool *pool, struct hutch_walk *walk) HUTCH_ABI(hutch_walk_to);
void hutch_walk_on(const struct hutch_pool *pool, struct hutch_walk *walk) HUTCH_ABI(hutch_walk_on);
bool hutch_let_go_if_live(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_let_go_if_live);

HUTCH_END_DECLS

#endif
