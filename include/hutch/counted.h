// SPDX-License-Identifier: MIT
// counted.h - pools whose objects have several holders: the last of them to release an object frees it.
//
//   HUTCH_POOL_COUNTED(packets, struct packet, 32, .lock = HUTCH_LOCK_IRQ);
//
//   struct packet *p = packets_acquire();      one holder
//   packets_retain(p);                         two: before p is handed to a second task
//   packets_release(p);                        by each; the second frees the slot
//
// For several files: HUTCH_POOL_COUNTED_DECLARE in a header, HUTCH_POOL_COUNTED_DEFINE in one .c file.
//
//   packets_acquire, _acquire_urgent, _acquire_wait     as of any pool: the caller is the only holder
//   packets_retain(p), _release(p), _holders(p)         one holder more, one less, how many; below
//   packets_clear()                                     frees all objects, whoever holds them; runs the hook
//   packets_is_live, _index, _at, _containing, _first, _next, _live, _available, _capacity, _peak, _refused,
//   HUTCH_FOREACH                                       as of any pool
//
// RAM: one byte per slot. Only a holder may retain: an object found by a walk or by its number may be
// released for the last time just before. So retain first and hand the pointer over afterwards, and let the
// receiver release. Functions over &packets_pool know no holders: hutch_release, a scene's reset and a policy
// that evicts free a slot at once. What a policy's spill pool lends is not acquired.
//
// With `.hooks = &packet_hooks` the last release runs the despawn hook, once, in the context of the last
// holder, outside the lock, before the slot is free: to give parts of the object back, or to tell somebody.
// Walks and is_live still find the object meanwhile, but it has no holder: nobody can retain or release it.
// clear, a scene's reset and despawn run the hook, too: call them, and not from the hook, when nobody
// else releases. hutch_release runs no hook. Objects of such a pool are not evicted, and they are acquired,
// not spawned: a construct or spawn hook is an error, of the compiler if it sees the hooks; hutch_check finds
// it.
//
// A lock-free pool counts by atomics if the CPU can compare and swap a byte (not on RISC-V); else, as in
// all other pools, the count changes inside the pool's critical section, of a dozen instructions.
#ifndef HUTCH_COUNTED_H
#define HUTCH_COUNTED_H

#include "hutch.h" // IWYU pragma: export
#include "core/core.h"
#include "policy.h"
#include "wait.h"

enum { HUTCH_HOLDERS_MAX = 255 }; // of one object

HUTCH_BEGIN_DECLS

/// Adds a holder to an object that the caller holds, up to HUTCH_HOLDERS_MAX: what packets_retain(p) does.
/// @param  pool    a pool made with HUTCH_POOL_COUNTED
/// @param  others  the pool's counts: of each slot the holders besides the first
/// @param  object  what acquire returned
/// @return true; false after a fault: nothing changes then
/// @time   one multiply, two reads and one write
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, USE_AFTER_RELEASE, HOLDERS
bool hutch_retain_(const struct hutch_pool *pool, uint8_t *others, const void *object)
    HUTCH_ABI(hutch_retain_);

/// Removes a holder from an object, and releases it if that was the last one, after its despawn hook: what
/// packets_release(p) does.
/// @param  pool    a pool made with HUTCH_POOL_COUNTED
/// @param  others  as of retain
/// @param  object  what acquire returned
/// @return true; false after a fault: nothing changes then
/// @time   one multiply, two reads and one write; for the last holder the hook and hutch_release, too
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, DOUBLE_RELEASE (it has no holder left)
bool hutch_release_held_(const struct hutch_pool *pool, uint8_t *others, const void *object)
    HUTCH_ABI(hutch_release_held_);

/// Returns how many holders an object has: what packets_holders(p) does. The only one may write into it.
/// @param  pool    a pool made with HUTCH_POOL_COUNTED
/// @param  others  as of retain
/// @param  object  any address
/// @return 1 to HUTCH_HOLDERS_MAX; 0 if it is not a live object of this pool
/// @time   one multiply and two reads
/// @isr    any context; others may retain and release meanwhile
/// @fault  none
unsigned hutch_holders_(const struct hutch_pool *pool, const uint8_t *others, const void *object)
    HUTCH_ABI(hutch_holders_);

HUTCH_END_DECLS

// --------------------------------------------------------------------------------------------- how it counts

// Changes the count of a slot from `before` to `after`. The last holder to release, which reads 0, must see
// what the others wrote before they released.
#if HUTCH_HAS_LOCK_FREE && HUTCH_HAS_CAS_8
#    define HUTCH_COUNTS_FREE_(pool) hutch_is_lock_free(pool)
#    define HUTCH_COUNT_READ_(count) HUTCH_ATOMIC_LOAD(count, __ATOMIC_ACQUIRE)
#    define HUTCH_COUNT_SWAP_(count, before, after) HUTCH_CAS_WEAK(count, before, after, __ATOMIC_RELEASE)
#else
#    define HUTCH_COUNTS_FREE_(pool) false
#    define HUTCH_COUNT_READ_(count) (count)
#    define HUTCH_COUNT_SWAP_(count, before, after) ((void)(before), (count) = (after), true)
#endif

#define HUTCH_OTHERS_MAX_ ((uint8_t)(HUTCH_HOLDERS_MAX - 1)) // the count of a slot with HUTCH_HOLDERS_MAX
#define HUTCH_OTHERS_NONE_ ((uint8_t)0xFFu) // one step below 0: the last holder has released, its hook runs

/// True while the hook of the last holder may run: the count is one below 0. Without hooks it never is.
#define HUTCH_IS_LAST_GONE_(pool, count) ((pool)->options->hooks != NULL && (count) == HUTCH_OTHERS_NONE_)

/// Adds 1 to the count of a live slot, or subtracts 1, unless the count is `limit` or the last holder is
/// gone.
/// @param  before  receives the count as it was
HUTCH_INLINE bool hutch_counted_step(const struct hutch_pool *pool, uint8_t *count, unsigned index,
                                     uint8_t limit, uint8_t step, uint8_t *before)
{
    const bool is_free = HUTCH_COUNTS_FREE_(pool);
    const hutch_port_state_t saved = is_free ? (hutch_port_state_t)0 : hutch_core_lock(pool);
    bool is_done = false, is_over = !hutch_core_is_live_at(pool, index);
    while (!is_over && !is_done) {
        uint8_t others = HUTCH_COUNT_READ_(*count);
        *before = others;
        is_over = others == limit || HUTCH_IS_LAST_GONE_(pool, others);
        is_done = !is_over && HUTCH_COUNT_SWAP_(*count, others, (uint8_t)(others + step));
    }
    if (!is_free) {
        hutch_core_unlock(pool, saved);
    }
    return is_done;
}

HUTCH_INLINE unsigned hutch_core_holders(const struct hutch_pool *pool, const uint8_t *others,
                                         const void *object)
{
    const unsigned index = hutch_slot_index(pool, object);
    if (!hutch_core_is_live_at(pool, index)) {
        return 0;
    }
    const uint8_t count = HUTCH_LOAD(others[index]);
    return HUTCH_IS_LAST_GONE_(pool, count) ? 0u : count + 1u;
}

HUTCH_INLINE bool hutch_core_retain(const struct hutch_pool *pool, uint8_t *others, const void *object)
{
    const unsigned index = hutch_slot_index(pool, object);
    if (!HUTCH_MAY_USE(pool, index)) {
        return false;
    }
    uint8_t before = 0;
    const bool is_done = HUTCH_LIKELY(index != HUTCH_NONE) &&
                         hutch_counted_step(pool, &others[index], index, HUTCH_OTHERS_MAX_, 1u, &before);
    return HUTCH_LIKELY(is_done) ||
           hutch_core_bad_pointer(pool, index, object,
                                  hutch_core_is_live_at(pool, index) && !HUTCH_IS_LAST_GONE_(pool, before)
                                      ? (unsigned)HUTCH_FAULT_HOLDERS
                                      : (unsigned)HUTCH_FAULT_USE_AFTER_RELEASE);
}

HUTCH_INLINE bool hutch_core_release_held(const struct hutch_pool *pool, uint8_t *others, const void *object)
{
    const unsigned index = hutch_slot_index(pool, object);
    if (!HUTCH_MAY_USE(pool, index)) {
        return false;
    }
    const struct hutch_hooks *const hooks = pool->options->hooks;
    uint8_t before = 0;
    if (hooks == NULL) {
        if (HUTCH_LIKELY(index != HUTCH_NONE) &&
            hutch_counted_step(pool, &others[index], index, 0u, 0xFFu, &before)) {
            return true;
        }
        return hutch_core_release(pool, object);
    }
    bool is_done = index != HUTCH_NONE &&
                   hutch_counted_step(pool, &others[index], index, HUTCH_OTHERS_NONE_, 0xFFu, &before);
    if (is_done && before == 0) {
        if (hooks->despawn != NULL) {
            (hooks->despawn)(hutch_slot_address(pool, index));
        }
        is_done = hutch_core_release_slot(pool, index, false);
    }
    return is_done || hutch_core_bad_pointer(pool, index, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

// ------------------------------------------------------------------------------------------- typed functions

#if HUTCH_GNU && (!defined(__clang__) || __clang_major__ >= 14)
__attribute__((__error__("a counted pool runs a despawn hook only, for the last holder"))) void
hutch_cannot_hook(void);
#    define HUTCH_CHECK_LAST_HOOK_(name)                                                    \
        do {                                                                                \
            const struct hutch_hooks *const hooks_ = name##_options_.hooks;                 \
            if (hooks_ != NULL &&                                                           \
                __builtin_constant_p(hooks_->construct != NULL || hooks_->spawn != NULL) && \
                (hooks_->construct != NULL || hooks_->spawn != NULL)) {                     \
                hutch_cannot_hook();                                                        \
            }                                                                               \
        } while (0)
#else
#    define HUTCH_CHECK_LAST_HOOK_(name) ((void)0)
#endif

// clang-format off
// Who acquires a slot is its only holder, however it was freed.
#define HUTCH_COUNTED_FUNCTIONS_(name, type, pool, slots)                                                              \
    HUTCH_STATS_FUNCTIONS_(name, pool)                                                                                 \
    HUTCH_WALK_FUNCTIONS_(name, type, pool)                                                                            \
    HUTCH_TYPED_ type *name##_hold_(unsigned index_)                                                                   \
    {                                                                                                                  \
        type *const object_ = (type *)HUTCH_DO_(at)(&pool, index_);                                                    \
        HUTCH_CHECK_LAST_HOOK_(name);                                                                                  \
        if (object_ != NULL) { HUTCH_STORE(name##_others_[index_], 0); }                                               \
        return object_;                                                                                                \
    }                                                                                                                  \
    HUTCH_TYPED_ type *name##_acquire(void) { return name##_hold_(HUTCH_DO_INNER_(acquire_index)(&pool)); }                  \
    HUTCH_TYPED_ type *name##_acquire_urgent(void) { return name##_hold_(HUTCH_DO_INNER_(acquire_urgent_index)(&pool)); }    \
    HUTCH_COUNTED_WAIT_(name, type, pool)                                                                              \
    HUTCH_TYPED_ bool name##_retain(type const *object_)                                                               \
    {                                                                                                                  \
        return HUTCH_STAY_(HUTCH_DO_INNER_(retain)(&pool, name##_others_, (const void *)object_));                           \
    }                                                                                                                  \
    HUTCH_TYPED_ bool name##_release(type const *object_)                                                              \
    {                                                                                                                  \
        return HUTCH_STAY_(HUTCH_DO_INNER_(release_held)(&pool, name##_others_, (const void *)object_));                     \
    }                                                                                                                  \
    HUTCH_TYPED_ unsigned name##_holders(type const *object_)                                                          \
    {                                                                                                                  \
        return HUTCH_DO_INNER_(holders)(&pool, name##_others_, (const void *)object_);                                       \
    }                                                                                                                  \
    HUTCH_TYPED_ void name##_clear(void) { HUTCH_DO_(clear)(&pool); HUTCH_STAYED_(); }                                 \
    HUTCH_TYPED_ bool name##_is_live(type const *object_) { return HUTCH_DO_(is_live)(&pool, (const void *)object_); } \
    HUTCH_TYPED_ unsigned name##_index(type const *object_) { return HUTCH_DO_(index)(&pool, (const void *)object_); } \
    HUTCH_TYPED_ type *name##_at(unsigned index_) { HUTCH_PORT_AT(name, type, pool, slots) }                               \
    HUTCH_TYPED_ type *name##_containing(const void *address_) { return (type *)hutch_containing_(&name##_pool, address_); } \
    HUTCH_TYPED_ type *name##_first(void) { return (type *)HUTCH_DO_(first)(&pool); }                                  \
    HUTCH_TYPED_ type *name##_next(type const *object_) { return (type *)HUTCH_DO_(next)(&pool, (const void *)object_); } \
    HUTCH_TYPED_ unsigned name##_live(void) { return HUTCH_DO_(live)(&pool); }                                         \
    HUTCH_TYPED_ unsigned name##_available(void) { return HUTCH_DO_(available)(&pool); }                               \
    HUTCH_TYPED_ unsigned name##_capacity(void) { return name##_capacity_; }
#if HUTCH_CFG_WAIT
#    define HUTCH_COUNTED_WAIT_(name, type, pool)                                                                      \
    HUTCH_COMMON_WAIT_FUNCTIONS_(name)                                                                                 \
    HUTCH_TYPED_ type *name##_acquire_wait(uint32_t ticks_, enum hutch_wait_end *why_)                                                            \
    {                                                                                                                  \
        HUTCH_CHECK_WAIT_(name);                                                                                       \
        return name##_hold_(HUTCH_DO_INNER_(acquire_index_wait)(&pool, ticks_, why_));                                             \
    }
#else
#    define HUTCH_COUNTED_WAIT_(name, type, pool) HUTCH_NO_WAIT_("acquire_wait") type *name##_acquire_wait(uint32_t ticks, enum hutch_wait_end *why);
#endif
// clang-format on

/// A counted pool for one file.
#undef HUTCH_POOL_COUNTED
#define HUTCH_POOL_COUNTED(name, type, ...) HUTCH_LOCAL_COUNTED_(name, type, __VA_ARGS__)
#define HUTCH_LOCAL_COUNTED_(name, type, ...)                                \
    HUTCH_CAPACITY_AND_OPTIONS_(counted_, name, __VA_ARGS__)                 \
    HUTCH_PORT_POOL(plain_, name, __VA_ARGS__)                               \
    HUTCH_CHECK_TYPE_(name, type)                                            \
    HUTCH_LOCAL_LAID_OUT_(plain_, HUTCH_LAYOUT_plain_, name, name##_object_) \
    HUTCH_RAM_static_(uint8_t, name##_others_, name##_count_)                \
        HUTCH_COUNTED_FUNCTIONS_(name, type, name##_pool, name##_slots_) HUTCH_TAKE_SEMICOLON

// A shared one is of a kind of its own, laid out as a plain pool: HUTCH_POOL_DEFINE must not define it.
#define HUTCH_LAYOUT_counted_ HUTCH_LAYOUT_plain_
#define HUTCH_REFS_counted_(linkage, name) HUTCH_REFS_plain_(linkage, name)
#define HUTCH_GENERATIONS_counted_(name) HUTCH_GENERATIONS_plain_(name)
#define HUTCH_VISIBLE_counted_(name) HUTCH_VISIBLE_plain_(name)
#define HUTCH_HAS_MARKS_counted_ HUTCH_HAS_MARKS_plain_
#define HUTCH_CHECK_HOOKS_counted_(name, ...)
#define HUTCH_CALLS_counted_(name) HUTCH_CALLS_plain_(name)
#define HUTCH_EDGE_BYTES_counted_ HUTCH_EDGE_BYTES_plain_

/// The same for several files: this in a header, with the options ...
#define HUTCH_POOL_COUNTED_DECLARE(name, type, ...) HUTCH_SHARED_COUNTED_(name, type, __VA_ARGS__)
#define HUTCH_SHARED_COUNTED_(name, type, ...)                                                  \
    HUTCH_CAPACITY_AND_OPTIONS_(counted_, name, __VA_ARGS__)                                    \
    HUTCH_PORT_POOL(plain_, name, __VA_ARGS__)                                                  \
    HUTCH_CHECK_TYPE_(name, type)                                                               \
    HUTCH_DECLARED_SLOTS_(name, name##_object_)                                                 \
    HUTCH_DECLARED_RAM_(counted_, name)                                                         \
    HUTCH_BEGIN_DECLS HUTCH_RAM_extern_(uint8_t, name##_others_, name##_count_) HUTCH_END_DECLS \
    HUTCH_DESCRIBE_SHARED_(counted_, name, HUTCH_BYTES_(name##_slots_), sizeof(name##_object_), \
                           sizeof(name##_object_))                                              \
        HUTCH_COUNTED_FUNCTIONS_(name, type, HUTCH_SHARED_(name), name##_slots_) HUTCH_TAKE_SEMICOLON

/// ... and this in one .c file that includes the header.
#define HUTCH_POOL_COUNTED_DEFINE(name) HUTCH_GLOBAL_COUNTED_(name)
#define HUTCH_GLOBAL_COUNTED_(name) \
    HUTCH_RAM_global_(uint8_t, name##_others_, name##_count_) HUTCH_GLOBAL_POOL_(counted_, name)

#endif
