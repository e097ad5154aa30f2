// SPDX-License-Identifier: MIT
// debug_test.c - the clock, a pool's state as one number, and the looks at a fault that the tests share.

#include "debug_test.h"

unsigned long debug_now;

unsigned long hutch_tick(void)
{
    return debug_now;
}

// FNV-1a (Fowler, Noll, Vo 1991), 32 bits.
static uint32_t hash_of(uint32_t hash, const volatile void *memory, size_t bytes)
{
    const volatile uint8_t *byte = (const volatile uint8_t *)memory;
    for (size_t i = 0; i < bytes; i++) {
        hash = (hash ^ byte[i]) * UINT32_C(16777619);
    }
    return hash;
}

uint32_t debug_state(const struct hutch_pool *pool)
{
    const struct hutch_debug *const debug = pool->debug;
    uint32_t hash = UINT32_C(2166136261);
    hash = hash_of(hash, pool->live, HUTCH_BITMAP_WORDS((unsigned)pool->capacity) * sizeof *pool->live);
    hash = hash_of(hash, pool->mirror, HUTCH_LEAF_WORDS((unsigned)pool->capacity) * sizeof *pool->mirror);
    hash = hash_of(hash, pool->generations, pool->capacity * sizeof *pool->generations);
    hash = hash_of(hash, pool->notes, pool->capacity * sizeof *pool->notes);
    hash = hash_of(hash, &debug->first_free, sizeof debug->first_free);
    hash = hash_of(hash, &debug->last_free, sizeof debug->last_free);
    hash = hash_of(hash, &debug->live, sizeof debug->live);
    hash = hash_of(hash, &debug->depth, sizeof debug->depth);
    if (pool->slots != NULL) {
        const size_t guard_bytes = pool->stride_bytes - pool->object_bytes;
        hash = hash_of(hash, pool->slots - guard_bytes, pool->capacity * pool->stride_bytes + guard_bytes);
    }
    return hash;
}

const struct hutch_fault *debug_fault(const char *pool, unsigned code)
{
    CHECK_EQUAL(unit_faults_forget(), 1);
    CHECK_EQUAL(unit_faults.kept[0].code, code);
    CHECK(unit_same_text(unit_faults.kept[0].pool, pool));
    return &unit_faults.kept[0];
}

void debug_repair(const struct hutch_pool *pool)
{
    if (!pool->debug->is_ready) {
        hutch_release_at_(pool, hutch_acquire_index_(pool));
    }
    hutch_clear(pool);
    hutch_check(pool); // puts poison and guards right as it reports them
    unit_faults_forget();
    CHECK(hutch_check(pool));
    CHECK_EQUAL(unit_faults.count, 0);
    CHECK_EQUAL(hutch_live(pool), 0);
}

void debug_check_is_refused(const struct hutch_pool *pool, unsigned live, unsigned code)
{
    const uint32_t before = debug_state(pool);
    for (unsigned way = 0; way < 9; way++) {
        bool is_refused = false;
        switch (way) {
        case 0:
            is_refused = hutch_acquire(pool) == NULL;
            break;
        case 1:
            is_refused = hutch_claim_(pool, live == 0 ? 1 : 0) == NULL;
            break;
        case 2:
            is_refused = hutch_acquire_run_(pool, 1) == NULL;
            break;
        case 3:
            is_refused = !hutch_release(pool, hutch_at(pool, live));
            break;
        case 4:
            is_refused = !hutch_release_at_(pool, live);
            break;
        case 5:
            is_refused = !hutch_release_run_at_(pool, live, 1);
            break;
        case 6:
            is_refused = !hutch_release_ref(pool, hutch_ref(pool, hutch_at(pool, live)));
            break;
        case 7:
            is_refused = !hutch_despawn_(pool, hutch_at(pool, live));
            break;
        default:
            hutch_clear(pool);
            is_refused = hutch_is_live_at(pool, live);
        }
        CHECK(is_refused);
        const struct hutch_fault *const fault = debug_fault(pool->identity->name, code);
        CHECK_EQUAL(fault->index, way == 0 || way == 2 ? HUTCH_NONE
                                  : way == 1           ? (live == 0 ? 1u : 0u)
                                                       : live);
        CHECK(DEBUG_IS_NOTED(fault->caller));
        CHECK_EQUAL(debug_state(pool), before);
    }
}

enum { text_max = 240 };
static char text[text_max];
static unsigned text_length;

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

// Behind 0x the digits become one #.
static void put_masked(char c, void *context)
{
    (void)context;
    const bool is_in_address = text_length >= 3 && text[text_length - 3] == '0' &&
                               text[text_length - 2] == 'x' && text[text_length - 1] == '#';
    if (is_in_address && is_hex(c)) {
        return;
    }
    if (text_length >= 2 && text[text_length - 2] == '0' && text[text_length - 1] == 'x' && is_hex(c)) {
        c = '#';
    }
    if (text_length < text_max - 1) {
        text[text_length++] = c;
        text[text_length] = '\0';
    }
}

const char *debug_text(const struct hutch_fault *fault)
{
    text_length = 0;
    text[0] = '\0';
    hutch_fault_print(fault, put_masked, NULL);
    return text;
}

const char *debug_live_text(const struct hutch_pool *pool)
{
    text_length = 0;
    text[0] = '\0';
    hutch_report_live(pool, put_masked, NULL);
    return text;
}
