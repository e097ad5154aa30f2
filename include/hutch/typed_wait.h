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
HUTCH_INLINE unsigned hutch_core_wait_typed(const struct hutch_pool *pool, uint32_t ticks)
{
#    if HUTCH_GNU
    if (__builtin_constant_p(pool->lock) && (pool->lock != HUTCH_LOCK_IRQ || pool->wait == NULL)) {
        hutch_core_cannot_wait();
    }
#    endif
    return hutch_core_wait(pool, HUTCH_TAKE_PLAIN, ticks, HUTCH_CALLER());
}

#    define HUTCH_WAIT_FUNCTIONS_(linkage, name, type)                                              \
        linkage type *name##_acquire_wait(uint32_t ticks)                                           \
        {                                                                                           \
            return (type *)hutch_core_at(&name##_pool, hutch_core_wait_typed(&name##_pool, ticks)); \
        }
#    define HUTCH_WAIT_PROTOTYPES_(linkage, name, type) \
        linkage type *name##_acquire_wait(uint32_t ticks) HUTCH_ABI(name##_acquire_wait);
#    define HUTCH_ID_WAIT_FUNCTIONS_(linkage, name)                 \
        linkage int name##_acquire_wait(uint32_t ticks)             \
        {                                                           \
            return (int)hutch_core_wait_typed(&name##_pool, ticks); \
        }
#    define HUTCH_ID_WAIT_PROTOTYPES_(linkage, name) \
        linkage int name##_acquire_wait(uint32_t ticks) HUTCH_ABI(name##_acquire_wait);

#else
// Calling one in a build that does not wait is an error at compile time that names the option.
#    define HUTCH_WAIT_FUNCTIONS_(linkage, name, type) HUTCH_WAIT_PROTOTYPES_(linkage, name, type)
#    define HUTCH_WAIT_PROTOTYPES_(linkage, name, type) \
        HUTCH_MISSING("acquire_wait needs HUTCH_CFG_WAIT 1") type *name##_acquire_wait(uint32_t ticks);
#    define HUTCH_ID_WAIT_FUNCTIONS_(linkage, name) HUTCH_ID_WAIT_PROTOTYPES_(linkage, name)
#    define HUTCH_ID_WAIT_PROTOTYPES_(linkage, name) \
        HUTCH_MISSING("acquire_wait needs HUTCH_CFG_WAIT 1") int name##_acquire_wait(uint32_t ticks);
#endif

#endif
