// SPDX-License-Identifier: MIT
// misuse.h - reports a wrong pointer, number or ref: with all that a debug build knows, with the pool's name,
// as a code and an address, or not at all.
#ifndef HUTCH_MISUSE_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_MISUSE_H

#include "bitmap.h"
#include "debug.h"
#include "fault.h"
#include "pool.h"

/// True if slot `index`, which may be HUTCH_NONE, holds an object that is in a queue. Functions over a
/// descriptor do not ask: it would be code for all pools. They report a double release.
#define HUTCH_IS_QUEUED(pool, index)                                                       \
    (HUTCH_IN_PROGRAM && HUTCH_HAS_QUEUES(pool) && (index) < (unsigned)(pool)->capacity && \
     hutch_bitmap_is_live((pool)->live, index) && !hutch_bitmap_is_live((pool)->visible, index))

// Bare builds report nothing. Without names, a report is the code and the address.

/// Reports a wrong pointer. @param index its slot; HUTCH_NONE if it is no slot's. @return false
HUTCH_INLINE bool hutch_core_bad_pointer(const struct hutch_pool *pool, unsigned index, const void *object,
                                         unsigned code)
{
    code = HUTCH_IS_QUEUED(pool, index) ? (unsigned)HUTCH_FAULT_QUEUED : code;
    if (HUTCH_CFG_CHECK == 0 || !HUTCH_CFG_NAMES) {
        const uint8_t bare_code = (uint8_t)(index != HUTCH_NONE ? code : (unsigned)HUTCH_FAULT_FOREIGN);
        return HUTCH_CFG_CHECK != 0 && hutch_fault_bare(object, bare_code);
    }
    return HUTCH_CFG_CHECK >= 2 ? hutch_debug_bad_pointer(pool->self, object, code)
                                : hutch_fault_pointer(pool->identity, object, code);
}

/// Reports a wrong slot number. @return false
HUTCH_INLINE bool hutch_core_bad_index(const struct hutch_pool *pool, unsigned index, unsigned code)
{
    code = HUTCH_IS_QUEUED(pool, index) ? (unsigned)HUTCH_FAULT_QUEUED : code;
    if (HUTCH_CFG_CHECK == 0 || !HUTCH_CFG_NAMES) {
        return HUTCH_CFG_CHECK != 0 && hutch_fault_bare(NULL, (uint8_t)code);
    }
    return HUTCH_CFG_CHECK >= 2 ? hutch_debug_bad_index(pool->self, index, code)
                                : hutch_fault_index(pool->identity, index, code);
}

/// Reports a wrong ref. @return false
HUTCH_INLINE bool hutch_core_bad_ref(const struct hutch_pool *pool, hutch_ref_t ref, unsigned code)
{
    return HUTCH_CFG_CHECK >= 2
               ? hutch_debug_bad_ref(pool->self, ref, code)
               : hutch_core_bad_index(pool, HUTCH_NONE, ref == 0 ? (unsigned)HUTCH_FAULT_NULL_REF : code);
}

/// Debug builds: false, and a report, if this context must not use the pool now. Other builds: true.
#define HUTCH_MAY_USE(pool, index) (HUTCH_CFG_CHECK < 2 || hutch_debug_may_use((pool)->self, index))

/// True if this context must not use the pool now; reports nothing. False in all but debug builds.
#define HUTCH_IS_REFUSED(pool) (HUTCH_CFG_CHECK >= 2 && hutch_debug_is_refused((pool)->self))

/// True if a ref has the tag of this pool. If not, debug builds report it; others have no tags.
#define HUTCH_REF_IS_OURS(pool, ref) (HUTCH_CFG_CHECK < 2 || hutch_debug_ref_is_ours((pool)->self, ref))

/// The tag in this pool's refs; 0 in all but debug builds.
#define HUTCH_REF_TAG(pool) (HUTCH_CFG_CHECK >= 2 ? hutch_debug_tag((pool)->self) : 0u)

#endif
