// SPDX-License-Identifier: MIT
// hutch_state.c - pools as checked bytes, and copies of them in debug builds.
//
//   [layout 4] [length 4] { [records] [each kept object] } for each pool [CRC 4]

#include "hutch_unfolded.h"

#include "hutch_state.h"

enum { VERSION = 1, HEAD_BYTES = 8, CRC_BYTES = 4 };

// -------------------------------------------------------------------------------------- header and checks

static void write_number(unsigned char *at, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++) {
        at[i] = (unsigned char)(number >> (8u * i));
    }
}

static uint32_t number_at(const unsigned char *at)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < 4; i++) {
        number |= (uint32_t)at[i] << (8u * i);
    }
    return number;
}

// CRC-32 of IEEE 802.3, reflected.
static uint32_t crc_of(const unsigned char *bytes, size_t count)
{
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (unsigned step = 0; step < 8; step++) {
            crc = crc >> 1 ^ (0xEDB88320u & (0u - (crc & 1u)));
        }
    }
    return ~crc;
}

// FNV-1a, by numbers and not by bytes.
static uint32_t mixed(uint32_t hash, uint32_t number)
{
    return (hash ^ number) * 16777619u;
}

static size_t object_bytes(const struct hutch_pool *pool)
{
    const size_t bytes = HUTCH_IF_DEBUG(pool->object_bytes != 0 ? pool->object_bytes :) pool->stride_bytes;
    return pool->slots != NULL ? bytes : 0u;
}

// A hash of what must agree between the build that saves and the one that restores.
uint32_t hutch_state_layout(const struct hutch_state *state)
{
    const uint16_t order = 1; // its first byte says which end is first
    uint32_t hash = mixed(2166136261u, VERSION | sizeof(hutch_word_t) << 4 | sizeof(hutch_ref_t) << 8 |
                                           (uint32_t) * (const unsigned char *)&order << 12);
    for (unsigned i = 0; i < state->length; i++) {
        const struct hutch_pool *const pool = state->pools[i];
        hash = mixed(mixed(hash, pool->capacity), (uint32_t)object_bytes(pool));
        hash = mixed(hash, (uint32_t)pool->ref_low_bits << 8 | (uint32_t)pool->has_marks << 1 |
                               (pool->generations != NULL ? 1u : 0u));
    }
    return hash;
}

// -------------------------------------------------------------------------------------- the parts of a pool

enum part { MEASURED, SAVED, RESTORED };

// How many bytes hutch_state_records copies.
static size_t records_bytes(const struct hutch_pool *pool)
{
    return sizeof(hutch_word_t) * (HUTCH_BITMAP_WORDS((size_t)pool->capacity) +
                                   pool->has_marks * HUTCH_LEAF_WORDS((size_t)pool->capacity)) +
           (pool->generations != NULL ? pool->capacity * sizeof(hutch_ref_t) : 0u) + HUTCH_IF_DEBUG(1u +) 0u;
}

// The slots of leaf word `k` whose bytes are saved, by a copy of the records: live objects, and free slots
// that a construct hook has initialised. In fence mode each object has new memory: there none is.
static hutch_word_t kept_in(const struct hutch_pool *pool, const unsigned char *records, unsigned k)
{
    hutch_word_t word, constructed = 0;
    const size_t at = HUTCH_BITMAP_WORDS((size_t)pool->capacity) +
                      HUTCH_MARK_CONSTRUCTED * HUTCH_LEAF_WORDS((size_t)pool->capacity);
    hutch_state_bytes((unsigned char *)(uintptr_t)records + k * sizeof word, &word, sizeof word, false);
    if (!HUTCH_CFG_FENCE && HUTCH_HAS_HOOKS(pool)) {
        hutch_state_bytes((unsigned char *)(uintptr_t)records + (at + k) * sizeof word, &constructed,
                          sizeof word, false);
    }
    return (hutch_word_t)((word | constructed) & hutch_bits_full(k, pool->capacity));
}

// Copies the kept objects of a pool to or from the bytes after its records, or only measures them.
// @return how many bytes; more than `room` if there are not as many: then some are not copied
static size_t objects(const struct hutch_pool *pool, unsigned char *records, size_t room, enum part part)
{
    const size_t each = object_bytes(pool);
    size_t at = records_bytes(pool);
    for (unsigned k = 0; at <= room && each != 0 && k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        hutch_word_t kept = kept_in(pool, records, k);
        for (; kept != 0 && at <= room; kept = (hutch_word_t)(kept & (hutch_word_t)(kept - 1u))) {
            const unsigned index = k * HUTCH_WORD_BITS + hutch_bits_first_set(kept);
            if (part != MEASURED && each <= room - at) {
                hutch_state_bytes(records + at, hutch_slot_address(pool, index), each, part == SAVED);
            }
            at += each;
        }
    }
    return at;
}

// -------------------------------------------------------------------------------------- debug builds

#if HUTCH_CFG_CHECK >= 2

void hutch_state_prepare(const struct hutch_pool *pool)
{
    const hutch_port_state_t saved = hutch_core_lock(pool);
    if (!pool->debug->is_ready) {
        hutch_debug_prepare(pool);
    }
    hutch_core_unlock(pool, saved);
}

void hutch_state_close(const struct hutch_pool *pool)
{
    hutch_state_prepare(pool);
    for (unsigned index = 0; pool->slots != NULL && index < pool->capacity; index++) {
        if (hutch_bitmap_is_live(pool->live, index)) {
            hutch_bytes_close(pool, index);
        }
    }
}

void hutch_state_count(const struct hutch_pool *pool)
{
    pool->debug->live = (uint16_t)hutch_bitmap_count(pool->live, pool->capacity);
    hutch_notes_prepare(pool);
}

void hutch_state_open(const struct hutch_pool *pool)
{
    hutch_state_count(pool);
    for (unsigned index = 0; pool->slots != NULL && index < pool->capacity; index++) {
        if (hutch_bitmap_is_live(pool->live, index)) {
            hutch_bytes_open(pool, index);
        }
    }
}

#endif

// -------------------------------------------------------------------------------------- bytes

// Reports an object that a hook has hidden. @return true if there is none
static bool is_settled(const struct hutch_pool *pool)
{
    for (unsigned k = 0; pool->has_marks != 0 && k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        const hutch_word_t hidden = (hutch_word_t)(pool->live[k] & (hutch_word_t)~pool->visible[k]);
        if (hidden != 0) {
            return hutch_core_bad_index(pool, k * HUTCH_WORD_BITS + hutch_bits_first_set(hidden),
                                        HUTCH_FAULT_RELEASE_IN_DESPAWN);
        }
    }
    return true;
}

size_t hutch_save(const struct hutch_state *state, void *bytes, size_t room)
{
    unsigned char *const block = (unsigned char *)bytes;
    size_t at = HEAD_BYTES;
    bool is_done = room >= HEAD_BYTES + CRC_BYTES;
    PUBLIC_BEGIN
    for (unsigned i = 0; is_done && i < state->length; i++) {
        const struct hutch_pool *const pool = state->pools[i];
        const size_t left = room - CRC_BYTES - at;
        is_done = is_settled(pool) && records_bytes(pool) <= left;
        if (is_done) {
            hutch_state_prepare(pool);
            (void)hutch_state_records(pool, block + at, true);
            const size_t count = objects(pool, block + at, left, SAVED);
            is_done = count <= left;
            at += count;
        }
    }
    PUBLIC_END
    if (!is_done) {
        return 0;
    }
    write_number(block, hutch_state_layout(state));
    write_number(block + 4, (uint32_t)(at + CRC_BYTES));
    write_number(block + at, crc_of(block, at));
    return at + CRC_BYTES;
}

// Returns true if the bytes are what hutch_save wrote of these pools. The CRC alone says so of damage; that
// no copy leaves them is tested again.
static bool is_whole(const struct hutch_state *state, unsigned char *block, size_t count)
{
    size_t at = HEAD_BYTES;
    if (count < HEAD_BYTES + CRC_BYTES || number_at(block) != hutch_state_layout(state) ||
        number_at(block + 4) > count || number_at(block + 4) < HEAD_BYTES + CRC_BYTES) {
        return false;
    }
    const size_t end = (size_t)number_at(block + 4) - CRC_BYTES;
    if (number_at(block + end) != crc_of(block, end)) {
        return false;
    }
    for (unsigned i = 0; i < state->length; i++) {
        const struct hutch_pool *const pool = state->pools[i];
        const size_t left = end - at;
        const size_t its =
            records_bytes(pool) <= left ? objects(pool, block + at, left, MEASURED) : left + 1u;
        if (its > left) {
            return false;
        }
        at += its;
    }
    return at == end;
}

bool hutch_restore(const struct hutch_state *state, const void *bytes, size_t count)
{
    unsigned char *at = (unsigned char *)(uintptr_t)bytes;
    if (!is_whole(state, at, count)) {
        return false;
    }
    at += HEAD_BYTES;
    for (unsigned i = 0; i < state->length; i++) {
        const struct hutch_pool *const pool = state->pools[i];
        hutch_state_close(pool);
        (void)hutch_state_records(pool, at, false);
        (void)hutch_state_mend(pool);
        hutch_state_open(pool);
        at += objects(pool, at, (size_t)-1, RESTORED);
        hutch_state_recount(pool);
    }
    return true;
}

// -------------------------------------------------------------------------------------- a copy

#if HUTCH_CFG_CHECK >= 2
void hutch_state_move_(const struct hutch_pool *pool, void *copy, bool is_out)
{
    unsigned char *const is_saved = (unsigned char *)copy, *const records = is_saved + 1;
    unsigned char *end;
    if (is_out) {
        *is_saved = 1;
        hutch_state_prepare(pool);
        (void)hutch_state_records(pool, records, true);
    } else if (*is_saved == 0) { // a copy that was never saved to: no objects
        hutch_state_end(pool, false);
        return;
    } else {
        hutch_state_close(pool);
        (void)hutch_state_records(pool, records, false);
        hutch_state_open(pool);
    }
    end = records + objects(pool, records, (size_t)-1, is_out ? SAVED : RESTORED);
#    if HUTCH_CFG_NOTES // also the order in which slots are used again
    end = hutch_state_bytes(end, &pool->debug->first_free, sizeof pool->debug->first_free, is_out);
    end = hutch_state_bytes(end, &pool->debug->last_free, sizeof pool->debug->last_free, is_out);
    end = hutch_state_bytes(end, pool->notes, pool->capacity * sizeof *pool->notes, is_out);
#    endif
#    if HUTCH_CFG_STATS
    end = hutch_state_bytes(end, pool->stats, sizeof *pool->stats, is_out);
#    endif
#    if HUTCH_CFG_STATS >= 2
    end = hutch_state_bytes(end, pool->idle_since, pool->capacity * sizeof *pool->idle_since, is_out);
#    endif
    (void)end;
}
#else
void hutch_state_move_(const struct hutch_pool *pool, void *copy, bool is_out)
{
    hutch_core_state_move(pool, copy, is_out);
}
#endif
