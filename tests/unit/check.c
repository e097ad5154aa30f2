// SPDX-License-Identifier: MIT
// check.c - hutch_check finds each damage of the bitmap and of the descriptor, and reports where it is.

#include "levels.h"
#include "hutch/core/core.h"

// What hutch_check must find, worked out slot by slot: the first damaged word and how.
struct finding {
    unsigned code;
    unsigned word;
};

static bool slot_bit(const hutch_word_t *words, unsigned number)
{
    return (words[number / W] & hutch_bits_mask(number)) != 0;
}

static bool word_bit(const hutch_word_t *summary, unsigned k)
{
    return (summary[k / W] & hutch_bits_mask(k)) != 0;
}

// Returns whether the existing bits of word `k` of a level of `bits` bits, and no others, are all set,
// according to `is_set`.
static bool is_exactly_full(const hutch_word_t *words, unsigned k, unsigned bits,
                            bool (*is_set)(const hutch_word_t *words, unsigned number))
{
    for (unsigned i = k * W; i < (k + 1) * W; i++) {
        if (is_set(words, i) != (i < bits)) {
            return false;
        }
    }
    return true;
}

// Checks one level above `below`. Returns the first summary word that is wrong, or `count` when none is.
static unsigned first_wrong_summary(const hutch_word_t *summary, unsigned count, const hutch_word_t *below,
                                    unsigned words_below, unsigned bits_below,
                                    bool (*is_set_below)(const hutch_word_t *words, unsigned number))
{
    for (unsigned j = 0; j < count; j++) {
        for (unsigned k = j * W; k < (j + 1) * W; k++) {
            const bool expected = k + 1 < words_below && // the last word has no bit
                                  is_exactly_full(below, k, bits_below, is_set_below);
            if (word_bit(summary, k) != expected) {
                return j;
            }
        }
    }
    return count;
}

// By address: SDCC has no functions that return a struct.
static void find_expected(const struct level *level, struct finding *finding)
{
    const hutch_word_t *const words = level->pool->live;
    const unsigned leaves = (level->capacity + W - 1) / W;
    const unsigned mids = leaves > W ? (leaves + W - 1) / W : 0;
    finding->code = HUTCH_FAULT_NONE;
    finding->word = 0;
    for (unsigned i = level->capacity; i < leaves * W; i++) {
        if (slot_bit(words, i)) {
            finding->code = HUTCH_FAULT_TAIL_BITS;
            finding->word = leaves - 1;
            return;
        }
    }
    if (leaves <= 3 || !HUTCH_TOP_WORDS(level->capacity)) { // a port may do without summaries
        return;
    }
    finding->code = HUTCH_FAULT_SUMMARY;
    const unsigned above_leaves = mids != 0 ? mids : 1;
    finding->word =
        first_wrong_summary(words + leaves, above_leaves, words, leaves, level->capacity, slot_bit);
    if (finding->word == above_leaves && mids != 0) {
        finding->word +=
            first_wrong_summary(words + leaves + mids, 1, words + leaves, mids, leaves, word_bit);
    }
    if (finding->word == above_leaves + (mids != 0 ? 1 : 0)) {
        finding->code = HUTCH_FAULT_NONE;
    }
    finding->word += leaves;
}

// Flips every bit of every word of the bitmap, one after another.
static void check_every_bit_flip(const struct level *level)
{
    hutch_word_t *const words = level->pool->live;
    CHECK(hutch_check(level->pool));
    struct finding expected;
    find_expected(level, &expected);
    CHECK_EQUAL(expected.code, HUTCH_FAULT_NONE);
    for (unsigned k = 0; k < HUTCH_BITMAP_WORDS(level->capacity); k++) {
        for (unsigned i = 0; i < W; i++) {
            words[k] ^= hutch_bits_mask(i);
            find_expected(level, &expected);
            const bool is_sound = hutch_check(level->pool);
            CHECK_EQUAL(is_sound, expected.code == HUTCH_FAULT_NONE);
            CHECK_EQUAL(is_sound, unit_faults.count == 0);
            if (!is_sound) {
                const struct hutch_fault *const fault = &unit_faults.kept[0];
                CHECK(unit_fault_is_of(fault, expected.word));
                CHECK(fault->address == &words[expected.word]);
                CHECK(unit_fault_is(fault, level->pool->identity->name, expected.code));
            }
            unit_faults_forget();
            words[k] ^= hutch_bits_mask(i);
        }
    }
    CHECK(hutch_check(level->pool));
}

// The largest pool has the levels of the one before it, and would take minutes on an emulated board.
enum { levels_flipped = LEVELS_COUNT - 1 };

TEST(every_bit_flip_is_judged_rightly_at_every_level)
{
    UNIT_NEEDS(!hutch_is_lock_free(levels[0].pool));
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE);
    for (const struct level *level = levels; level < levels + levels_flipped; level++) {
        level->clear();
        check_every_bit_flip(level);
        level->acquire_run(level->capacity);
        check_every_bit_flip(level);
        for (unsigned i = 1; i < level->capacity; i += 2 * W + 3) {
            level->release((int)i);
        }
        check_every_bit_flip(level);
        level->clear();
    }
}

TEST(several_damages_are_reported_each)
{
    UNIT_NEEDS(!hutch_is_lock_free(levels[0].pool));
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE);
    const struct level *const level = &levels[8];
    const unsigned leaves = HUTCH_LEAF_WORDS(level->capacity);
    UNIT_NEEDS(HUTCH_TOP_WORDS(level->capacity) != 0);
    level->clear();
    level->pool->live[leaves - 1] |= hutch_bits_mask(W - 1);
    level->pool->live[leaves] |= hutch_bits_mask(2);
    level->pool->live[leaves + 2] |= hutch_bits_mask(0);
    CHECK(!hutch_check(level->pool));
    CHECK_EQUAL(unit_faults.count, 3);
    CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_TAIL_BITS);
    CHECK(unit_fault_is_of(&unit_faults.kept[0], leaves - 1));
    CHECK_EQUAL(unit_faults.kept[1].code, HUTCH_FAULT_SUMMARY);
    CHECK(unit_fault_is_of(&unit_faults.kept[1], leaves));
    CHECK_EQUAL(unit_faults.kept[2].code, HUTCH_FAULT_SUMMARY);
    CHECK(unit_fault_is_of(&unit_faults.kept[2], leaves + 2));
    unit_faults_forget();
    level->pool->live[leaves - 1] = level->pool->live[leaves] = level->pool->live[leaves + 2] = 0;
    level->clear();
    CHECK(hutch_check(level->pool));
}

// ------------------------------------------------------------------------------------------- the descriptor

struct crate {
    uint8_t bytes[24];
};
HUTCH_POOL(crates, struct crate, 10);

static struct hutch_pool copy; // of crates_pool, to be damaged: a descriptor itself is constant

static void check_descriptor_is_refused(void)
{
    CHECK(!hutch_check(&copy));
    CHECK(unit_fault_was(copy.identity->name, HUTCH_FAULT_DESCRIPTOR, NULL, HUTCH_NONE));
    copy = crates_pool;
}

static void build(void *object)
{
    (void)object;
}

static void begin(void *object, const void *args)
{
    (void)object;
    (void)args;
}

// Where the compiler does not see them: most it refuses.
TEST(hooks_of_a_pool_that_runs_none_are_found)
{
    static struct hutch_hooks hooks;
    static struct hutch_options options;
    copy = crates_pool;
    options = *crates_pool.options;
    copy.options = &options;
    options.hooks = &hooks;
    CHECK(hutch_check(&copy)); // as that of a counted pool may be
    hooks.construct = build;
    check_descriptor_is_refused();
    copy.options = &options;
    hooks.construct = NULL;
    hooks.spawn = begin;
    check_descriptor_is_refused();
}

TEST(sound_descriptor_passes)
{
    crates_clear();
    copy = crates_pool;
    CHECK(hutch_check(&crates_pool));
    CHECK(hutch_check(&copy));
}

TEST(descriptor_without_a_bitmap_is_refused)
{
    copy = crates_pool;
    copy.live = NULL;
    check_descriptor_is_refused();
}

TEST(descriptor_without_a_name_is_refused)
{
    static const struct hutch_identity nameless = {.name = NULL};
    copy = crates_pool;
    copy.identity = &nameless;
    CHECK(!hutch_check(&copy));
    CHECK(unit_fault_is(&unit_faults.kept[0], "(no name)", HUTCH_FAULT_DESCRIPTOR));
    CHECK_EQUAL(unit_faults_forget(), 1);
}

TEST(descriptor_without_options_or_identity_is_refused)
{
    copy = crates_pool;
    copy.options = NULL;
    check_descriptor_is_refused();
    copy.identity = NULL;
    CHECK(!hutch_check(&copy));
    CHECK(unit_fault_is(&unit_faults.kept[0], "(no name)", HUTCH_FAULT_DESCRIPTOR));
    CHECK_EQUAL(unit_faults_forget(), 1);
}

TEST(descriptor_with_an_impossible_capacity_is_refused)
{
    copy = crates_pool;
    copy.capacity = 0;
    check_descriptor_is_refused();
    copy.capacity = HUTCH_CAPACITY_MAX + 1;
    check_descriptor_is_refused();
    copy.capacity = 0xFFFF;
    check_descriptor_is_refused();
}

TEST(descriptor_with_a_damaged_stride_is_refused)
{
    for (size_t flip = 1; flip != 0; flip <<= 1) {
        copy = crates_pool;
        copy.stride_bytes ^= flip;
        check_descriptor_is_refused();
    }
    copy.stride_bytes = 0;
    check_descriptor_is_refused();
}

TEST(descriptor_with_a_damaged_inverse_is_refused)
{
    for (uintptr_t flip = 1; flip != 0; flip <<= 1) {
        copy = crates_pool;
        copy.inverse ^= flip;
        check_descriptor_is_refused();
    }
}

TEST(descriptor_with_a_damaged_shift_is_refused)
{
    for (unsigned flip = 1; flip < 0x100; flip <<= 1) {
        copy = crates_pool;
        copy.stride_shift = (uint8_t)(copy.stride_shift ^ flip);
        check_descriptor_is_refused();
    }
    copy = crates_pool;
    copy.stride_bytes = 5;
    copy.inverse = HUTCH_INVERSE(5);
    copy.stride_shift = (uint8_t)HUTCH_POINTER_BITS; // many CPUs shift by that as by 0
    check_descriptor_is_refused();
}

TEST(descriptor_with_an_unknown_lock_is_refused)
{
    for (unsigned flip = 4; flip < 0x100; flip <<= 1) { // the lower bits make a lock of another kind
        struct hutch_options options;
        options = *crates_pool.options; // SDCC takes no struct as an initializer
        copy = crates_pool;
        copy.options = &options;
        options.lock = (uint8_t)(options.lock ^ flip);
        check_descriptor_is_refused();
    }
}

#include "../../build/lists/unit/check.h"
