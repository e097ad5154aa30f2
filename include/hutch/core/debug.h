// SPDX-License-Identifier: MIT
// debug.h - the debug engine (HUTCH_CFG_CHECK 2): the verbs of locked.h with every check. Bodies in src/.
//
//   storage   [guard][object 0][guard][object 1][guard] ...     guards in the same array as the objects
//   notes     per slot: which calls acquired and released it, and when; its place in the queue of free slots
//   mirror    the complement of each bitmap word
//
// The guards are optional (HUTCH_CFG_GUARD_BYTES), notes and mirror together (HUTCH_CFG_NOTES), and the
// poison (HUTCH_CFG_POISON).
//
// A released object is filled with poison until its slot is acquired again, and the slot that has been free
// for longest is acquired first. All of this state begins as zeroed memory: the first operation on a pool
// sets guards, poison and queue. Not detected: a write of the poison's own value, a write that skips a guard,
// a ref that is a whole round of generations old.
#ifndef HUTCH_DEBUG_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_DEBUG_H

#include "atomic.h"
#include "bits.h"

enum {
    HUTCH_POISON = 0xDB, // a released byte
    HUTCH_GUARD = 0xFD   // a byte between objects
};

/// What is recorded of one slot.
struct hutch_note {
    const void *acquired_by, *released_by;  // return addresses of the calls
    unsigned long acquired_at, released_at; // the values of hutch_tick()
    uint16_t next, previous;                // free slots: neighbours in the queue, as index + 1; 0 is none
#ifdef HUTCH_PORT_WHO
    char task[12]; // how the name of the task that acquired it begins, a copy; "interrupt" in one
#endif
};

/// A pool's debug state. Zeroed memory is its initial state.
struct hutch_debug {
    const struct hutch_pool *next_pool; // every pool in use, newest first
    uint16_t live;
    uint16_t context;  // without a lock: the only context that may use the pool; 1: an interrupt
    uint8_t tag;       // in refs; unique unless there are more pools than tags
    uint8_t depth;     // critical sections entered
    uint8_t callbacks; // calls of the policy's functions that have not returned
    uint8_t is_ready;
    uint8_t was_unbalanced;
#if HUTCH_CFG_NOTES
    uint16_t first_free, last_free; // ends of the queue, as index + 1
#endif
#if HUTCH_CFG_FENCE
    void **fence_objects; // where each slot's object is
#endif
};

HUTCH_BEGIN_DECLS

/// The verbs, as in locked.h; clear_word is missing, because debug builds clear slot by slot.
unsigned hutch_debug_acquire(const struct hutch_pool *pool, unsigned mode) HUTCH_ABI(hutch_debug_acquire);
bool hutch_debug_claim(const struct hutch_pool *pool, unsigned index, unsigned mode)
    HUTCH_ABI(hutch_debug_claim);
bool hutch_debug_release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
    HUTCH_ABI(hutch_debug_release);
bool hutch_debug_release_ref(const struct hutch_pool *pool, hutch_ref_t ref, unsigned *index)
    HUTCH_ABI(hutch_debug_release_ref);
void hutch_debug_show(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_debug_show);
bool hutch_debug_hide(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_debug_hide);
unsigned hutch_debug_acquire_run(const struct hutch_pool *pool, unsigned length)
    HUTCH_ABI(hutch_debug_acquire_run);
bool hutch_debug_release_run(const struct hutch_pool *pool, unsigned first, unsigned length)
    HUTCH_ABI(hutch_debug_release_run);

/// Returns true if the pool has objects; else reports NUMBERS and returns false.
bool hutch_debug_has_objects(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_has_objects);

/// Report a wrong pointer, index or ref, with what is recorded of the slot. All return false.
bool hutch_debug_bad_pointer(const struct hutch_pool *pool, const void *object, unsigned code)
    HUTCH_ABI(hutch_debug_bad_pointer);
bool hutch_debug_bad_index(const struct hutch_pool *pool, unsigned index, unsigned code)
    HUTCH_ABI(hutch_debug_bad_index);
bool hutch_debug_bad_ref(const struct hutch_pool *pool, hutch_ref_t ref, unsigned code)
    HUTCH_ABI(hutch_debug_bad_ref);

/// Returns true if a ref is 0 or has this pool's tag; else reports OTHER_POOL_REF and returns false.
bool hutch_debug_ref_is_ours(const struct hutch_pool *pool, hutch_ref_t ref)
    HUTCH_ABI(hutch_debug_ref_is_ours);

/// Returns true if this context may use the pool now; else reports TOO_URGENT, UNPRIVILEGED, LOCK_NESTED or
/// CONTEXT and returns false.
bool hutch_debug_may_use(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_debug_may_use);

/// The same test without a report: true if this context must not use the pool now.
bool hutch_debug_is_refused(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_is_refused);

/// Count how deep critical sections of the pool are nested. Inside the lock.
void hutch_debug_locked(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_locked);
void hutch_debug_unlocking(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_unlocking);

/// Before and after a call of a function of the pool's policy. Begin returns false, and reports
/// CALLBACK_NESTED, if so many of them are running that one must have caused its own call.
bool hutch_debug_begin_callback(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_begin_callback);
void hutch_debug_end_callback(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_end_callback);

/// Returns the pool's tag in refs.
unsigned hutch_debug_tag(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_tag);

/// The debug half of hutch_check.
bool hutch_debug_check(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_check);

/// Returns the pool, of all used so far, to which the memory at an address belongs; NULL if there is none.
const struct hutch_pool *hutch_debug_owner(const void *address) HUTCH_ABI(hutch_debug_owner);

/// The call site: the caller in notes and reports. Every public function makes its return address the call
/// site on entry, and restores what was there before, which this returns, on exit. There is one call site per
/// program, on a host one per thread: with tasks that share time slices a note may name the call of another
/// task.
const void *hutch_debug_enter(const void *caller) HUTCH_ABI(hutch_debug_enter);

/// Restores a call site: the one that hutch_debug_enter returned, or that of a task on behalf of which this
/// one acts.
void hutch_debug_leave(const void *before) HUTCH_ABI(hutch_debug_leave);

#if HUTCH_CFG_FENCE
/// Fence mode (port/host/hutch_fence.c): where objects are, and to which slot an address belongs.
enum hutch_fence_found { HUTCH_FENCE_FOREIGN, HUTCH_FENCE_OBJECT, HUTCH_FENCE_INTERIOR, HUTCH_FENCE_STALE };
enum hutch_fence_found hutch_fence_find(const struct hutch_pool *pool, const void *address, unsigned *index)
    HUTCH_ABI(hutch_fence_find);
void *hutch_fence_address(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_fence_address);
unsigned hutch_fence_index(const struct hutch_pool *pool, const void *address) HUTCH_ABI(hutch_fence_index);
void *hutch_fence_open(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_fence_open);
void hutch_fence_close(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_fence_close);
size_t hutch_fence_bytes_before(const struct hutch_pool *pool) HUTCH_ABI(hutch_fence_bytes_before);
#endif

/// Returns true if the address is the start of a live object of any pool used so far; else reports
/// USE_AFTER_RELEASE, FOREIGN or NULL_POINTER and returns false.
bool hutch_debug_assert_live(const void *object) HUTCH_ABI(hutch_debug_assert_live);

/// Sets where the default handler prints a fault, as one line, before it stops the program; nowhere by
/// default, on a PC (port/host) to stderr. Where nothing stops it, a fault that comes again from the same
/// call, in the same pool, is printed at the 1st, 10th, 100th time and so on, with the count. Release builds
/// print on a PC only: the sink of others does nothing.
/// @param  put_char  called for each character; NULL for nowhere
/// @param  context   passed on to put_char
/// @return nothing
/// @time   two stores
/// @isr    any context
/// @fault  none
void hutch_debug_set_sink(void (*put_char)(char c, void *context), void *context)
    HUTCH_ABI(hutch_debug_set_sink);

HUTCH_END_DECLS

#endif
