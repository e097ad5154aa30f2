// SPDX-License-Identifier: MIT
// hutch_adopt.c - makes the objects live that an array of the program holds already.

#include "hutch_unfolded.h"

#include "hutch/core/over.h"
#include "hutch/core/core.h"

#if HUTCH_CFG_CHECK >= 2

#    include "hutch_debug_bytes.h"
#    include "hutch_debug_pool.h"

// hutch_debug_prepare poisons every free slot, so the live bits are set first.
static void adopt_untouched(const struct hutch_pool *pool, unsigned count)
{
    for (unsigned index = 0; index < count; index++) {
        const unsigned k = index / HUTCH_WORD_BITS;
        hutch_bitmap_claim(pool->live, pool->capacity, k, hutch_bits_mask(index));
        if (pool->has_marks) {
            hutch_locked_mark(pool->visible, k, hutch_bits_mask(index), true);
        }
    }
    hutch_debug_prepare(pool);
    for (unsigned index = 0; index < count; index++) {
        hutch_bytes_open(pool, index);
        hutch_notes_sign(pool, index);
    }
    if (HUTCH_CFG_STATS && count != 0) {
        hutch_stats_note_claimed(pool, 0, count);
    }
}

// At the first use of the pool, adopts all slots in one step, before any free slot is poisoned. Returns false
// if the pool was used before, or if fence mode gives each object pages of its own.
static bool adopt_at_first_use(const struct hutch_pool *pool, unsigned count)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const hutch_port_state_t saved = hutch_core_lock(pool);
    const bool is_untouched = !pool->debug->is_ready && !(HUTCH_CFG_FENCE && pool->edge_bytes == 0);
    if (is_untouched) {
        adopt_untouched(pool, count);
    }
    for (unsigned index = 0; is_untouched && policy != NULL && index < count; index++) {
        HUTCH_POLICY_STAMP_(policy, index);
    }
    hutch_core_unlock(pool, saved);
    return is_untouched;
}

#else
#    define adopt_at_first_use(pool, count) false
#endif

static void adopt_one(const struct hutch_pool *pool, unsigned index, unsigned *adopted)
{
    if (hutch_core_is_live_at(pool, index) || !hutch_core_claim_index(pool, index)) {
        return;
    }
#if HUTCH_CFG_FENCE
    unsigned char *const object = (unsigned char *)hutch_slot_address(pool, index);
    for (size_t i = 0; pool->edge_bytes == 0 && i < pool->object_bytes; i++) {
        object[i] = pool->slots[index * pool->stride_bytes + i];
    }
#endif
    (*adopted)++;
}

static unsigned hutch_core_adopt(const struct hutch_pool *pool, unsigned count)
{
    unsigned adopted = 0;
    if (count > pool->capacity) {
        hutch_core_bad_index(pool, count, HUTCH_FAULT_BAD_INDEX);
        return 0;
    }
    if (!HUTCH_MAY_USE(pool, HUTCH_NONE)) {
        return 0;
    }
    if (adopt_at_first_use(pool, count)) {
        return count;
    }
    for (unsigned index = 0; index < count; index++) {
        adopt_one(pool, index, &adopted);
    }
    return adopted;
}

// clang-format off
PUBLIC(unsigned, hutch_adopt, adopt, (const struct hutch_pool *pool, unsigned count), (pool, count))
// clang-format on
