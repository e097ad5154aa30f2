// SPDX-License-Identifier: MIT
// state.c - pools that come back: as a copy, as checked bytes, after a reset.

#if defined(__thumb__) && !defined(__thumb2__) // the micro:bit has no RAM for them
#    include "unit.h"
const struct unit_test state_tests[] = {UNIT_TESTS_END};
#else

#    include "unit.h"

struct stone {
    uint8_t bytes[3];
};
struct fox {
    uint8_t age;
};
// In debug builds a slot's notes take more than its bit.
enum { stones_max = 9, foxes_max = 5, tracks_max = HUTCH_CFG_CHECK >= 2 ? 9 : 3 * HUTCH_WORD_BITS + 2 };
UNIT_POOL(stones, struct stone, stones_max);
HUTCH_POOL_TRACKED(foxes, struct fox, foxes_max);
UNIT_IDS(tracks, tracks_max);
HUTCH_STATE(wood, stones, foxes, tracks);
HUTCH_STATE(path, stones, tracks);
HUTCH_SEAL(wood_seal);

static struct {
    struct wood_state wood;
    unsigned char after;
} kept;
static unsigned char bytes[wood_saved_bytes + 1];
static size_t count;

static uint32_t seed, hash;

static void mix(unsigned value)
{
    hash = (hash ^ value) * 16777619u;
}

// What a program can see of the pools, as a number.
static uint32_t picture(void)
{
    hash = 2166136261u;
    for (unsigned i = 0; i < stones_max; i++) {
        mix(stones_is_live_at(i) ? 1u + stones_at(i)->bytes[2] : 0u);
    }
    for (unsigned i = 0; i < foxes_max; i++) {
        mix(foxes_is_live_at(i) ? 1u + foxes_at(i)->age : 0u);
        mix(foxes_is_live_at(i) ? (unsigned)HUTCH_REF_VALUE_(foxes_ref(foxes_at(i))) : 0u);
    }
    for (int id = 0; id < tracks_max; id++) {
        mix(tracks_is_live(id) ? 1u : 0u);
    }
    return hash;
}

static void step(void)
{
    const uint32_t random = unit_random(&seed);
    const unsigned slot = (unsigned)(random >> 8) % foxes_max;
    if (random % 3 != 0) {
        struct stone *const stone = stones_acquire();
        struct fox *const fox = random % 2 != 0 ? foxes_acquire() : NULL;
        (void)!tracks_acquire();
        if (stone != NULL) {
            stone->bytes[2] = (uint8_t)(random >> 16);
        }
        if (fox != NULL) {
            fox->age = (uint8_t)(random >> 24);
        }
        return;
    }
    if (stones_is_live_at(slot)) {
        stones_release_at(slot);
    }
    if (foxes_is_live_at(slot)) {
        foxes_release_at(slot);
    }
    if (tracks_last() >= 0) {
        tracks_release(tracks_last());
    }
}

static void play(unsigned steps)
{
    for (; steps != 0; steps--) {
        step();
    }
}

static bool all_are_sound(void)
{
    return hutch_check(&stones_pool) && hutch_check(&foxes_pool) && hutch_check(&tracks_pool);
}

struct nest {
    uint8_t built, eggs;
};
static unsigned builds;
static size_t saved_in_hook = 1;

static void build_hook(void *object)
{
    ((struct nest *)object)->built = (uint8_t)(40u + builds);
    builds++;
}
static void lay_hook(void *object, const void *args);
static void leave_hook(void *object)
{
    (void)object;
}
static const struct hutch_hooks nest_hooks = {build_hook, lay_hook, leave_hook};
HUTCH_POOL_SPAWNED(nests, struct nest, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &nest_hooks));
HUTCH_STATE(grove, nests);
static struct grove_state grove_kept;
static unsigned char grove_bytes[grove_saved_bytes];

static void lay_hook(void *object, const void *args)
{
    ((struct nest *)object)->eggs = 2;
    if (args != NULL) {
        saved_in_hook = hutch_save(&grove, grove_bytes, sizeof grove_bytes);
    }
}

// --------------------------------------------------------------------------------------------------- a copy

TEST(a_loaded_state_is_the_saved_one_and_goes_on_as_that_did)
{
    seed = 1;
    kept.after = 0xA5;
    wood_save(&kept.wood); // pools that were never used
    CHECK_EQUAL(hutch_save(&grove, grove_bytes, grove_saved_bytes) != 0, 1);
    for (unsigned round = 0; round < 12; round++) {
        play(9);
        wood_save(&kept.wood);
        const uint32_t saved = picture(), seed_then = seed;
        play(11);
        const uint32_t later = picture();
        play(5);
        wood_load(&kept.wood);
        CHECK_EQUAL(picture(), saved);
        seed = seed_then;
        play(11);
        CHECK_EQUAL(picture(), later);
        CHECK(all_are_sound());
    }
    CHECK_EQUAL(kept.after, 0xA5);
}

TEST(a_copy_of_a_pool_that_was_never_used_is_empty)
{
    HUTCH_PLACED_ static struct wood_state empty;
    wood_load(&empty);
    CHECK_EQUAL(stones_live() + foxes_live() + tracks_live(), 0);
    CHECK(stones_acquire() != NULL);
    CHECK(all_are_sound());
}

// --------------------------------------------------------------------------------------------------- bytes

TEST(saved_bytes_bring_back_the_live_objects)
{
    seed = 2;
    for (unsigned round = 0; round < 8; round++) {
        play(9);
        count = hutch_save(&wood, bytes, sizeof bytes);
        CHECK(count != 0 && count <= wood_saved_bytes);
        const uint32_t saved = picture();
        play(11);
        CHECK_EQUAL(hutch_save(&wood, bytes, 0), 0);
        CHECK(hutch_restore(&wood, bytes, count));
        CHECK_EQUAL(picture(), saved);
        CHECK(all_are_sound());
    }
    CHECK(hutch_restore(&wood, bytes, sizeof bytes)); // they say how long they are
    const size_t again = hutch_save(&wood, bytes, count);
    CHECK_EQUAL(again, count);
    CHECK_EQUAL(hutch_save(&wood, bytes, count - 1), 0);
}

TEST(counters_go_on_from_what_was_restored)
{
#    if !HUTCH_CFG_STATS
    unit_omit();
#    else
    for (unsigned more = 0; more < 2; more++) { // the bytes have more objects than the pool, or fewer
        stones_clear();
        for (unsigned i = 0; i < (more != 0 ? 6u : 1u); i++) {
            CHECK(stones_acquire() != NULL);
        }
        count = hutch_save(&wood, bytes, sizeof bytes);
        stones_clear();
        for (unsigned i = 0; i < (more != 0 ? 1u : 6u); i++) {
            CHECK(stones_acquire() != NULL);
        }
        stones_stats_reset();
        CHECK(hutch_restore(&wood, bytes, count));
        CHECK(stones_acquire() != NULL);
        CHECK_EQUAL(stones_peak(), more != 0 ? 7 : 6);
    }
#    endif
}

TEST(a_full_scene_fits_into_the_constant)
{
    while (stones_acquire() != NULL) {}
    while (foxes_acquire() != NULL) {}
    while (tracks_acquire() >= 0) {}
    CHECK(hutch_save(&wood, bytes, wood_saved_bytes) != 0);
    CHECK(stones_acquire() == NULL);
}

TEST(damaged_short_and_foreign_bytes_are_refused_and_change_nothing)
{
    seed = 3;
    stones_clear();
    play(20);
    count = hutch_save(&wood, bytes, sizeof bytes);
    play(5);
    const uint32_t now = picture();
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (unsigned char)(bytes[i] ^ 1u << i % 8);
        CHECK(!hutch_restore(&wood, bytes, count));
        bytes[i] = (unsigned char)(bytes[i] ^ 1u << i % 8);
    }
    for (size_t shorter = 0; shorter < count; shorter += 5) {
        CHECK(!hutch_restore(&wood, bytes, shorter));
    }
    CHECK(!hutch_restore(&path, bytes, count));
    CHECK_EQUAL(picture(), now);
    CHECK(hutch_restore(&wood, bytes, count));
}

// Makes bytes right for a length and a sum, as only who means harm does. CRC-32 of IEEE 802.3.
static void seal_bytes(size_t length)
{
    uint32_t crc = 0xFFFFFFFFu;
    for (unsigned i = 0; i < 4; i++) {
        bytes[4 + i] = (unsigned char)((uint32_t)length >> (8 * i));
    }
    for (size_t i = 0; i < length - 4; i++) {
        crc ^= bytes[i];
        for (unsigned step = 0; step < 8; step++) {
            crc = (crc & 1u) != 0 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        bytes[length - 4 + i] = (unsigned char)(~crc >> (8 * i));
    }
}

TEST(bytes_that_lie_are_refused_though_their_sum_is_right)
{
    seed = 5;
    play(9);
    count = hutch_save(&wood, bytes, sizeof bytes);
    const uint32_t now = picture();
    seal_bytes(count);
    CHECK(hutch_restore(&wood, bytes, count));
    for (unsigned i = 0; i < stones_max && i < HUTCH_WORD_BITS; i++) { // an object more or less
        unsigned char *const word = bytes + 8;
        hutch_word_t live = 0;
        for (unsigned k = 0; k < sizeof live; k++) {
            ((unsigned char *)&live)[k] = word[k];
        }
        live = (hutch_word_t)(live ^ hutch_bits_mask(i));
        for (unsigned k = 0; k < sizeof live; k++) {
            const unsigned char other = ((const unsigned char *)&live)[k];
            const unsigned char before = word[k];
            word[k] = other;
            if (other != before) {
                seal_bytes(count);
                CHECK(!hutch_restore(&wood, bytes, count));
            }
            word[k] = before;
        }
    }
    for (size_t shorter = count - 1; shorter >= 12; shorter -= 7) {
        seal_bytes(shorter);
        CHECK(!hutch_restore(&wood, bytes, count));
    }
    bytes[4] = 11; // no room for its own sum
    CHECK(!hutch_restore(&wood, bytes, count));
    CHECK_EQUAL(picture(), now);
    for (size_t room = 0; room < count; room += 3) {
        CHECK_EQUAL(hutch_save(&wood, bytes, room), 0);
    }
}

// --------------------------------------------------------------------------------------------------- hooks

TEST(what_a_construct_hook_made_comes_back_with_it)
{
    UNIT_NEEDS(!HUTCH_CFG_FENCE);
    struct nest *const first = nests_spawn(NULL);
    struct nest *const second = nests_spawn(NULL);
    CHECK(first != NULL && second != NULL);
    const uint8_t built = second->built;
    nests_despawn(second);
    count = hutch_save(&grove, grove_bytes, sizeof grove_bytes);
    grove_save(&grove_kept);
    for (unsigned way = 0; way < 2; way++) {
        nests_clear();
        second->built = 0;
        CHECK(way == 0 ? hutch_restore(&grove, grove_bytes, count) : (grove_load(&grove_kept), true));
        CHECK(nests_is_live(first) && nests_live() == 1);
        const unsigned before = builds;
        struct nest *nest;
        unsigned found = 0;
        while ((nest = nests_spawn(NULL)) != NULL) {
            found += nest == second && nest->built == built;
        }
        CHECK_EQUAL(found, 1);
        CHECK_EQUAL(builds - before, 2); // the two that were never built
    }
    nests_clear();
}

TEST(an_object_whose_hook_runs_is_not_saved_half)
{
    const struct nest other = {0, 0};
    nests_clear();
    struct nest *const nest = nests_spawn(&other);
    CHECK_EQUAL(saved_in_hook, 0);
    CHECK(unit_fault_was("nests", HUTCH_FAULT_RELEASE_IN_DESPAWN, NULL, nests_index(nest)));
    CHECK(hutch_save(&grove, grove_bytes, sizeof grove_bytes) != 0);
    nests_clear();
}

// --------------------------------------------------------------------------------------------------- a reset

static void start_anew(void)
{
    wood_seal.layout = 0;
    CHECK(!hutch_revive(&wood, &wood_seal));
    CHECK_EQUAL(stones_live() + foxes_live() + tracks_live(), 0);
}

TEST(pools_that_were_never_sealed_are_empty_and_others_come_back)
{
    UNIT_NEEDS(!HUTCH_CFG_FENCE); // pages do not outlive a reset
    seed = 4;
    start_anew();
    for (unsigned round = 0; round < 5; round++) {
        play(9);
        const uint32_t before = picture();
        CHECK(hutch_revive(&wood, &wood_seal));
        CHECK_EQUAL(picture(), before);
        CHECK(all_are_sound());
    }
    wood_seal.inverted ^= 1u;
    CHECK(!hutch_revive(&wood, &wood_seal));
    CHECK_EQUAL(stones_live() + foxes_live() + tracks_live(), 0);
    play(20);
    CHECK(all_are_sound());
}

TEST(a_reset_in_the_middle_leaves_a_slot_live_or_free)
{
    UNIT_NEEDS(!HUTCH_CFG_FENCE); // pages do not outlive a reset
    start_anew();
    struct fox *const gone = foxes_acquire(), *const half = foxes_acquire(), *const stays = foxes_acquire();
    CHECK(gone != NULL && half != NULL && stays != NULL);
    if (stays == NULL) {
        return;
    }
    const foxes_ref_t old = foxes_ref(gone), of_half = foxes_ref(half), of_stays = foxes_ref(stays);
    const unsigned slot = foxes_index(gone), half_slot = foxes_index(half);
    const hutch_ref_t counter = foxes_pool.generations[slot];
    (void)!foxes_release(gone);
    foxes_pool.generations[slot] = counter; // the bit was cleared, and then came the reset
    if (foxes_pool.has_marks != 0) {
        foxes_pool.visible[0] = (hutch_word_t)(foxes_pool.visible[0] & ~hutch_bits_mask(half_slot));
    } else {
        foxes_pool.generations[half_slot] = hutch_generation_unissued(foxes_pool.ref_low_bits);
    }
    for (unsigned k = HUTCH_LEAF_WORDS((unsigned)tracks_max); k < HUTCH_BITMAP_WORDS((unsigned)tracks_max);
         k++) {
        tracks_pool.live[k] = HUTCH_WORD_ALL; // a summary that lies
    }
    CHECK(hutch_revive(&wood, &wood_seal));
    CHECK(foxes_deref(of_stays) == stays);
    CHECK(foxes_deref(of_half) == NULL && foxes_live() == 1);
    while (foxes_acquire() != NULL) {}
    CHECK(foxes_deref(old) == NULL);
    CHECK(foxes_deref(of_half) == NULL);
    CHECK_EQUAL(foxes_live(), foxes_max);
    for (unsigned i = 0; i < tracks_max; i++) {
        CHECK(tracks_acquire() >= 0);
    }
    CHECK(all_are_sound());
}

TEST(a_bit_that_no_pool_sets_makes_all_empty)
{
    UNIT_NEEDS(!HUTCH_CFG_FENCE); // pages do not outlive a reset
    start_anew();
    CHECK(foxes_acquire() != NULL && stones_acquire() != NULL);
    stones_pool.live[stones_max / HUTCH_WORD_BITS] |= hutch_bits_mask(stones_max);
    CHECK(!hutch_revive(&wood, &wood_seal));
    CHECK_EQUAL(stones_live() + foxes_live() + tracks_live(), 0);
    CHECK(hutch_revive(&wood, &wood_seal));
    CHECK(all_are_sound());
}

#    include "../../build/lists/unit/state.h"
#endif
