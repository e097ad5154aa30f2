// SPDX-License-Identifier: MIT
// hutch_state.c - pools as checked bytes, and pools that outlive a reset.
//
//   [layout 4] [length 4] { [records] [each kept object] } for each pool [CRC 4]

#include "hutch_unfolded.h"

#include "hutch/state.h"
#if HUTCH_CFG_CHECK >= 2
#    include "hutch_debug_bytes.h"
#    include "hutch_debug_pool.h"
#endif

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
static uint32_t layout_of(const struct hutch_state *state)
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

// The slots of leaf word `k` whose bytes are kept, by a copy of the records: live objects, and what a
// construct hook made, which waits for its next spawn; in fence mode that is made anew.
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

static void prepare(const struct hutch_pool *pool)
{
    const hutch_port_state_t saved = hutch_core_lock(pool);
    if (!pool->debug->is_ready) {
        hutch_debug_prepare(pool);
    }
    hutch_core_unlock(pool, saved);
}

// Before other records are loaded into a pool: closes the bytes of its objects.
static void close_all(const struct hutch_pool *pool)
{
    prepare(pool);
    for (unsigned index = 0; pool->slots != NULL && index < pool->capacity; index++) {
        if (hutch_bitmap_is_live(pool->live, index)) {
            hutch_bytes_close(pool, index);
        }
    }
}

static void close_one(const struct hutch_pool *pool, unsigned index)
{
    if (pool->slots != NULL) {
        hutch_bytes_close(pool, index);
    }
}

static void close_known(const struct hutch_pool *pool)
{
    if (hutch_debug_is_listed(pool)) {
        close_all(pool);
    }
}

static void count_anew(const struct hutch_pool *pool)
{
    pool->debug->live = (uint16_t)hutch_bitmap_count(pool->live, pool->capacity);
    hutch_notes_prepare(pool);
}

// Afterwards: opens those of the objects that are live now, and makes the rest from the bitmap.
static void open_all(const struct hutch_pool *pool)
{
    count_anew(pool);
    for (unsigned index = 0; pool->slots != NULL && index < pool->capacity; index++) {
        if (hutch_bitmap_is_live(pool->live, index)) {
            hutch_bytes_open(pool, index);
        }
    }
}

#else
#    define prepare(pool) ((void)0)
#    define close_all(pool) ((void)0)
#    define open_all(pool) ((void)0)
#    define close_one(pool, index) ((void)0)
#    define close_known(pool) ((void)0)
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
            prepare(pool);
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
    write_number(block, layout_of(state));
    write_number(block + 4, (uint32_t)(at + CRC_BYTES));
    write_number(block + at, crc_of(block, at));
    return at + CRC_BYTES;
}

// Returns true if the bytes are what hutch_save wrote of these pools. The CRC alone says so of damage; that
// no copy leaves them is tested again.
static bool is_whole(const struct hutch_state *state, unsigned char *block, size_t count)
{
    size_t at = HEAD_BYTES;
    if (count < HEAD_BYTES + CRC_BYTES || number_at(block) != layout_of(state) ||
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

// Makes the summaries of a bitmap from its leaves. @return false if bits past the capacity were set
static bool mend(const struct hutch_pool *pool)
{
    const unsigned capacity = pool->capacity, leaves = HUTCH_LEAF_WORDS(capacity);
    bool is_sound = true;
    for (unsigned k = leaves; k < HUTCH_BITMAP_WORDS(capacity); k++) {
        pool->live[k] = 0;
    }
    for (unsigned k = 0; k < leaves; k++) {
        const hutch_word_t word = pool->live[k], full = hutch_bits_full(k, capacity);
        is_sound = is_sound && (word & (hutch_word_t)~full) == 0;
        pool->live[k] = (hutch_word_t)(word & full);
        (void)hutch_bitmap_claim(pool->live, capacity, k, pool->live[k]);
    }
    return is_sound;
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
        close_all(pool);
        (void)hutch_state_records(pool, at, false);
        (void)mend(pool);
        open_all(pool);
        at += objects(pool, at, (size_t)-1, RESTORED);
    }
    return true;
}

// -------------------------------------------------------------------------------------- a reset

static void set_zero(void *memory, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ((unsigned char *)memory)[i] = 0;
    }
}

// Ends what the reset interrupted. An object is gone that was hidden, or whose counter is the one during a
// lock-free release: what it was is lost, and half of all values is far from it. The refs to a free slot come
// to an end, because its release may not have come to that.
static void settle(const struct hutch_pool *pool)
{
    const hutch_ref_t unissued = hutch_generation_unissued(pool->ref_low_bits);
    for (unsigned index = 0; pool->generations != NULL && index < pool->capacity; index++) {
        const unsigned k = index / HUTCH_WORD_BITS;
        const hutch_word_t mask = hutch_bits_mask(index);
        const hutch_ref_t counter = pool->generations[index];
        if ((pool->visible[k] & pool->live[k] & mask) != 0 && counter != unissued) {
            continue;
        }
        if ((pool->live[k] & mask) != 0) {
            close_one(pool, index);
            pool->live[k] = (hutch_word_t)(pool->live[k] & (hutch_word_t)~mask);
        }
        pool->generations[index] = counter == unissued ? (hutch_ref_t)(unissued / 2u)
                                                       : hutch_generation_next(counter, pool->ref_low_bits);
    }
    for (unsigned k = 0; pool->has_marks != 0 && k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        pool->visible[k] = pool->live[k];
        if (HUTCH_HAS_HOOKS(pool)) {
            hutch_word_t *const persistent = HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT) + k;
            *persistent = (hutch_word_t)(*persistent & pool->live[k]);
        }
    }
}

#if HUTCH_CFG_CHECK >= 2
// Makes a pool's debug state from its bitmap. The tag of its refs stays. After a reset the library knows no
// pool: if it knows this one, a test has called as after a reset, and sanitizers know its bytes.
static void renew(const struct hutch_pool *pool, bool is_kept)
{
    const uint8_t tag = pool->debug->tag;
    if (hutch_debug_is_listed(pool)) {
        count_anew(pool);
        return;
    }
    set_zero(pool->debug, sizeof *pool->debug);
#    if HUTCH_CFG_NOTES
    set_zero(pool->notes, pool->capacity * sizeof *pool->notes);
#    endif
    if (is_kept) {
        prepare(pool);
        pool->debug->tag = tag;
        open_all(pool);
    }
}
#endif

static void revive(const struct hutch_pool *pool, bool is_kept)
{
    if (!is_kept) {
        close_known(pool);
        set_zero(pool->live, HUTCH_BITMAP_WORDS((size_t)pool->capacity) * sizeof(hutch_word_t));
        set_zero(pool->visible, HUTCH_LEAF_WORDS((size_t)pool->capacity) * sizeof(hutch_word_t) *
                                    (pool->has_marks != 0 ? pool->has_marks : 1u));
        set_zero(pool->generations, pool->generations != NULL ? pool->capacity * sizeof(hutch_ref_t) : 0u);
    } else {
        settle(pool);
        (void)mend(pool);
    }
#if HUTCH_CFG_STATS
    set_zero(pool->stats, sizeof *pool->stats);
    pool->stats->top = (hutch_stat_t)(hutch_is_lock_free(pool) ? hutch_core_live(pool) : 0u);
#endif
#if HUTCH_CFG_STATS >= 2
    set_zero(pool->idle_since, pool->capacity * sizeof *pool->idle_since);
#endif
#if HUTCH_CFG_CHECK >= 2
    renew(pool, is_kept);
#endif
}

bool hutch_revive(const struct hutch_state *state, struct hutch_seal *seal)
{
    const uint32_t layout = layout_of(state);
    bool is_kept = !HUTCH_CFG_FENCE && seal->layout == layout && seal->inverted == (uint32_t)~layout;
    for (unsigned i = 0; i < state->length; i++) {
        is_kept = mend(state->pools[i]) && is_kept;
    }
    seal->inverted = is_kept ? seal->inverted : 0u; // after a reset in this call as much is kept
    for (unsigned i = 0; i < state->length; i++) {
        revive(state->pools[i], is_kept);
    }
    seal->layout = layout;
    seal->inverted = (uint32_t)~layout;
    return is_kept;
}

// -------------------------------------------------------------------------------------- a copy

#if HUTCH_CFG_CHECK >= 2
void hutch_state_move_(const struct hutch_pool *pool, void *copy, bool is_out)
{
    unsigned char *const is_saved = (unsigned char *)copy, *const records = is_saved + 1;
    unsigned char *end;
    if (is_out) {
        *is_saved = 1;
        prepare(pool);
        (void)hutch_state_records(pool, records, true);
    } else if (*is_saved == 0) { // zeros
        revive(pool, false);
        return;
    } else {
        close_all(pool);
        (void)hutch_state_records(pool, records, false);
        open_all(pool);
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
