// SPDX-License-Identifier: MIT
// generic.h - the functions over a descriptor, and the contracts of the typed functions.
//
// rabbits_acquire() and hutch_acquire(&rabbits_pool) do the same to the same pool and may be mixed. If its
// address is used, a descriptor stays in flash; these functions are compiled once, in src/hutch_generic.c.
//
// @time counts multiplies, and reads and writes of the pool's RAM; a release in a pool with refs takes a few
// more of these. Not counted: reads of the descriptor, which typed functions fold; the multiply of a slot's
// number by the stride, except in hutch_at; functions of a policy and hooks; the free slots that a policy
// counts; retries of lock-free pools (lockfree.h).
//
// @fault lists the faults of every build. Debug builds (HUTCH_CFG_CHECK 2) also report
//
//   CONTEXT, TOO_URGENT,        by a function that changes the pool, in a context that must not use it now;
//   UNPRIVILEGED, LOCK_NESTED   nothing changes then, and the result is false, NULL or HUTCH_NONE
//   LOCK_UNBALANCED             by the first acquire or release after a hutch_unlock without its hutch_lock
//   NUMBERS                     by a function that acquires or releases objects, if the pool has numbers;
//                               nothing changes then
//   BITMAP                      by acquire and release, if the slot's bit is damaged; nothing changes then
//   WRITE_AFTER_RELEASE         by acquire, if the slot was written to while it was free
//   OVERRUN, UNDERRUN           by release, if a guard of the object was written to
//   OTHER_POOL, OTHER_POOL_REF  for an object of another pool, instead of FOREIGN, or a ref of one
//   RELEASE_IN_DESPAWN          for an object that is being spawned or despawned
//
// With HUTCH_CFG_ASSERT any function may report BROKEN.
#ifndef HUTCH_GENERIC_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_GENERIC_H

#include "bits.h"

struct hutch_pool;

HUTCH_BEGIN_DECLS

/// Acquires a free slot: the lowest one, except in lock-free pools, after an eviction, and in debug builds.
/// Its bytes are what the last owner left; debug builds fill them.
/// @param  pool  a pool of objects
/// @return the slot, aligned for the object type; NULL if none is free (counted by hutch_refused)
/// @time   one read, one find-first and one write per bitmap level; up to three words, and on the Game Boy up
///         to 64, are read one by one
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
HUTCH_MUST_USE void *hutch_acquire(const struct hutch_pool *pool) HUTCH_ABI(hutch_acquire);

/// Releases an object without running hooks; despawn runs them.
/// @param  pool    a pool of objects
/// @param  object  what acquire, claim or acquire_run returned
/// @return true; false after a fault: nothing changes then
/// @time   one multiply, one read and one write per bitmap level
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, DOUBLE_RELEASE
bool hutch_release(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_release);

/// Acquires as hutch_acquire, and returns the slot's number: for pools of numbers.
/// @param  pool  any pool
/// @return 0 to capacity - 1; HUTCH_NONE if none is free (counted by hutch_refused)
/// @time   as hutch_acquire
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
unsigned hutch_acquire_index_(const struct hutch_pool *pool) HUTCH_ABI(hutch_acquire_index_);

/// Releases a slot by its number, without running hooks.
/// @param  pool   any pool
/// @param  index  0 to capacity - 1
/// @return true; false after a fault: nothing changes then
/// @time   one read and one write per bitmap level
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_INDEX, DOUBLE_RELEASE
bool hutch_release_at_(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_release_at_);

/// Tests whether a pointer is the address of a live object of the pool. Any pointer may be passed.
/// @param  pool    a pool of objects
/// @param  object  any pointer, may be NULL
/// @return true if a live slot of this pool, or of the one it spills to, starts there; else false
/// @time   one multiply and one read
/// @isr    any context
/// @fault  none
bool hutch_is_live(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_is_live);

/// Tests whether a slot is live.
/// @param  pool   any pool
/// @param  index  any number, HUTCH_NONE too
/// @return true if it is the number of a live slot of this pool; else false
/// @time   one read
/// @isr    any context
/// @fault  debug builds: BAD_INDEX, for a number past the end
bool hutch_is_live_at(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_is_live_at);

/// Returns the slot number of an object. It stays the same while the object lives.
/// @param  pool    a pool of objects
/// @param  object  any pointer, may be NULL
/// @return 0 to capacity - 1; HUTCH_NONE if no slot of this pool starts there
/// @time   one multiply
/// @isr    any context
/// @fault  none
unsigned hutch_index(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_index);

/// Returns the address of a slot, live or free.
/// @param  pool   a pool of objects
/// @param  index  any number, HUTCH_NONE too
/// @return the slot; NULL if `index` is not below the capacity
/// @time   one multiply
/// @isr    any context
/// @fault  debug builds: BAD_INDEX, for a number past the end
void *hutch_at(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_at);

/// Returns the object whose bytes contain an address: for a driver that gives back a pointer to an object's
/// data. Does not test whether the object is live: release does.
/// @param  pool     any pool
/// @param  address  any address, may be NULL
/// @return the object, live or free, of this pool or of the one it spills to; NULL if there is none, as in a
///         pool of numbers. Debug builds: NULL in guards; in fence mode also where a slot's earlier objects
///         were
/// @time   two multiplies, and two steps per bit of the slot's number; the same again for a spill pool
/// @isr    any context
/// @fault  none
void *hutch_containing_(const struct hutch_pool *pool, const void *address) HUTCH_ABI(hutch_containing_);

/// Acquires the slot with a given number: for objects that are in a level already, or that need a certain
/// number.
/// @param  pool   a pool of objects
/// @param  index  0 to capacity - 1
/// @return the slot; NULL if it is live (counted by hutch_refused) or after a fault
/// @time   one read and one write per bitmap level
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_INDEX
void *hutch_claim_(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_claim_);

/// Acquires the slot with a given number, as claim, in a pool of numbers.
/// @param  pool   any pool
/// @param  index  0 to capacity - 1
/// @return true; false if it is live (counted by hutch_refused) or after a fault
/// @time   as claim
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_INDEX
bool hutch_claim_index_(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_claim_index_);

/// Returns the weak ref to a live object. The ref may outlive the object: hutch_deref then returns NULL, even
/// if another object is in the slot.
/// @param  pool    a tracked pool of objects
/// @param  object  a live object of it
/// @return the ref; 0, which is never a ref, after a fault
/// @time   one multiply and two reads
/// @isr    any context
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, USE_AFTER_RELEASE
hutch_ref_t hutch_ref(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_ref);

/// Returns the object of a ref, if it is still live. Any ref may be passed, at any time.
/// @param  pool  a tracked pool of objects
/// @param  ref   any ref, may be 0
/// @return the object; NULL if it has been released
/// @time   two reads
/// @isr    any context; exclude contexts that may release the object while the pointer is used
/// @fault  none
void *hutch_deref(const struct hutch_pool *pool, hutch_ref_t ref) HUTCH_ABI(hutch_deref);

/// Returns the object of a ref that must be live: as hutch_deref, but a released object is a fault.
/// @param  pool  a tracked pool of objects
/// @param  ref   a ref
/// @return the object; NULL after a fault
/// @time   two reads
/// @isr    any context; exclude contexts that may release the object while the pointer is used
/// @fault  NULL_REF, STALE_USE
void *hutch_expect_(const struct hutch_pool *pool, hutch_ref_t ref) HUTCH_ABI(hutch_expect_);

/// Releases the object of a ref without running hooks.
/// @param  pool  a tracked pool of objects
/// @param  ref   a ref to a live object
/// @return true; false after a fault: nothing changes then
/// @time   two reads, and one write per bitmap level
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_REF, STALE_RELEASE
bool hutch_release_ref(const struct hutch_pool *pool, hutch_ref_t ref) HUTCH_ABI(hutch_release_ref);

/// Returns the live object with the lowest slot number.
/// @param  pool  a pool of objects
/// @return the object; NULL if none is live
/// @time   one read per bitmap word up to that of the object
/// @isr    any context; an object that another context releases meanwhile may be returned
/// @fault  none
void *hutch_first(const struct hutch_pool *pool) HUTCH_ABI(hutch_first);

/// Returns the next live object after a given one, in ascending order of slot numbers. The given one may have
/// been released.
/// @param  pool    a pool of objects
/// @param  object  what first or next returned
/// @return the object; NULL if there is none, or `object` is not of this pool
/// @time   one multiply, and one read per bitmap word up to that of the next object
/// @isr    any context; an object that another context releases meanwhile may be returned
/// @fault  none
void *hutch_next(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_next);

/// Returns the lowest live slot at or after a number.
/// @param  pool  any pool
/// @param  from  any number
/// @return its number; HUTCH_NONE if there is none
/// @time   one read per bitmap word up to that of the slot
/// @isr    any context
/// @fault  none
unsigned hutch_next_index_(const struct hutch_pool *pool, unsigned from) HUTCH_ABI(hutch_next_index_);

/// Returns the live object with the highest slot number.
/// @param  pool  a pool of objects
/// @return the object; NULL if none is live
/// @time   one read per bitmap word down to that of the object, and one step per live slot of that word
/// @isr    any context; an object that another context releases meanwhile may be returned
/// @fault  none
void *hutch_last_(const struct hutch_pool *pool) HUTCH_ABI(hutch_last_);

/// Returns the highest live slot.
/// @param  pool  any pool
/// @return its number; HUTCH_NONE if there is none
/// @time   as last
/// @isr    any context
/// @fault  none
unsigned hutch_last_index_(const struct hutch_pool *pool) HUTCH_ABI(hutch_last_index_);

/// Returns how many slots are live.
/// @param  pool  any pool
/// @return 0 to capacity
/// @time   one read and a dozen instructions per bitmap word
/// @isr    any context; the words are read one after another
/// @fault  none
unsigned hutch_live(const struct hutch_pool *pool) HUTCH_ABI(hutch_live);

/// Returns how many slots are free, those included that the pool's policy reserves: an ordinary acquire is
/// refused although some of these are left.
/// @param  pool  any pool
/// @return the capacity minus the live slots
/// @time   as hutch_live
/// @isr    any context
/// @fault  none
unsigned hutch_available(const struct hutch_pool *pool) HUTCH_ABI(hutch_available);

/// Returns how many slots there are.
/// @param  pool  any pool
/// @return the capacity
/// @time   one read of the descriptor
/// @isr    any context
/// @fault  none
unsigned hutch_capacity(const struct hutch_pool *pool) HUTCH_ABI(hutch_capacity);

/// Returns the size of an object.
/// @param  pool  any pool
/// @return sizeof the type, in bytes; 0 in a pool of numbers
/// @time   one read of the descriptor
/// @isr    any context
/// @fault  none
size_t hutch_object_bytes(const struct hutch_pool *pool) HUTCH_ABI(hutch_object_bytes);

/// Releases every live object for which the predicate returns true, in ascending order of slot numbers, and
/// runs its despawn hook. The predicate may release and acquire; an object that it releases itself is not
/// counted.
/// @param  pool         a pool of objects
/// @param  should_go    called once for each live object, outside the lock
/// @param  context      passed on to should_go
/// @return how many were released
/// @time   one walk over the pool, and the predicate and a release for its objects
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
unsigned hutch_release_if_(const struct hutch_pool *pool,
                           bool (*should_go)(const void *object, void *context), void *context)
    HUTCH_ABI(hutch_release_if_);

/// Releases every live object, in ascending order of slot numbers, and runs its despawn hook. Objects that
/// another context is spawning or despawning are left alone. What a hook spawns meanwhile is released only if
/// its slot comes later: where hooks spawn the pool may not be empty afterwards.
/// @param  pool  any pool
/// @return nothing
/// @time   a test for each slot, and one release per object; of a typed call one write per bitmap word and
///         level, in one critical section per word, unless the pool has refs, hooks or a policy, in debug
///         builds and with HUTCH_CFG_STATS 2
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
void hutch_clear(const struct hutch_pool *pool) HUTCH_ABI(hutch_clear);

/// Checks the whole pool: descriptor, bits past the capacity, marks of free slots (BITMAP), summary levels,
/// policy; in debug builds also guards, free slots, their queue and the copy of the bitmap (both BITMAP).
/// Reports each damage with its address.
/// @param  pool  any pool
/// @return true; false if there is damage
/// @time   one read per bitmap word and per stamp of a policy; in debug builds also per byte of guards and
///         free slots
/// @isr    any context, if no other one changes the pool meanwhile
/// @fault  DESCRIPTOR, TAIL_BITS, SUMMARY, BITMAP, POLICY; in debug builds WRITE_AFTER_RELEASE, OVERRUN,
///         UNDERRUN
bool hutch_check(const struct hutch_pool *pool) HUTCH_ABI(hutch_check);

/// Enters the pool's critical section: excludes the other contexts that the pool's lock covers. Critical
/// sections nest, but debug builds report LOCK_NESTED if the pool is changed inside its own hutch_lock.
/// @param  pool  any pool; without a lock nothing happens, a lock-free one uses the lock named in lockfree.h
/// @return what hutch_unlock needs
/// @time   the port's enter
/// @isr    any context that the pool's lock covers; of a lock-free pool: what the port's mask stops
/// @fault  none
hutch_port_state_t hutch_lock(const struct hutch_pool *pool) HUTCH_ABI(hutch_lock);

/// Leaves the pool's critical section.
/// @param  pool   the same pool
/// @param  saved  what hutch_lock returned
/// @return nothing
/// @time   the port's exit
/// @isr    where hutch_lock was called
/// @fault  LOCK_UNBALANCED (debug builds, by the next acquire or release)
void hutch_unlock(const struct hutch_pool *pool, hutch_port_state_t saved) HUTCH_ABI(hutch_unlock);

// A step of rabbits_release_if() if typed functions do not fold.
bool hutch_release_if_live(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_release_if_live);

// How hutch_acquire, hutch_release and their forms for numbers serve a pool that is not plain: one with refs,
// or with a bitmap that has a summary; hutch_hooked_calls, one made for hooks. The descriptor of a plain pool
// has NULL instead, so a program with plain pools only does not link these functions. The references are
// weak: they link nothing from an archive, so a program that calls typed functions only does not link them
// either.
#if HUTCH_SERVES_ANY
struct hutch_generic_calls {
    unsigned (*acquire)(const struct hutch_pool *pool, unsigned mode);
    bool (*release)(const struct hutch_pool *pool, unsigned index, bool is_hidden);
    bool (*hide)(const struct hutch_pool *pool, unsigned index); // NULL: the pool is not made for hooks
};
extern const struct hutch_generic_calls
    hutch_generic_calls HUTCH_ABI(hutch_generic_calls) HUTCH_WEAK_REFERENCE,
    hutch_hooked_calls HUTCH_ABI(hutch_hooked_calls) HUTCH_WEAK_REFERENCE;
#endif

HUTCH_END_DECLS

#endif
