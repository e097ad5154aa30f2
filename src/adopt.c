// SPDX-License-Identifier: MIT
// adopt.c - makes objects live that were there before their pool.

// Debug builds note who called: these functions' own caller, not they themselves. Before the first include.
#ifdef __GNUC__
#    define HUTCH_CALLER() __builtin_return_address(0)
#endif

#include "unfolded.h"

#include "hutch/adopt.h"
#include "hutch/core.h"
#include "hutch/fault.h"

#if HUTCH_CFG_CHECK >= 2

#    include "debug_bytes.h"
#    include "debug_pool.h"

// The first use of a pool fills its free slots. So the bits come first.
static void adopt_untouched(const struct hutch_pool *pool, unsigned count, const struct hutch_site *site)
{
    for (unsigned index = 0; index < count; index++) {
        hutch_tracker_take(pool->live, pool->capacity, index / HUTCH_WORD_BITS, hutch_bit(index));
        if (pool->marks != NULL) {
            hutch_word_t *const visible = hutch_visible_of(pool) + index / HUTCH_WORD_BITS;
            *visible = (hutch_word_t)(*visible | hutch_bit(index));
        }
    }
    hutch_debug_prepare(pool);
    for (unsigned index = 0; index < count; index++) {
        hutch_bytes_open(pool, index);
        hutch_core_note_taken(pool, index);
        pool->notes[index].acquired_by = *site;
        pool->notes[index].acquired_at = hutch_tick();
    }
    if (HUTCH_CFG_STATS) {
        hutch_core_count_peak(pool);
    }
}

#endif

unsigned hutch_adopt(const struct hutch_pool *pool, unsigned count)
{
    unsigned adopted = 0;
    if (count > pool->capacity) {
        if (HUTCH_CFG_CHECK >= 2) {
            hutch_debug_say(HUTCH_CALLER());
        }
        hutch_fault_index(pool->name, count, HUTCH_FAULT_BAD_INDEX);
        return 0;
    }
#if HUTCH_CFG_CHECK >= 2
    if (!hutch_debug_may_use(pool, HUTCH_NONE, HUTCH_CALLER())) {
        return 0;
    }
    struct hutch_site site;
    hutch_debug_site(pool, HUTCH_CALLER(), &site);
    const hutch_port_state_t saved = hutch_lock(pool);
    const bool is_untouched = !pool->debug->is_ready && !(HUTCH_CFG_FENCE && pool->edge_bytes == 0);
    if (is_untouched) {
        adopt_untouched(pool, count, &site);
    }
    hutch_unlock(pool, saved);
    if (is_untouched) {
        return count;
    }
#endif
    for (unsigned index = 0; index < count; index++) {
        if (hutch_core_is_live_at(pool, index)) {
            continue;
        }
#if HUTCH_CFG_CHECK >= 2
        hutch_debug_repeat(&site);
#endif
        if (!hutch_core_claim(pool, index)) {
            continue;
        }
#if HUTCH_CFG_FENCE
        unsigned char *const object = (unsigned char *)hutch_core_address(pool, index);
        for (size_t i = 0; pool->edge_bytes == 0 && i < pool->object_bytes; i++) {
            object[i] = pool->slots[index * pool->stride_bytes + i];
        }
#endif
        adopted++;
    }
    return adopted;
}
