// SPDX-License-Identifier: MIT
// typed_wait.h - the typed functions that wait.
#ifndef HUTCH_TYPED_WAIT_H
#define HUTCH_TYPED_WAIT_H

#include "core.h"
#include "wait.h"

#if HUTCH_CFG_WAIT

#    if HUTCH_GNU && (!defined(__clang__) || __clang_major__ >= 14)
__attribute__((error("acquire_wait needs .lock = HUTCH_LOCK_IRQ and .wait = &waiters"))) void
hutch_core_cannot_wait(void);
#    else
#        define hutch_core_cannot_wait() ((void)0)
#    endif

// Where the compiler knows the pool, one that cannot be waited for is an error. hutch_check finds the others.
// A pool for several files has the function whether it is called or not, so it may lack waiters: then it does
// not wait.
HUTCH_INLINE unsigned hutch_core_wait_typed(const struct hutch_pool *pool, uint32_t ticks, bool is_shared)
{
#    if HUTCH_GNU
    if (__builtin_constant_p(pool->lock) &&
        (pool->wait == NULL ? !is_shared : pool->lock != HUTCH_LOCK_IRQ)) {
        hutch_core_cannot_wait();
    }
#    endif
    (void)is_shared;
    return hutch_core_wait(pool, HUTCH_TAKE_PLAIN, ticks, HUTCH_CALLER());
}

#    define HUTCH_WAIT_FUNCTIONS_(linkage, name, type, is_shared)                                \
        linkage type *name##_acquire_wait(uint32_t ticks)                                        \
        {                                                                                        \
            return (type *)hutch_core_at(&name##_pool,                                           \
                                         hutch_core_wait_typed(&name##_pool, ticks, is_shared)); \
        }
#    define HUTCH_WAIT_PROTOTYPES_(linkage, name, type) \
        linkage type *name##_acquire_wait(uint32_t ticks) HUTCH_ABI(name##_acquire_wait);
#    define HUTCH_ID_WAIT_FUNCTIONS_(linkage, name, is_shared)                 \
        linkage int name##_acquire_wait(uint32_t ticks)                        \
        {                                                                      \
            return (int)hutch_core_wait_typed(&name##_pool, ticks, is_shared); \
        }
#    define HUTCH_ID_WAIT_PROTOTYPES_(linkage, name) \
        linkage int name##_acquire_wait(uint32_t ticks) HUTCH_ABI(name##_acquire_wait);

#else
// Calling one in a build that does not wait is an error at compile time that names the option.
#    define HUTCH_WAIT_FUNCTIONS_(linkage, name, type, is_shared) HUTCH_WAIT_PROTOTYPES_(linkage, name, type)
#    define HUTCH_WAIT_PROTOTYPES_(linkage, name, type) \
        HUTCH_MISSING("acquire_wait needs HUTCH_CFG_WAIT 1") type *name##_acquire_wait(uint32_t ticks);
#    define HUTCH_ID_WAIT_FUNCTIONS_(linkage, name, is_shared) HUTCH_ID_WAIT_PROTOTYPES_(linkage, name)
#    define HUTCH_ID_WAIT_PROTOTYPES_(linkage, name) \
        HUTCH_MISSING("acquire_wait needs HUTCH_CFG_WAIT 1") int name##_acquire_wait(uint32_t ticks);
#endif

#endif
