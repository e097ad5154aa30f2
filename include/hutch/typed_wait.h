// SPDX-License-Identifier: MIT
// typed_wait.h - the functions that wait; how waiting works, and the contracts, are in wait.h.
#ifndef HUTCH_TYPED_WAIT_H
#define HUTCH_TYPED_WAIT_H

#include "core/core.h"

#if HUTCH_CFG_WAIT

// A failed try is not counted as refused; a wait that ends without a slot is, once.
HUTCH_INLINE unsigned hutch_core_acquire_index_wait_why(const struct hutch_pool *pool, uint32_t ticks,
                                                        enum hutch_wait_end *why)
{
    const unsigned mode = pool->options->wait != NULL ? HUTCH_MODE_UNCOUNTED : HUTCH_MODE_PLAIN;
    struct hutch_wait wait;
    unsigned index;
    wait.ticks = ticks;
    wait.is_counted = false;
    wait.end = HUTCH_WAIT_SERVED;
    do {
        index = hutch_core_acquire_mode(pool, mode);
    } while (index == HUTCH_NONE && hutch_wait_again(pool->self, &wait));
    if (wait.is_counted) {
        hutch_wait_finish(pool->self);
    }
    if (why != NULL) {
        *why = index != HUTCH_NONE ? HUTCH_WAIT_SERVED : (enum hutch_wait_end)wait.end;
    }
    return index;
}

HUTCH_INLINE unsigned hutch_core_acquire_index_wait(const struct hutch_pool *pool, uint32_t ticks)
{
    return hutch_core_acquire_index_wait_why(pool, ticks, NULL);
}

HUTCH_INLINE void *hutch_core_acquire_wait_why(const struct hutch_pool *pool, uint32_t ticks,
                                               enum hutch_wait_end *why)
{
    const unsigned index = hutch_core_acquire_index_wait_why(pool, ticks, why);
    return index != HUTCH_NONE ? hutch_slot_address(pool, index) : NULL;
}

HUTCH_INLINE void *hutch_core_acquire_wait(const struct hutch_pool *pool, uint32_t ticks)
{
    return hutch_core_acquire_wait_why(pool, ticks, NULL);
}

#    if HUTCH_GNU && (!defined(__clang__) || __clang_major__ >= 14)
__attribute__((__error__("acquire_wait needs .lock = HUTCH_LOCK_IRQ and .wait = &waiters"))) void
hutch_cannot_wait(void);
// Waiting on a pool without waiters or HUTCH_LOCK_IRQ is a compile-time error if the compiler can see the
// options. Otherwise: without waiters it ends at once, and hutch_check detects the wrong lock.
#        define HUTCH_CHECK_WAIT_(name)                                                         \
            do {                                                                                \
                if (__builtin_constant_p(name##_options_.wait == NULL) &&                       \
                    (name##_options_.wait == NULL || name##_options_.lock != HUTCH_LOCK_IRQ)) { \
                    hutch_cannot_wait();                                                        \
                }                                                                               \
            } while (0)
#    else
#        define HUTCH_CHECK_WAIT_(name) ((void)0)
#    endif
#    define HUTCH_WAIT_FUNCTIONS_(name, type, pool)                                            \
        HUTCH_COMMON_WAIT_FUNCTIONS_(name)                                                     \
        HUTCH_TYPED_ type *name##_acquire_wait(uint32_t ticks_)                                \
        {                                                                                      \
            HUTCH_CHECK_WAIT_(name);                                                           \
            return HUTCH_STAY_((type *)HUTCH_DO_(acquire_wait)(&pool, ticks_));                \
        }                                                                                      \
        HUTCH_TYPED_ type *name##_acquire_wait_why(uint32_t ticks_, enum hutch_wait_end *why_) \
        {                                                                                      \
            HUTCH_CHECK_WAIT_(name);                                                           \
            return HUTCH_STAY_((type *)HUTCH_DO_(acquire_wait_why)(&pool, ticks_, why_));      \
        }
#    define HUTCH_NUMBER_WAIT_FUNCTIONS_(name, pool)                                         \
        HUTCH_COMMON_WAIT_FUNCTIONS_(name)                                                   \
        HUTCH_TYPED_ int name##_acquire_wait(uint32_t ticks_)                                \
        {                                                                                    \
            HUTCH_CHECK_WAIT_(name);                                                         \
            return HUTCH_STAY_((int)HUTCH_DO_(acquire_index_wait)(&pool, ticks_));           \
        }                                                                                    \
        HUTCH_TYPED_ int name##_acquire_wait_why(uint32_t ticks_, enum hutch_wait_end *why_) \
        {                                                                                    \
            HUTCH_CHECK_WAIT_(name);                                                         \
            return HUTCH_STAY_((int)HUTCH_DO_(acquire_index_wait_why)(&pool, ticks_, why_)); \
        }
#    define HUTCH_COMMON_WAIT_FUNCTIONS_(name) \
        HUTCH_TYPED_ void name##_wake(void)    \
        {                                      \
            HUTCH_CHECK_WAIT_(name);           \
            hutch_wake(&name##_pool);          \
        }
#else
// In builds without HUTCH_CFG_WAIT each call is an error that names the option, see HUTCH_MISSING.
#    define HUTCH_NO_WAIT_(verb) HUTCH_MISSING(verb " needs HUTCH_CFG_WAIT 1")
#    define HUTCH_WAIT_FUNCTIONS_(name, type, pool)                               \
        HUTCH_NO_WAIT_("acquire_wait") type *name##_acquire_wait(uint32_t ticks); \
        HUTCH_NO_WAIT_("acquire_wait_why")                                        \
        type *name##_acquire_wait_why(uint32_t ticks, enum hutch_wait_end *why);  \
        HUTCH_NO_WAIT_("wake") void name##_wake(void);
#    define HUTCH_NUMBER_WAIT_FUNCTIONS_(name, pool)                            \
        HUTCH_NO_WAIT_("acquire_wait") int name##_acquire_wait(uint32_t ticks); \
        HUTCH_NO_WAIT_("acquire_wait_why")                                      \
        int name##_acquire_wait_why(uint32_t ticks, enum hutch_wait_end *why);  \
        HUTCH_NO_WAIT_("wake") void name##_wake(void);
#endif

#endif
