// SPDX-License-Identifier: MIT
// lock.c - every path through a locked pool enters its section as often as it must, leaves it each time, and
// does in it only what must be done there.

#include "unit.h"
#include "hutch/core/ref.h" // HUTCH_REF_IS_WIDE, also where hutch.h does not fold

enum { W = HUTCH_WORD_BITS };
HUTCH_POOL(mail, uint16_t, 11, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(much_mail, uint8_t, 4 * W + 2, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_IDS(channels, 4, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(unlocked, uint16_t, 11);
HUTCH_POOL(much_unlocked, uint8_t, 4 * W + 2);

static unsigned called, called_inside; // callbacks of policies

static void call_back(const struct hutch_pool *pool)
{
    (void)pool;
    called++;
    called_inside += lock_count.depth != 0 ? 1u : 0u;
}

static unsigned first_goes(const struct hutch_pool *pool)
{
    call_back(pool);
    return 0;
}
HUTCH_POLICY(strict, .reserve = 1, .on_room = call_back, .low = 1, .on_low = call_back);
HUTCH_POLICY(crowded, .evict = first_goes);
HUTCH_POLICY(loose, .reserve = 1, .evict = first_goes, .on_room = call_back);
HUTCH_POOL_TRACKED(letters, uint16_t, 3, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_TRACKED(strict_mail, uint16_t, 3, .lock = HUTCH_LOCK_IRQ, .policy = &strict);
HUTCH_POOL_SPAWNED(crowded_mail, uint16_t, 2, .lock = HUTCH_LOCK_IRQ, .policy = &crowded);
HUTCH_POOL_IDS(loose_ids, 3, .policy = &loose);
#if HUTCH_HAS_LOCK_FREE
HUTCH_POOL_SPAWNED(lock_free, uint16_t, 4 * W + 2, .lock = HUTCH_LOCK_FREE);
#endif
static void give_back(void *object)
{
    (void)object;
    call_back(NULL);
}
static const struct hutch_hooks gift_hooks = {NULL, NULL, give_back};
HUTCH_POOL_COUNTED(parcels, uint16_t, 2, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_COUNTED(gifts, uint16_t, 2, .lock = HUTCH_LOCK_IRQ, .hooks = &gift_hooks);
HUTCH_POOL_PREFABS(birds, uint16_t, 3);
HUTCH_PREFAB(bird, birds, hutch_no_components, 7);

struct lock_count lock_count;
static unsigned faults_inside; // faults that were reported with the section closed
static unsigned faults;
static unsigned faults_to_cause; // by the handler itself

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    faults++;
    faults_inside += lock_count.depth != 0 ? 1 : 0;
    if (faults_to_cause != 0) {
        faults_to_cause--;
        CHECK(!letters_release(NULL));
    }
}

UNIT_RECORDS_NO_FAULTS

/// Were so many sections entered since the last look, each left rightly, with so many faults, all outside?
static void check_sections(unsigned sections, unsigned faults_expected)
{
    CHECK_EQUAL(lock_count.entered, sections);
    CHECK_EQUAL(lock_count.depth, 0);
    CHECK_EQUAL(lock_count.wrong, 0);
    CHECK_EQUAL(faults, faults_expected);
    CHECK_EQUAL(faults_inside, 0);
    lock_count.entered = lock_count.wrong = faults = faults_inside = 0;
}

/// Were there sections since the last look, each left rightly, and callbacks, all outside?
static void check_balance(unsigned callbacks)
{
    CHECK(lock_count.entered >= 1);
    CHECK_EQUAL(lock_count.depth, 0);
    CHECK_EQUAL(lock_count.wrong, 0);
    CHECK_EQUAL(called, callbacks);
    CHECK_EQUAL(called_inside, 0);
    lock_count.entered = lock_count.wrong = called = called_inside = 0;
}

/// Calls, and checks both.
#define TAKES(sections, faults_expected, claim) (CHECK(claim), check_sections(sections, faults_expected))
#define CALLS_BACK(callbacks, claim) (CHECK(claim), check_balance(callbacks))

static void arrange(void)
{
    mail_clear();
    much_mail_clear();
    channels_clear();
    lock_count.entered = lock_count.wrong = faults = faults_inside = 0;
}

TEST(acquire_is_one_section_also_when_full)
{
    arrange();
    for (unsigned i = 0; i < 11; i++) {
        TAKES(1, 0, mail_acquire() != NULL);
    }
    TAKES(1, 0, mail_acquire() == NULL);
    TAKES(1, 0, hutch_acquire(&mail_pool) == NULL);
    TAKES(1, 0, hutch_acquire_index_(&mail_pool) == HUTCH_NONE);
    TAKES(1, 0, much_mail_acquire() != NULL);
}

TEST(handler_may_use_pools_and_is_called_again_by_a_fault_of_its_own)
{
    arrange();
    faults_to_cause = 3;
    TAKES(0, 4, !mail_release(NULL));
}

TEST(release_is_one_section_also_when_it_is_the_second)
{
    arrange();
    uint16_t *const letter = mail_acquire();
    check_sections(1, 0);
    TAKES(1, 0, mail_release(letter));
    TAKES(1, 1, !mail_release(letter));
    TAKES(1, 1, !hutch_release(&mail_pool, letter));
    TAKES(1, 1, !mail_release_at(0));
    TAKES(1, 1, !hutch_release_at_(&mail_pool, 0));
}

TEST(wrong_pointer_and_wrong_number_are_found_without_the_section)
{
    uint16_t elsewhere = 0;
    arrange();
    TAKES(0, 1, !mail_release(NULL));
    TAKES(0, 1, !mail_release(&elsewhere));
    TAKES(0, 1, !hutch_release(&mail_pool, (const uint8_t *)mail_at(0) + 1));
    TAKES(0, 1, !mail_release_at(11));
    TAKES(0, 1, !hutch_release_at_(&mail_pool, 11));
    TAKES(0, 1, mail_claim(11) == NULL);
    TAKES(0, 1, !hutch_claim_index_(&mail_pool, 11));
    TAKES(0, 1, !mail_release_run(&elsewhere, 2));
    TAKES(0, 1, !mail_release_run(mail_at(9), 3));
    TAKES(0, 1, !hutch_release_run_at_(&mail_pool, 0, 0));
    TAKES(0, 1, !channels_release(-1));
    TAKES(0, 1, channels_claim(4) == -1);
}

TEST(claim_is_one_section_also_when_the_slot_is_live)
{
    arrange();
    TAKES(1, 0, mail_claim(5) != NULL);
    TAKES(1, 0, mail_claim(5) == NULL);
    TAKES(1, 0, hutch_claim_(&mail_pool, 6) != NULL);
    TAKES(1, 0, channels_claim(1) == 1);
}

TEST(run_is_one_section_whether_it_finds_room_or_not)
{
    arrange();
    TAKES(1, 0, mail_acquire_run(4) != NULL);
    TAKES(1, 0, mail_acquire_run(8) == NULL);
    TAKES(1, 0, mail_release_run(mail_at(1), 2));
    TAKES(1, 1, !mail_release_run(mail_at(0), 4));
}

TEST(clear_is_one_section_a_word_and_over_a_descriptor_one_an_object)
{
    enum { words = 5, objects = 3 };
    arrange();
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned i = 0; i < objects; i++) {
            (void)!much_mail_acquire();
        }
        check_sections(objects, 0);
        if (turn == 0) {
            much_mail_clear();
            check_sections(HUTCH_SERVES_ANY && !HUTCH_CFG_FOLD ? objects : words, 0);
        } else {
            hutch_clear(&much_mail_pool);
            check_sections(HUTCH_SERVES_ANY ? objects : words, 0);
        }
    }
}

TEST(questions_need_no_section)
{
    arrange();
    CHECK_EQUAL(mail_live() + mail_available(), mail_capacity());
    CHECK(!mail_is_live(mail_at(0)));
    CHECK(!mail_is_live_at(0));
    CHECK_EQUAL(mail_index(mail_at(3)), 3);
    CHECK(mail_first() == NULL);
    CHECK(mail_next(mail_at(0)) == NULL);
    CHECK(hutch_check(&mail_pool));
    check_sections(0, 0);
}

static unsigned depth_in_predicate;
static bool is_even(const void *object, void *context)
{
    (void)context;
    depth_in_predicate += lock_count.depth;
    return mail_index((const uint16_t *)object) % 2 == 0;
}

TEST(release_if_asks_outside_and_enters_once_for_each_that_goes)
{
    arrange();
    mail_acquire_run(7);
    check_sections(1, 0);
    depth_in_predicate = 0;
    TAKES(4, 0, hutch_release_if_(&mail_pool, is_even, NULL) == 4);
    CHECK_EQUAL(depth_in_predicate, 0);
}

static void release_channel_2(void)
{
    CHECK(channels_release(2));
}

static bool all_go(int id, void *context)
{
    (void)context;
    lock_count.interrupt = id == 2 ? release_channel_2 : NULL; // after the predicate, before the release
    return true;
}

TEST(release_if_of_numbers_reports_nothing_that_an_interrupt_released)
{
    arrange();
    CHECK_EQUAL(channels_acquire_run(4), 0);
    CHECK_EQUAL(channels_release_if(all_go, NULL), 3);
    CHECK_EQUAL(channels_live(), 0);
    check_sections(6, 0);
}

TEST(ref_wider_than_a_word_is_read_in_one_section)
{
    const unsigned sections = HUTCH_REF_IS_WIDE ? 1 : 0;
    strict_mail_clear();
    uint16_t *const letter = strict_mail_acquire();
    lock_count.entered = 0;
    const strict_mail_ref_t ref = strict_mail_ref(letter);
    check_sections(sections, 0);
    TAKES(sections, 0, strict_mail_deref(ref) == letter);
    CHECK(strict_mail_release(letter));
    lock_count.entered = 0;
}

#if HUTCH_CFG_STATS
TEST(counters_are_reset_in_one_section)
{
    arrange();
    mail_stats_reset();
    check_sections(1, 0);
}
#endif

TEST(sections_nest_in_a_section_of_the_caller)
{
    arrange();
    const hutch_port_state_t outer = hutch_port_enter();
    const hutch_port_state_t inner = hutch_port_enter();
    CHECK(mail_release(mail_acquire()));
    CHECK_EQUAL(lock_count.depth, 2);
    hutch_port_exit(inner);
    CHECK(mail_claim(3) != NULL);
    CHECK_EQUAL(lock_count.depth, 1);
    hutch_port_exit(outer);
    check_sections(5, 0);
}

TEST(count_of_holders_changes_in_one_section_also_at_its_limits)
{
    arrange();
    uint16_t *const parcel = parcels_acquire();
    check_sections(1, 0);
    for (unsigned holders = 2; holders <= HUTCH_HOLDERS_MAX; holders++) {
        TAKES(1, 0, parcels_retain(parcel));
    }
    TAKES(1, 1, !parcels_retain(parcel));
    for (unsigned holders = HUTCH_HOLDERS_MAX; holders > 1; holders--) {
        TAKES(1, 0, parcels_release(parcel));
    }
    TAKES(2, 0, parcels_release(parcel)); // in the second the slot becomes free
    TAKES(1, 1, !parcels_retain(parcel));
    TAKES(2, 1, !parcels_release(parcel));
}

TEST(hook_of_the_last_holder_runs_outside)
{
    arrange();
    called = called_inside = 0;
    uint16_t *const gift = gifts_acquire();
    CALLS_BACK(1, gifts_retain(gift) && gifts_release(gift) && gifts_release(gift));
    TAKES(1, 1, !gifts_release(gift));
    CHECK(gifts_acquire() && gifts_acquire());
    gifts_clear();
    check_balance(2);
}

TEST(pool_without_a_lock_enters_in_the_small_engine_but_not_to_acquire)
{
    UNIT_NEEDS(HUTCH_CFG_FOLD && HUTCH_IS_SMALL(&unlocked_pool));
    arrange();
    unlocked_clear();
    uint16_t *const object = unlocked_acquire();
    TAKES(0, 0, much_unlocked_acquire() != NULL);
    CHECK(unlocked_release(object)); // to be smaller, see small.h
    check_sections(1, 0);
}

TEST(pool_without_a_lock_never_enters)
{
    UNIT_NEEDS(!HUTCH_CFG_FOLD || !HUTCH_IS_SMALL(&unlocked_pool));
    arrange();
    unlocked_clear();
    CHECK(unlocked_release(unlocked_acquire()));
    CHECK(much_unlocked_release(much_unlocked_acquire()));
    CHECK(unlocked_claim(4) != NULL);
    CHECK(unlocked_acquire_run(3) != NULL);
    CHECK(unlocked_release_run(unlocked_at(1), 2));
    CHECK(hutch_acquire(&unlocked_pool) != NULL);
    CHECK(hutch_release(&unlocked_pool, unlocked_at(4)));
    CHECK(!unlocked_release(NULL));
    hutch_clear(&unlocked_pool);
    check_sections(0, 1);
}

TEST(policies_leave_each_section_and_call_back_outside)
{
    arrange();
    called = called_inside = 0;
    CALLS_BACK(0, strict_mail_acquire() != NULL);
    CALLS_BACK(1, strict_mail_acquire() != NULL); // low
    CALLS_BACK(0, strict_mail_acquire() == NULL);
    CALLS_BACK(0, hutch_acquire_index_(&strict_mail_pool) == HUTCH_NONE);
    CALLS_BACK(0, strict_mail_acquire_urgent() != NULL);
    CALLS_BACK(0, strict_mail_release(strict_mail_at(2)));
    CALLS_BACK(1, strict_mail_release_ref(strict_mail_ref(strict_mail_at(1)))); // room
    CALLS_BACK(0, strict_mail_release(strict_mail_at(0)));
    CHECK(strict_mail_claim(1) != NULL && strict_mail_claim(1) == NULL &&
          strict_mail_release(strict_mail_at(1)));
    check_balance(0);
    CALLS_BACK(0, strict_mail_acquire_run(2) == strict_mail_at(0));
    CALLS_BACK(0, strict_mail_acquire_run(2) == NULL);
    CHECK(!strict_mail_release_run(strict_mail_at(0), 3)); // no more room than before
    check_balance(0);
    CALLS_BACK(1, strict_mail_release_run(strict_mail_at(0), 2));
    CALLS_BACK(0, crowded_mail_spawn(NULL) != NULL && crowded_mail_spawn(NULL) != NULL);
    CALLS_BACK(1, crowded_mail_spawn(NULL) != NULL);
    uint16_t *const last = crowded_mail_acquire();
    CHECK(last != NULL);
    check_balance(1);
    CALLS_BACK(0, crowded_mail_persist(last, true) && crowded_mail_persist(last, false));
    crowded_mail_clear();
}

TEST(policy_of_an_unlocked_pool_never_enters)
{
    arrange();
    called = called_inside = 0;
    CHECK(loose_ids_acquire() >= 0 && loose_ids_acquire() >= 0);
    CHECK(loose_ids_acquire() >= 0); // one went
    CHECK(loose_ids_acquire_urgent() >= 0);
    CHECK(loose_ids_release(1) && loose_ids_release(2));
    CHECK_EQUAL(lock_count.entered, 0);
    CHECK_EQUAL(lock_count.depth, 0);
    loose_ids_clear();
}

#if HUTCH_HAS_LOCK_FREE
TEST(pool_that_is_lock_free_never_enters)
{
    arrange();
    lock_free_clear();
    CHECK(lock_free_release(lock_free_acquire()));
    CHECK(lock_free_claim(4) != NULL);
    CHECK(lock_free_acquire_run(3) != NULL);
    CHECK(lock_free_release_run(lock_free_at(4), 1));
    CHECK(lock_free_despawn(lock_free_spawn(NULL)));
    CHECK(lock_free_release_ref(lock_free_ref(lock_free_acquire())));
    CHECK(hutch_release(&lock_free_pool, hutch_acquire(&lock_free_pool)));
    CHECK(lock_free_persist(lock_free_acquire(), true));
    while (lock_free_acquire() != NULL) {}
    CHECK(!lock_free_release(NULL));
    hutch_clear(&lock_free_pool);
    check_sections(0, 1);
}
#endif

TEST(families_and_images_are_sections_of_their_own)
{
    arrange();
    CHECK(bird_prespawn(3));
    check_sections(
        3, 0); // each slot is claimed and hidden in one step, and leaves the family of its last object
    uint16_t *const parent = (uint16_t *)bird_spawn(NULL), *const child = (uint16_t *)bird_spawn(NULL);
    check_sections(2, 0); // each leaves the family of the slot's last object
    TAKES(2, 0, birds_attach(parent, &birds_herd, child));
    CHECK(birds_despawn(parent));
    CHECK_EQUAL(birds_live(), 0);
    check_sections(HUTCH_CFG_FOLD && HUTCH_CFG_SMALL ? 5 : 3,
                   0); // small: each of the two is hidden in a section, too
}

#include "../../build/lists/alone/lock.h"

UNIT_MAIN(lock_tests)
