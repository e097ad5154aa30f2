// SPDX-License-Identifier: MIT
// debug.h - what a debug build (HUTCH_CFG_CHECK 2) keeps beside each pool, and the slow paths that replace
// the fast ones.
//
//   storage   [guard][object 0][guard][object 1][guard] ...     guards from the same macro as the objects
//   notes     per slot: who acquired and released it, when, and its place in the queue of free slots
//   mirror    the complement of each bitmap word
//
// Released bytes are poison until the slot is acquired again, and the slot that was released longest ago
// comes first. All of it begins as zeroed memory: the first operation on a pool sets guards, poison and
// queue. Limits: a write of the poison's own value, a jump over a guard and a ref that is a whole round of
// generations old are not seen.
#ifndef HUTCH_DEBUG_H
#define HUTCH_DEBUG_H

#include "compiler.h"
#include "config.h"
#include "tick.h"
#include "tracker.h"

enum {
    HUTCH_POISON = 0xDB, // a released byte
    HUTCH_GUARD = 0xFD   // a byte between objects
};

struct hutch_pool;

/// A place in the program: a return address, or a file's name with a line.
struct hutch_site {
    const void *address; // code address; const char * file name where line is not 0
    uint16_t line;
};

/// What is known of one slot.
struct hutch_note {
    struct hutch_site acquired_by, released_by;
    unsigned long acquired_at, released_at; // hutch_tick() then
    uint16_t next, previous;                // free slots: neighbours in the queue, as index + 1; 0 is none
};

/// A pool's debug state. Zeroed memory is right.
struct hutch_debug {
    const struct hutch_pool *next_pool; // every pool in use, newest first
    uint16_t first_free, last_free;     // ends of the queue, as index + 1
    uint16_t live;
    uint16_t context; // the unlocked pool's one context: 1 is an interrupt
    uint8_t tag;      // in refs; unique while there are no more pools than tags
    uint8_t depth;    // critical sections entered
    uint8_t is_ready;
    uint8_t was_unbalanced;
    struct hutch_site beginner; // whose call is being served by a function of src/
#if HUTCH_CFG_FENCE
    void **fence_objects; // where each slot's object is
#endif
};

HUTCH_BEGIN_DECLS

/// The slow twins of the core's operations: the same contracts, every check, and who called.
unsigned hutch_debug_acquire(const struct hutch_pool *pool, unsigned how, const void *caller)
    HUTCH_ABI(hutch_debug_acquire);
bool hutch_debug_claim(const struct hutch_pool *pool, unsigned index, const void *caller)
    HUTCH_ABI(hutch_debug_claim);
bool hutch_debug_release(const struct hutch_pool *pool, unsigned index, bool is_hidden, const void *caller)
    HUTCH_ABI(hutch_debug_release);
unsigned hutch_debug_acquire_run(const struct hutch_pool *pool, unsigned length, const void *caller)
    HUTCH_ABI(hutch_debug_acquire_run);
bool hutch_debug_release_run(const struct hutch_pool *pool, unsigned first, unsigned length,
                             const void *caller) HUTCH_ABI(hutch_debug_release_run);

/// Reports a wrong pointer, index or ref, with all that is known of the slot. All answer false.
bool hutch_debug_bad_pointer(const struct hutch_pool *pool, const void *object, unsigned code,
                             const void *caller) HUTCH_ABI(hutch_debug_bad_pointer);
bool hutch_debug_bad_index(const struct hutch_pool *pool, unsigned index, unsigned code, const void *caller)
    HUTCH_ABI(hutch_debug_bad_index);
bool hutch_debug_bad_ref(const struct hutch_pool *pool, unsigned long ref, unsigned code, const void *caller)
    HUTCH_ABI(hutch_debug_bad_ref);

/// Reports OTHER_POOL_REF and answers false when a ref carries another pool's tag.
bool hutch_debug_ref_is_ours(const struct hutch_pool *pool, unsigned long ref, const void *caller)
    HUTCH_ABI(hutch_debug_ref_is_ours);

/// Reports TOO_URGENT, LOCK_NESTED or CONTEXT, and answers false, when this context must not use the pool
/// now.
bool hutch_debug_may_use(const struct hutch_pool *pool, unsigned index, const void *caller)
    HUTCH_ABI(hutch_debug_may_use);

/// The same question without a report.
bool hutch_debug_is_refused(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_is_refused);

/// Inside the lock: notes its depth.
void hutch_debug_locked(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_locked);
void hutch_debug_unlocking(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_unlocking);

/// The pool's tag in refs.
unsigned hutch_debug_tag(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_tag);

/// The debug half of hutch_check.
bool hutch_debug_check(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_check);

/// The pool that an address lies in, among all pools in use; NULL when there is none.
const struct hutch_pool *hutch_debug_owner(const void *address);

/// Where the next call comes from, for HUTCH_HERE.
void hutch_debug_here(const char *file, unsigned line);

/// Where the next call comes from, unless HUTCH_HERE has said it: a function of src/ that calls another.
void hutch_debug_say(const void *caller);

/// Takes what was said, and says it again: for calls that acquire or release more than once. Nothing when
/// nothing was.
void hutch_debug_hear(struct hutch_site *here);
void hutch_debug_repeat(const struct hutch_site *here);

/// From begin to end, what passes HUTCH_BEGINNER for its caller is noted as done by the caller of begin;
/// where that is HUTCH_BEGINNER itself, by the one before. end_release says again what was said when the
/// release failed: its report is to come.
void hutch_debug_begin(const struct hutch_pool *pool, struct hutch_site *before, const void *caller)
    HUTCH_ABI(hutch_debug_begin);
void hutch_debug_begin_for(const struct hutch_pool *pool, struct hutch_site *before,
                           const struct hutch_pool *other) HUTCH_ABI(hutch_debug_begin_for);
void hutch_debug_end(const struct hutch_pool *pool, const struct hutch_site *before)
    HUTCH_ABI(hutch_debug_end);
void hutch_debug_end_release(const struct hutch_pool *pool, const struct hutch_site *before, bool ok)
    HUTCH_ABI(hutch_debug_end_release);
extern const char hutch_debug_beginner;
#define HUTCH_BEGINNER ((const void *)&hutch_debug_beginner)

/// Says that the next call is the beginner's.
void hutch_debug_say_beginner(const struct hutch_pool *pool) HUTCH_ABI(hutch_debug_say_beginner);

#if HUTCH_CFG_FENCE
/// Fence mode, by port/host/hutch_fence.c: where objects are, and whose an address is.
enum hutch_fence_found { HUTCH_FENCE_FOREIGN, HUTCH_FENCE_OBJECT, HUTCH_FENCE_INTERIOR, HUTCH_FENCE_STALE };
enum hutch_fence_found hutch_fence_find(const struct hutch_pool *pool, const void *address, unsigned *index)
    HUTCH_ABI(hutch_fence_find);
void *hutch_fence_address(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_fence_address);
unsigned hutch_fence_index(const struct hutch_pool *pool, const void *address) HUTCH_ABI(hutch_fence_index);
void *hutch_fence_open(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_fence_open);
void hutch_fence_close(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_fence_close);
size_t hutch_fence_bytes_before(const struct hutch_pool *pool) HUTCH_ABI(hutch_fence_bytes_before);
#endif

/// Reports USE_AFTER_RELEASE, or FOREIGN, unless the address is the start of a live object of any pool in
/// use.
bool hutch_debug_assert_live(const void *object, const void *caller);

/// Where the default handler prints the line of a fault before it stops the program; nowhere until this is
/// called.
/// @param  put_char  called for each character; NULL for nowhere
/// @param  context   passed on to put_char
/// @return nothing
/// @time   two stores
/// @isr    any context
/// @fault  none
void hutch_debug_set_sink(void (*put_char)(char c, void *context), void *context);

HUTCH_END_DECLS

/// For the first line of an object's own functions: a fault unless the object is live. Nothing in release
/// builds.
#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_ASSERT_LIVE(object) ((void)hutch_debug_assert_live(object, HUTCH_CALLER()))
#else
#    define HUTCH_ASSERT_LIVE(object) ((void)(object))
#endif

/// HUTCH_HERE(rabbits_acquire()): the slot remembers this file and line (HUTCH_CFG_SITE 2); elsewhere just
/// the call.
#if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_SITE == 2
#    define HUTCH_HERE(call) (hutch_debug_here(__FILE__, __LINE__), (call))
#else
#    define HUTCH_HERE(call) (call)
#endif

#endif
