// SPDX-License-Identifier: MIT
// sizes.c - memory of several sizes: against a model at random, its promise, and what libraries ask for.

#include "shared_pools.h"
#include "unit.h"

enum { sizes = 3, small_max = 9, medium_max = 3, large_max = 2, all = small_max + medium_max + large_max };
// Plain ones without options unless the build has some, for which a port may have an engine of its own.
#ifdef UNIT_KIND
#    define BLOCKS(name, bytes, capacity) \
        HUTCH_POOL_BLOCKS(name, bytes, capacity, HUTCH_OPTIONS(UNIT_LOCK, NULL, NULL))
#else
#    define BLOCKS(name, bytes, capacity) HUTCH_POOL_BLOCKS(name, bytes, capacity)
#endif
BLOCKS(small, 16, small_max);
BLOCKS(medium, 32, medium_max);
BLOCKS(large, 272, large_max);
HUTCH_SIZES(mem, small, medium, large);
HUTCH_SIZES_EXACT(strict, small, medium, large);
HUTCH_SIZES_AS_MALLOC(mem);

static const unsigned bytes_of[sizes] = {16, 32, 272},
                      capacity_of[sizes] = {small_max, medium_max, large_max};

static void clear_all(void)
{
    small_clear();
    medium_clear();
    large_clear();
}

// --------------------------------------------------------------------------------------------------- a model

// What the caller holds: a block, the bytes that it wrote there, all of one value, and its size.
struct held {
    unsigned char *block;
    uint16_t bytes;
    uint8_t size, value;
};
static struct held held[all];
static unsigned held_length, live_of[sizes];

// Returns the size whose blocks serve a request; `sizes` if it is refused.
static unsigned expected_size(unsigned bytes, bool is_exact)
{
    unsigned size = 0;
    while (size < sizes && bytes_of[size] < bytes) {
        size++;
    }
    while (!is_exact && size < sizes && live_of[size] == capacity_of[size]) {
        size++;
    }
    return size < sizes && live_of[size] == capacity_of[size] ? (unsigned)sizes : size;
}

static void fill(struct held *one, unsigned bytes, unsigned value)
{
    one->bytes = (uint16_t)bytes;
    one->value = (uint8_t)value;
    for (unsigned i = 0; i < bytes; i++) {
        one->block[i] = one->value;
    }
}

static bool has_its_bytes(const struct held *one, unsigned bytes)
{
    bool has = true;
    for (unsigned i = 0; i < bytes && i < one->bytes; i++) {
        has = has && one->block[i] == one->value;
    }
    return has;
}

static bool is_zero(const unsigned char *block, unsigned bytes)
{
    bool is = true;
    for (unsigned i = 0; i < bytes; i++) {
        is = is && block[i] == 0;
    }
    return is;
}

static void forget_all(void)
{
    clear_all();
    held_length = 0;
    for (unsigned size = 0; size < sizes; size++) {
        live_of[size] = 0;
    }
}

static void acquire_one(unsigned bytes, unsigned value, bool is_exact, bool is_zeroed)
{
    const unsigned size = expected_size(bytes, is_exact);
    void *const block = is_zeroed  ? (is_exact ? strict_zeroed(bytes, 1) : mem_zeroed(1, bytes))
                        : is_exact ? strict_acquire(bytes)
                                   : mem_acquire(bytes);
    CHECK_EQUAL(block != NULL, size < sizes);
    if (block != NULL) {
        struct held *const one = &held[held_length++];
        one->block = (unsigned char *)block;
        one->size = (uint8_t)size;
        CHECK_EQUAL(mem_bytes(block), bytes_of[size]);
        CHECK(!is_zeroed || is_zero(one->block, bytes));
        fill(one, bytes, value);
        live_of[size]++;
    }
}

static void release_one(struct held *one, bool is_exact)
{
    CHECK(has_its_bytes(one, one->bytes));
    CHECK(is_exact ? strict_release(one->block) : mem_release(one->block));
    CHECK_EQUAL(mem_bytes(one->block), 0);
    if (HUTCH_CFG_CHECK >= 1) {
        CHECK(!mem_release(one->block));
        CHECK_EQUAL(unit_faults_forget(), 1);
    }
    live_of[one->size]--;
    *one = held[--held_length];
}

static void resize_one(struct held *one, unsigned bytes, unsigned value, bool is_exact)
{
    const bool stays = bytes <= bytes_of[one->size];
    const unsigned size = stays ? one->size : expected_size(bytes, is_exact);
    unsigned char *const block =
        (unsigned char *)(is_exact ? strict_resize(one->block, bytes) : mem_resize(one->block, bytes));
    CHECK_EQUAL(block != NULL, size < sizes);
    CHECK(!stays || block == one->block);
    if (block != NULL) {
        live_of[one->size]--;
        live_of[size]++;
        one->block = block;
        one->size = (uint8_t)size;
        CHECK(has_its_bytes(one, bytes));
        fill(one, bytes, value);
    }
    CHECK_EQUAL(mem_bytes(one->block), bytes_of[one->size]);
}

static void play(bool is_exact)
{
    uint32_t state = 50;
    forget_all();
    for (unsigned step = 0; step < 1500; step++) {
        const uint32_t random = unit_random(&state);
        const unsigned what = (unsigned)(random >> 28), value = (unsigned)random & 0xFFu;
        const unsigned nth = (unsigned)(random >> 8) & 15u;
        const unsigned bytes = 1u + ((unsigned)(random >> 12) & ((random & 0x100u) != 0 ? 511u : 31u));
        if (what < 9 && held_length < all) {
            acquire_one(bytes, value, is_exact, what == 0);
        } else if (held_length != 0 && what < 13) {
            release_one(&held[nth < held_length ? nth : 0], is_exact);
        } else if (held_length != 0) {
            resize_one(&held[nth < held_length ? nth : 0], bytes, value, is_exact);
        }
        CHECK_EQUAL(small_live(), live_of[0]);
        CHECK_EQUAL(medium_live(), live_of[1]);
        CHECK_EQUAL(large_live(), live_of[2]);
    }
    CHECK(hutch_check(&small_pool) && hutch_check(&medium_pool) && hutch_check(&large_pool));
}

TEST(random_calls_that_may_spill_do_as_the_model)
{
    play(false);
}

TEST(random_calls_that_may_not_spill_do_as_the_model)
{
    play(true);
}

TEST(none_is_refused_while_no_size_is_asked_for_more_blocks_than_it_has)
{
    uint32_t state = 7;
    forget_all();
    for (unsigned step = 0; step < 1500; step++) {
        const uint32_t random = unit_random(&state);
        const unsigned size = (unsigned)(random >> 8) & 3u, nth = (unsigned)(random >> 12) & 15u;
        if (size < sizes && (random & 1u) != 0 && live_of[size] < capacity_of[size]) {
            acquire_one(bytes_of[size] - ((unsigned)(random >> 20) & 15u), 1, false, false);
            CHECK_EQUAL(held[held_length - 1u].size, size); // nothing has spilled
        } else if (nth < held_length) {
            release_one(&held[nth], false);
        }
    }
}

// ------------------------------------------------------------------------------------------------ one by one

TEST(full_size_takes_a_larger_block_unless_the_sizes_are_exact)
{
    clear_all();
    for (unsigned i = 0; i < small_max; i++) {
        CHECK_EQUAL(mem_bytes(mem_acquire(16)), 16);
    }
    CHECK(strict_acquire(16) == NULL);
    for (unsigned i = 0; i < medium_max; i++) {
        CHECK_EQUAL(mem_bytes(mem_acquire(1)), 32);
    }
    CHECK_EQUAL(mem_bytes(mem_acquire(1)), 272);
    CHECK_EQUAL(strict_bytes(strict_acquire(33)), 272);
    CHECK(mem_acquire(1) == NULL);
    CHECK_EQUAL(unit_faults_forget(), 0);
}

TEST(request_of_no_bytes_gets_a_block_of_its_own)
{
    clear_all();
    void *const one = mem_acquire(0), *const other = mem_zeroed(0, (size_t)-1),
                *const third = mem_zeroed(9, 0);
    CHECK(one != NULL && other != NULL && third != NULL && one != other);
    CHECK_EQUAL(small_live(), 3);
}

TEST(request_of_more_than_the_largest_block_is_refused_without_a_fault)
{
    clear_all();
    CHECK(mem_acquire(273) == NULL);
    CHECK(mem_acquire((size_t)-1) == NULL);
    CHECK(mem_zeroed(273, 1) == NULL);
    CHECK_EQUAL(small_live() + medium_live() + large_live(), 0);
}

TEST(product_that_overflows_is_refused)
{
    const size_t half = (size_t)1 << (sizeof(size_t) * 4u);
    clear_all();
    CHECK(mem_zeroed(half, half) == NULL); // 0, if it wrapped around
    CHECK(mem_zeroed(2, (size_t)-1 / 2u + 2u) == NULL);
    CHECK(mem_zeroed((size_t)-1 / 2u + 2u, 2) == NULL);
    CHECK(mem_zeroed(half + 1u, half - 1u) == NULL); // the largest number
    CHECK_EQUAL(small_live() + medium_live() + large_live(), 0);
    CHECK_EQUAL(mem_bytes(mem_zeroed(16, 17)), 272);
}

TEST(block_is_aligned_for_any_type)
{
    CHECK(HUTCH_ALIGN_OF_(union small_block) >= HUTCH_ALIGN_OF_(long long));
#ifndef __SDCC // which has no long double
    CHECK(HUTCH_ALIGN_OF_(union small_block) >= HUTCH_ALIGN_OF_(long double));
#endif
    clear_all();
    (void)!mem_acquire(1);
    const void *const block = mem_acquire(1);
    CHECK_EQUAL((uintptr_t)block & (HUTCH_ALIGN_OF_(union small_block) - 1u), 0);
}

TEST(resize_that_is_refused_leaves_the_block)
{
    clear_all();
    struct held one = {NULL, 0, 0, 0};
    one.block = (unsigned char *)mem_acquire(32);
    fill(&one, 32, 9);
    CHECK(mem_resize(one.block, 273) == NULL);
    (void)!large_acquire();
    (void)!large_acquire();
    CHECK(mem_resize(one.block, 33) == NULL);
    CHECK(has_its_bytes(&one, 32));
    CHECK(mem_release(one.block));
}

TEST(resize_of_null_acquires_and_to_no_bytes_releases)
{
    clear_all();
    void *const block = mem_resize(NULL, 17);
    CHECK_EQUAL(mem_bytes(block), 32);
    CHECK(mem_resize(block, 0) == NULL);
    CHECK_EQUAL(medium_live(), 0);
    CHECK(mem_resize(NULL, 0) == NULL); // as Lua's allocator must
    CHECK_EQUAL(small_live(), 0);
}

TEST(hooks_of_a_library_do_what_malloc_does)
{
    void *(*const get)(size_t) = mem_malloc;
    void (*const end)(void *) = mem_free;
    clear_all();
    mem_free(NULL);
    unsigned char *const block = (unsigned char *)mem_realloc(get(3), 32);
    CHECK_EQUAL(mem_bytes(block), 32);
    end(block);
    unsigned char *const zeros = (unsigned char *)mem_calloc(3, 9);
    CHECK(mem_bytes(zeros) == 32 && is_zero(zeros, 27));
    end(zeros);
    CHECK_EQUAL(small_live() + medium_live() + large_live(), 0);
    CHECK_EQUAL(unit_faults_forget(), 0);
}

TEST(sizes_of_several_files_are_one)
{
    shared_small_clear();
    shared_large_clear();
    void *const block = shared_mem_acquire(3);
    CHECK_EQUAL(shared_mem_bytes(block), sizeof(union shared_small_block));
    CHECK_EQUAL(shared_small_live(), 1);
    CHECK(shared_mem_resize(block, 32) == shared_large_at(0));
    CHECK(shared_mem_release(shared_large_at(0)));
    CHECK(shared_mem_zeroed(1, 33) == NULL);
}

// ---------------------------------------------------------------------------------------------------- misuse

static unsigned char outside[2];

// Neither call changes anything.
static void check_refused(void *block, const char *pool, unsigned code, unsigned code_of_resize,
                          unsigned index)
{
    const unsigned live = small_live() + medium_live() + large_live();
    CHECK(!mem_release(block));
    CHECK(unit_faults.count == 1 && unit_fault_is(&unit_faults.kept[0], pool, code));
    CHECK(index == HUTCH_NONE || unit_fault_is_of(&unit_faults.kept[0], index));
    CHECK(unit_faults.kept[0].address == block);
    unit_faults_forget();
    if (block != NULL) {
        CHECK(mem_resize(block, 20) == NULL);
        CHECK(unit_faults.count == 1 && unit_fault_is(&unit_faults.kept[0], pool, code_of_resize));
        CHECK(index == HUTCH_NONE || unit_fault_is_of(&unit_faults.kept[0], index));
        CHECK(unit_faults.kept[0].address == block);
        unit_faults_forget();
    }
    CHECK_EQUAL(mem_bytes(block), 0);
    CHECK_EQUAL(small_live() + medium_live() + large_live(), live);
}

TEST(address_after_the_last_block_is_not_of_the_pool)
{
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE); // elsewhere a guard is there
    const unsigned char *const last = (const unsigned char *)large_at(large_max - 1);
    CHECK(large_is_into_(last + 271));
    CHECK(!large_is_into_(last + 272));
    CHECK(!large_is_into_((const void *)((uintptr_t)large_at(0) - 1u)));
}

TEST(wrong_release_or_resize_changes_nothing_and_is_reported)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    clear_all();
    (void)!mem_acquire(20);
    unsigned char *const block = (unsigned char *)mem_acquire(20);
    const unsigned index = medium_index((union medium_block *)(void *)block);
    check_refused(block + 1, "medium", HUTCH_FAULT_MISALIGNED, HUTCH_FAULT_MISALIGNED, HUTCH_NONE);
    check_refused(block + 31, "medium", HUTCH_FAULT_MISALIGNED, HUTCH_FAULT_MISALIGNED, HUTCH_NONE);
    check_refused(outside, "mem", HUTCH_FAULT_FOREIGN, HUTCH_FAULT_FOREIGN, HUTCH_NONE);
    check_refused(NULL, "mem", HUTCH_FAULT_NULL_POINTER, HUTCH_FAULT_NULL_POINTER, HUTCH_NONE);
    CHECK(mem_release(block));
    check_refused(block, "medium", HUTCH_FAULT_DOUBLE_RELEASE, HUTCH_FAULT_USE_AFTER_RELEASE, index);
    CHECK(mem_resize(outside, 0) == NULL);
    CHECK_EQUAL(unit_faults_forget(), 1);
}

#include "../../build/lists/unit/sizes.h"
