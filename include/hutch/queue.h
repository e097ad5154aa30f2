// SPDX-License-Identifier: MIT
// queue.h - queues of a pool's objects: from an interrupt to a task, from task to task.
//
//   HUTCH_POOL_QUEUED(packets, struct packet, 32, .lock = HUTCH_LOCK_IRQ);
//   HUTCH_QUEUE(inbox, packets);               2 bytes; as many queues as you like
//
//   struct packet *p = packets_acquire();      in the interrupt; fill it, and
//   inbox_put(p);                              the queue owns it now
//
//   while ((p = inbox_take()) != NULL) {       in the task: the oldest
//       use(p);
//       packets_release(p);
//   }
//
//   inbox_put(object)      true; false after a fault: nothing changes then
//   inbox_take()           the object that was put first: the caller owns it; NULL if the queue is empty
//   inbox_is_empty()       may be wrong a moment later
//   packets_queue_t        a queue in a struct or an array, of zeros when it is empty:
//                          packets_put(&queue, p), packets_take(&queue), packets_is_empty(&queue).
//                          Never copy one, or set it to zeros, while it has objects: they would be lost
//
// A queue links slot numbers, and there is a link for every slot: so a put never fails for want of room, and
// no capacity has to be chosen. Nothing is written into the objects. RAM: a byte and a bit per slot, two
// bytes above 255 slots, whatever the number of queues; 2 bytes per queue, or 4.
//
// A queue owns what is in it: the object counts as live, but is_live, walks, clear, a scene's reset and
// check, and a policy that evicts pass over it, and a second put and every release are refused. So a queue
// loses nothing and lends nothing out twice, whatever else happens in its pool. To empty one, take and
// release. An object that was taken is as any other: a policy may evict it. To let a full pool drop the
// oldest packet, take it from the queue in the policy's `.evict`, and return its number.
//
// Faults: QUEUED of a put, and of a release where typed functions fold and in debug builds; other releases
// report DOUBLE_RELEASE, and so do all of them with HUTCH_CFG_SMALL 1 and HUTCH_CFG_NAMES 0. What a policy's
// spill pool lends is no object of the pool: FOREIGN, or OTHER_POOL.
//
// Put and take may be called wherever the pool may be used. With HUTCH_LOCK_FREE any number of contexts may
// put, and only one may take from a queue; nothing is masked. Others than that one may see such a queue as
// empty for a moment. If the CPU cannot compare and swap a byte (RISC-V), or the build has counters of pools,
// put and take are in the critical section of HUTCH_LOCK_CORES, without HUTCH_CFG_CORES in that of
// HUTCH_LOCK_IRQ, as in all other pools in that of their lock: 10 to 35 instructions.
//
// A task may sleep until there is an object, with HUTCH_CFG_WAIT 1 and HUTCH_LOCK_IRQ, see wait.h:
//
//   HUTCH_WAITERS(readers);                    of this queue only
//   HUTCH_QUEUE_WAITED(inbox, packets, readers);
//   p = inbox_take_wait(100, NULL);            NULL when 100 ticks of the kernel have passed
//
// All other functions are those of any pool. Its objects are acquired, not spawned, and have no refs.
#ifndef HUTCH_QUEUE_H
#define HUTCH_QUEUE_H

#include "hutch.h" // IWYU pragma: export
#include "core/core.h"
#if HUTCH_CFG_WAIT
#    include "wait.h" // IWYU pragma: export
#endif

HUTCH_BEGIN_DECLS

/// Adds an object at the end of a queue: what packets_put(&queue, p) and inbox_put(p) do.
/// @param  pool    a pool made with HUTCH_POOL_QUEUED
/// @param  queue   a packets_queue_t of this pool
/// @param  object  what acquire or take returned
/// @return true; false after a fault: nothing changes then
/// @time   one multiply and a short critical section
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, OTHER_POOL, QUEUED, USE_AFTER_RELEASE
bool hutch_put_(const struct hutch_pool *pool, void *queue, const void *object) HUTCH_ABI(hutch_put_);

/// Removes the object that was put first.
/// @param  pool   a pool made with HUTCH_POOL_QUEUED
/// @param  queue  a packets_queue_t of this pool
/// @return the object; NULL if the queue is empty
/// @time   a short critical section; of a lock-free pool a step for each object that was put meanwhile
/// @isr    any context that the pool's lock covers; without a lock, and of a lock-free queue, one context
/// @fault  none
void *hutch_take_(const struct hutch_pool *pool, void *queue) HUTCH_ABI(hutch_take_);

/// Returns whether a queue has no object.
/// @param  pool   a pool made with HUTCH_POOL_QUEUED
/// @param  queue  a packets_queue_t of this pool
/// @return true if it is empty
/// @time   two reads, or a critical section of two
/// @isr    any context that the pool's lock covers
/// @fault  none
bool hutch_is_empty_(const struct hutch_pool *pool, const void *queue) HUTCH_ABI(hutch_is_empty_);

#if HUTCH_CFG_WAIT
/// Takes, and sleeps until the queue has an object: what inbox_take_wait(ticks, why) does.
/// @param  pool     a pool made with HUTCH_POOL_QUEUED, with HUTCH_LOCK_IRQ
/// @param  queue    a packets_queue_t of this pool
/// @param  waiters  those of this queue
/// @param  ticks    how long at most, in ticks of the kernel: 0: does not wait, HUTCH_FOREVER: no time-out
/// @param  why      receives why the wait ended; may be NULL
/// @return the object that was put first; NULL if the wait ended without one
/// @time   as take when there is one; otherwise until this task gets one or the time is over
/// @isr    tasks; in an interrupt it does not wait
/// @fault  none
void *hutch_take_wait_(const struct hutch_pool *pool, void *queue, struct hutch_waiters *waiters,
                       uint32_t ticks, enum hutch_wait_end *why) HUTCH_ABI(hutch_take_wait_);
#    if HUTCH_GNU && (!defined(__clang__) || __clang_major__ >= 14)
__attribute__((__error__("take_wait needs a pool with .lock = HUTCH_LOCK_IRQ"))) void
hutch_cannot_wait_in_a_queue(void);
#    endif
#endif

// Of small pools, see small.h, each in a critical section: adds a number to a queue, and returns true;
// removes the first and shows its slot, or returns 0.
bool hutch_small_link(void *queue, uint8_t *links, uint8_t number) HUTCH_ABI(hutch_small_link);
uint8_t hutch_small_unlink(void *queue, const uint8_t *links, hutch_word_t *visible)
    HUTCH_ABI(hutch_small_unlink);

HUTCH_END_DECLS

// --------------------------------------------------------------------------------------------------- a queue
// The numbers here are those of slots + 1, and 0 is none. A queue is the number of its first and of its last
// slot; `last` means nothing if there is no first. In a lock-free queue the numbers are `first` and `pushed`:
// who puts, pushes on a stack by compare-and-swap. Who takes, and finds no first, takes the whole stack by
// one exchange and turns it round: nobody pops a single number, so there is no ABA problem.

#define HUTCH_QUEUE_IS_WIDE_(capacity) ((capacity) > 255u)

#ifndef HUTCH_PORT_QUEUE_MARKS // marks that such a pool has room for
#    define HUTCH_PORT_QUEUE_MARKS 1
#endif

/// The links of a pool: of each slot the next one. They follow the marks; those of a wide pool have their
/// upper bytes after the lower ones.
#define HUTCH_LINKS_(pool) ((uint8_t *)HUTCH_MARK_WORDS(pool, HUTCH_PORT_QUEUE_MARKS))

#if HUTCH_HAS_LOCK_FREE && HUTCH_HAS_CAS_8 && HUTCH_HAS_CAS_16
#    define HUTCH_QUEUES_FREE_(pool) hutch_is_lock_free(pool)
#else
#    define HUTCH_QUEUES_FREE_(pool) false
#endif

#if HUTCH_HAS_LOCK_FREE
#    define HUTCH_QUEUE_HIDE_FREE_(pool, index) hutch_lockfree_hide(pool, index)
#    define HUTCH_QUEUE_SHOW_FREE_(pool, index) hutch_lockfree_show(pool, index)
#else
#    define HUTCH_QUEUE_HIDE_FREE_(pool, index) false
#    define HUTCH_QUEUE_SHOW_FREE_(pool, index) ((void)0)
#endif

enum { HUTCH_QUEUE_FIRST = 0, HUTCH_QUEUE_LAST = 1, HUTCH_QUEUE_PUSHED = 1 };

#define HUTCH_QUEUE_READ_(read, pool, queue, which)                                         \
    (HUTCH_QUEUE_IS_WIDE_((pool)->capacity) ? read(((const uint16_t *)(queue))[which]) + 0u \
                                            : read(((const uint8_t *)(queue))[which]) + 0u)

HUTCH_INLINE unsigned hutch_queue_number(const struct hutch_pool *pool, const void *queue, unsigned which)
{
    return HUTCH_QUEUE_READ_(, pool, queue, which);
}

HUTCH_INLINE void hutch_queue_set(const struct hutch_pool *pool, void *queue, unsigned which, unsigned number)
{
    if (HUTCH_QUEUE_IS_WIDE_(pool->capacity)) {
        HUTCH_STORE(((uint16_t *)queue)[which], (uint16_t)number);
    } else {
        HUTCH_STORE(((uint8_t *)queue)[which], (uint8_t)number);
    }
}

HUTCH_INLINE unsigned hutch_queue_next(const struct hutch_pool *pool, unsigned number)
{
    const uint8_t *const link = HUTCH_LINKS_(pool) + (number - 1u);
    return HUTCH_QUEUE_IS_WIDE_(pool->capacity) ? link[0] | (unsigned)link[pool->capacity] << 8 : link[0];
}

HUTCH_INLINE void hutch_queue_link(const struct hutch_pool *pool, unsigned number, unsigned next)
{
    uint8_t *const link = HUTCH_LINKS_(pool) + (number - 1u);
    link[0] = (uint8_t)next;
    if (HUTCH_QUEUE_IS_WIDE_(pool->capacity)) {
        link[pool->capacity] = (uint8_t)(next >> 8);
    }
}

/// Hides a slot and adds it to a queue. @return true; false if it was hidden or free
HUTCH_INLINE bool hutch_queue_put(const struct hutch_pool *pool, void *queue, unsigned index)
{
    const unsigned k = index / HUTCH_WORD_BITS, number = index + 1u;
    const hutch_word_t mask = hutch_bits_mask(index);
    const hutch_port_state_t saved = hutch_core_lock(pool);
    const bool is_free = hutch_is_lock_free(pool); // acquire and release are not in this section then
    const bool is_ours = is_free ? HUTCH_QUEUE_HIDE_FREE_(pool, index) : (pool->visible[k] & mask) != 0;
    if (HUTCH_LIKELY(is_ours)) {
        if (!is_free) {
            hutch_locked_mark(pool->visible, k, mask, false);
        }
        if (hutch_queue_number(pool, queue, HUTCH_QUEUE_FIRST) == 0) {
            hutch_queue_set(pool, queue, HUTCH_QUEUE_FIRST, number);
        } else {
            hutch_queue_link(pool, hutch_queue_number(pool, queue, HUTCH_QUEUE_LAST), number);
        }
        hutch_queue_set(pool, queue, HUTCH_QUEUE_LAST, number);
    }
    hutch_core_unlock(pool, saved);
    return is_ours;
}

/// Removes the first slot of a queue and shows it. @return its number + 1; 0 if there is none
HUTCH_INLINE unsigned hutch_queue_take(const struct hutch_pool *pool, void *queue)
{
    const hutch_port_state_t saved = hutch_core_lock(pool);
    const unsigned number = hutch_queue_number(pool, queue, HUTCH_QUEUE_FIRST);
    if (number != 0) {
        const bool is_last = number == hutch_queue_number(pool, queue, HUTCH_QUEUE_LAST);
        hutch_queue_set(pool, queue, HUTCH_QUEUE_FIRST, is_last ? 0u : hutch_queue_next(pool, number));
        const unsigned k =
            HUTCH_LEAF_WORDS((unsigned)pool->capacity) == 1 ? 0u : (number - 1u) / HUTCH_WORD_BITS;
        if (hutch_is_lock_free(pool)) {
            HUTCH_QUEUE_SHOW_FREE_(pool, number - 1u);
        } else {
            hutch_locked_mark(pool->visible, k, hutch_bits_mask(number - 1u), true);
        }
    }
    hutch_core_unlock(pool, saved);
    return number;
}

#if HUTCH_HAS_LOCK_FREE && HUTCH_HAS_CAS_8 && HUTCH_HAS_CAS_16
// What was written into an object comes before it is put, and what is read there after it is taken.
#    ifndef HUTCH_ORDER_PUT
#        define HUTCH_ORDER_PUT __ATOMIC_RELEASE
#    endif
#    ifndef HUTCH_ORDER_TAKE
#        define HUTCH_ORDER_TAKE __ATOMIC_ACQUIRE
#    endif
// `type` is that of the numbers.
#    define HUTCH_QUEUE_PUSH_(type, pool, queue, number)                                   \
        do {                                                                               \
            type *const pushed_ = (type *)(queue) + HUTCH_QUEUE_PUSHED;                    \
            type before_ = HUTCH_ATOMIC_LOAD(*pushed_, __ATOMIC_RELAXED);                  \
            do {                                                                           \
                hutch_queue_link(pool, number, before_);                                   \
            } while (!HUTCH_CAS_WEAK(*pushed_, before_, (type)(number), HUTCH_ORDER_PUT)); \
        } while (0)
#    define HUTCH_QUEUE_PULL_(type, queue) \
        __atomic_exchange_n((type *)(queue) + HUTCH_QUEUE_PUSHED, (type)0, HUTCH_ORDER_TAKE)

HUTCH_INLINE bool hutch_queue_put_free(const struct hutch_pool *pool, void *queue, unsigned index)
{
    if (!hutch_lockfree_hide(pool, index)) {
        return false;
    }
    if (HUTCH_QUEUE_IS_WIDE_(pool->capacity)) {
        HUTCH_QUEUE_PUSH_(uint16_t, pool, queue, index + 1u);
    } else {
        HUTCH_QUEUE_PUSH_(uint8_t, pool, queue, index + 1u);
    }
    return true;
}

HUTCH_INLINE unsigned hutch_queue_take_free(const struct hutch_pool *pool, void *queue)
{
    unsigned number = hutch_queue_number(pool, queue, HUTCH_QUEUE_FIRST);
    if (number == 0) {
        unsigned at = HUTCH_QUEUE_IS_WIDE_(pool->capacity) ? HUTCH_QUEUE_PULL_(uint16_t, queue)
                                                           : HUTCH_QUEUE_PULL_(uint8_t, queue);
        while (at != 0) {
            const unsigned before = hutch_queue_next(pool, at);
            hutch_queue_link(pool, at, number);
            number = at;
            at = before;
        }
    }
    if (number != 0) {
        hutch_queue_set(pool, queue, HUTCH_QUEUE_FIRST, hutch_queue_next(pool, number));
        hutch_lockfree_show(pool, number - 1u);
    }
    return number;
}
#else
#    define hutch_queue_put_free(pool, queue, index) false
#    define hutch_queue_take_free(pool, queue) 0u
#endif

/// Reports an object that cannot be put. @return false
HUTCH_INLINE bool hutch_queue_refuse(const struct hutch_pool *pool, unsigned index, const void *object)
{
    const bool is_live = index != HUTCH_NONE && hutch_bitmap_is_live(pool->live, index);
    return hutch_core_bad_pointer(pool, index, object,
                                  is_live ? (unsigned)HUTCH_FAULT_QUEUED
                                          : (unsigned)HUTCH_FAULT_USE_AFTER_RELEASE);
}

HUTCH_INLINE bool hutch_core_put(const struct hutch_pool *pool, void *queue, const void *object)
{
    if (HUTCH_IS_SMALL_QUEUED(pool)) {
        const uint8_t number = hutch_small_withdraw(object, pool->slots, pool->visible, HUTCH_SHAPE(pool));
        return number != 0
                   ? hutch_small_link(queue, HUTCH_LINKS_(pool), number)
                   : HUTCH_CFG_NAMES && hutch_queue_refuse(pool, hutch_slot_index(pool, object), object);
    }
    const unsigned index = hutch_slot_index(pool, object);
    if (!HUTCH_MAY_USE(pool, index)) {
        return false;
    }
    const bool is_done = HUTCH_LIKELY(index != HUTCH_NONE) &&
                         (HUTCH_QUEUES_FREE_(pool) ? hutch_queue_put_free(pool, queue, index)
                                                   : hutch_queue_put(pool, queue, index));
    return HUTCH_LIKELY(is_done) || hutch_queue_refuse(pool, index, object);
}

HUTCH_INLINE void *hutch_core_take(const struct hutch_pool *pool, void *queue)
{
    if (!HUTCH_MAY_USE(pool, HUTCH_NONE)) {
        return NULL;
    }
    const unsigned number = HUTCH_IS_SMALL_QUEUED(pool)
                                ? hutch_small_unlink(queue, HUTCH_LINKS_(pool), pool->visible)
                            : HUTCH_QUEUES_FREE_(pool) ? hutch_queue_take_free(pool, queue)
                                                       : hutch_queue_take(pool, queue);
    return number != 0 ? hutch_slot_address(pool, number - 1u) : NULL;
}

HUTCH_INLINE bool hutch_core_is_empty(const struct hutch_pool *pool, const void *queue)
{
    const bool is_in_two_steps = HUTCH_WORD_BITS == 8 && HUTCH_QUEUE_IS_WIDE_(pool->capacity); // the read
    const hutch_port_state_t saved = is_in_two_steps ? hutch_core_lock(pool) : (hutch_port_state_t)0;
    const bool is_empty =
        HUTCH_QUEUE_READ_(HUTCH_LOAD, pool, queue, HUTCH_QUEUE_FIRST) == 0 &&
        (!HUTCH_QUEUES_FREE_(pool) || HUTCH_QUEUE_READ_(HUTCH_LOAD, pool, queue, HUTCH_QUEUE_PUSHED) == 0);
    if (is_in_two_steps) {
        hutch_core_unlock(pool, saved);
    }
    return is_empty;
}

// ------------------------------------------------------------------------------------- what a program writes

// Functions of a pool that all its queues share, where code is dear.
#if HUTCH_CFG_SMALL && HUTCH_CFG_FOLD
#    define HUTCH_QUEUE_SHARED_ HUTCH_UNUSED HUTCH_NOINLINE static
#else
#    define HUTCH_QUEUE_SHARED_ HUTCH_TYPED_
#endif

// clang-format off
#define HUTCH_SPAWN_FUNCTIONS_queued_(name, type, pool)                                                                \
    HUTCH_SPAWN_FUNCTIONS_plain_(name, type, pool)                                                                     \
    enum { name##_is_a_HUTCH_POOL_QUEUED = 1 };                                                                        \
    typedef struct { uint16_t ends_[HUTCH_QUEUE_IS_WIDE_(name##_count_) ? 2 : 1]; } name##_queue_t;                    \
    HUTCH_QUEUE_SHARED_ bool name##_put(name##_queue_t *queue_, type const *object_)                                   \
    {                                                                                                                  \
        return HUTCH_STAY_(HUTCH_DO_INNER_(put)(&pool, (void *)queue_, (const void *)object_));                        \
    }                                                                                                                  \
    HUTCH_MUST_USE HUTCH_QUEUE_SHARED_ type *name##_take(name##_queue_t *queue_) { return HUTCH_STAY_((type *)HUTCH_DO_INNER_(take)(&pool, (void *)queue_)); } \
    HUTCH_TYPED_ bool name##_is_empty(name##_queue_t const *queue_) { return HUTCH_DO_INNER_(is_empty)(&pool, (const void *)queue_); }
// clang-format on

// The kind, see storage.h: a mark, and after the marks the links.
#define HUTCH_LAYOUT_queued_ HUTCH_LAYOUT_plain_
#define HUTCH_EDGE_BYTES_queued_ HUTCH_EDGE_BYTES_plain_
#define HUTCH_GENERATIONS_queued_(name) HUTCH_GENERATIONS_plain_(name)
#define HUTCH_LINK_BYTES_(count) ((size_t)(count) * (HUTCH_QUEUE_IS_WIDE_(count) ? 2u : 1u))
#define HUTCH_REFS_queued_(linkage, name)                                 \
    HUTCH_REFS_plain_(linkage, name) HUTCH_RAM_##linkage(                 \
        hutch_word_t, name##_marks_,                                      \
        (size_t)HUTCH_PORT_QUEUE_MARKS *HUTCH_LEAF_WORDS(name##_count_) + \
            (HUTCH_LINK_BYTES_(name##_count_) + sizeof(hutch_word_t) - 1u) / sizeof(hutch_word_t))
#define HUTCH_VISIBLE_queued_(name) name##_marks_
#define HUTCH_HAS_MARKS_queued_ 2
#define HUTCH_CALLS_queued_(name) &hutch_hooked_calls
#define HUTCH_CHECK_REFS_queued_(name)
#define HUTCH_CHECK_HOOKS_queued_(name, ...) HUTCH_CHECK_HOOKS_plain_(name, __VA_ARGS__)
#define HUTCH_REF_FUNCTIONS_queued_(name, type, pool) HUTCH_REF_FUNCTIONS_plain_(name, type, pool)

/// A pool whose objects may wait in queues, for one file.
#undef HUTCH_POOL_QUEUED
#define HUTCH_POOL_QUEUED(name, type, ...) HUTCH_LOCAL_POOL_(queued_, name, type, __VA_ARGS__)

/// The same for several files: this in a header, with the options, and the other in one .c file.
#define HUTCH_POOL_QUEUED_DECLARE(name, type, ...) HUTCH_SHARED_POOL_(queued_, name, type, __VA_ARGS__)
#define HUTCH_POOL_QUEUED_DEFINE(name) HUTCH_GLOBAL_POOL_(queued_, name)

/// A queue of objects of one pool, for one file.
#undef HUTCH_QUEUE
#define HUTCH_QUEUE(name, pool)    \
    HUTCH_LOCAL_QUEUE_(name, pool) \
    HUTCH_QUEUE_FUNCTIONS_(name, pool)
#define HUTCH_LOCAL_QUEUE_(name, pool)                              \
    HUTCH_ONE_FILE_(name)                                           \
    enum { name##_pool_is_right_ = pool##_is_a_HUTCH_POOL_QUEUED }; \
    HUTCH_PLACED_ static pool##_queue_t name##_queue_;

/// The same for several files: this in a header after the pool, and the other in one .c file.
#define HUTCH_QUEUE_DECLARE(name, pool) HUTCH_SHARED_QUEUE_(name, pool) HUTCH_QUEUE_FUNCTIONS_(name, pool)
#define HUTCH_SHARED_QUEUE_(name, pool)                             \
    enum { name##_pool_is_right_ = pool##_is_a_HUTCH_POOL_QUEUED }; \
    typedef pool##_queue_t name##_queue_type_;                      \
    HUTCH_BEGIN_DECLS extern name##_queue_type_ name##_queue_;      \
    HUTCH_END_DECLS
#define HUTCH_QUEUE_DEFINE(name) HUTCH_GLOBAL_QUEUE_(name)
#define HUTCH_GLOBAL_QUEUE_(name) HUTCH_PLACED_ name##_queue_type_ name##_queue_

/// A queue whose consumers may sleep; `waiters` is of HUTCH_WAITERS. _DECLARE and HUTCH_QUEUE_DEFINE: the
/// same for several files, with HUTCH_WAITERS_DECLARE.
#if HUTCH_CFG_WAIT
#    define HUTCH_QUEUE_WAITED(name, pool, waiters) \
        HUTCH_LOCAL_QUEUE_(name, pool) HUTCH_WAITED_FUNCTIONS_(name, pool, waiters)
#    define HUTCH_QUEUE_WAITED_DECLARE(name, pool, waiters) \
        HUTCH_SHARED_QUEUE_(name, pool) HUTCH_WAITED_FUNCTIONS_(name, pool, waiters)
#    define HUTCH_WAITED_FUNCTIONS_(name, pool, waiters)                                                   \
        HUTCH_TYPED_ bool name##_put(pool##_object_ const *object_)                                        \
        {                                                                                                  \
            const bool is_done_ = pool##_put(&name##_queue_, object_);                                     \
            HUTCH_WAKE_ONE(&pool##_pool, &waiters, is_done_);                                              \
            return is_done_;                                                                               \
        }                                                                                                  \
        HUTCH_MUST_USE HUTCH_TYPED_ pool##_object_ *name##_take_wait(uint32_t ticks_,                      \
                                                                     enum hutch_wait_end *why_)            \
        {                                                                                                  \
            HUTCH_CHECK_QUEUE_WAIT_(pool);                                                                 \
            return HUTCH_STAY_(                                                                            \
                (pool##_object_ *)hutch_take_wait_(&pool##_pool, &name##_queue_, &waiters, ticks_, why_)); \
        }                                                                                                  \
        HUTCH_QUEUE_TAKE_FUNCTIONS_(name, pool)
#    if HUTCH_GNU && (!defined(__clang__) || __clang_major__ >= 14)
#        define HUTCH_CHECK_QUEUE_WAIT_(pool)                                                                \
            do {                                                                                             \
                if (__builtin_constant_p(pool##_options_.lock) && pool##_options_.lock != HUTCH_LOCK_IRQ_) { \
                    hutch_cannot_wait_in_a_queue();                                                          \
                }                                                                                            \
            } while (0)
#    else
#        define HUTCH_CHECK_QUEUE_WAIT_(pool) ((void)0)
#    endif
#else
#    define HUTCH_QUEUE_WAITED(name, pool, waiters) \
        HUTCH_STATIC_ASSERT(0, HUTCH_QUEUE_WAITED_needs_HUTCH_CFG_WAIT_1)
#    define HUTCH_QUEUE_WAITED_DECLARE HUTCH_QUEUE_WAITED
#endif

#define HUTCH_QUEUE_FUNCTIONS_(name, pool)                      \
    HUTCH_TYPED_ bool name##_put(pool##_object_ const *object_) \
    {                                                           \
        return pool##_put(&name##_queue_, object_);             \
    }                                                           \
    HUTCH_QUEUE_TAKE_FUNCTIONS_(name, pool)
#define HUTCH_QUEUE_TAKE_FUNCTIONS_(name, pool)                   \
    HUTCH_MUST_USE HUTCH_TYPED_ pool##_object_ *name##_take(void) \
    {                                                             \
        return pool##_take(&name##_queue_);                       \
    }                                                             \
    HUTCH_TYPED_ bool name##_is_empty(void)                       \
    {                                                             \
        return pool##_is_empty(&name##_queue_);                   \
    }                                                             \
    HUTCH_TAKE_SEMICOLON

#endif
