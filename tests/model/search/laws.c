// SPDX-License-Identifier: MIT
// laws.c - what must hold in each state and of each call, read from the pools' own words; and the comparison
// of the pools with the model.

#include "search.h"

#include <string.h>

unsigned long laws_broken[LAWS_COUNT];

enum { MARK_LIVE = HUTCH_MARKS };

/// The marks of a pool, a bit for each slot.
struct bits {
    unsigned of[HUTCH_MARKS + 1];
};

static struct {
    const unsigned char *bytes;
    unsigned length;
    struct bits bits[POOLS_MAX];
} before;
static struct bits now[POOLS_MAX];

bool must(bool holds, enum law law)
{
    laws_broken[law] += !holds;
    return holds;
}

static unsigned bits_of(const struct hutch_pool *pool, const hutch_word_t *words)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < HUTCH_LEAF_WORDS((unsigned)pool->capacity) * W && i < 32; i++) {
        bits |= (words[i / W] >> i % W & 1u) != 0 ? 1u << i : 0;
    }
    return bits;
}

// Of a pool without marks each live slot is visible.
static void read(const struct hutch_pool *pool, struct bits *bits)
{
    bits->of[MARK_LIVE] = bits_of(pool, pool->live);
    for (unsigned mark = 0; mark < HUTCH_MARKS; mark++) {
        bits->of[mark] = mark < pool->has_marks ? bits_of(pool, HUTCH_MARK_WORDS(pool, mark)) : 0u;
    }
    bits->of[HUTCH_MARK_VISIBLE] = pool->has_marks ? bits->of[HUTCH_MARK_VISIBLE] : bits->of[MARK_LIVE];
}

static unsigned ones(unsigned bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1u) {
        count++;
    }
    return count;
}

void laws_begin(const struct world *world, const unsigned char *bytes, unsigned length)
{
    before.bytes = bytes;
    before.length = length;
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        read(world->pools[p], &before.bits[p]);
    }
}

// ----------------------------------------------------------------------------------------- laws of a state

static bool stamps_are_in_order(const struct hutch_policy *policy, const struct known *known)
{
    bool is_right = true;
    for (unsigned i = 0; policy->stamps != NULL && i < known->live; i++) {
        const unsigned age = policy->state->acquired - policy->stamps[known->order[i]];
        is_right = is_right && age < 1000 &&
                   (i == 0 || age < policy->state->acquired - policy->stamps[known->order[i - 1]]);
    }
    return is_right;
}

static bool state_is_lawful(const struct hutch_pool *pool, const struct bits *bits, const struct known *known)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const unsigned live = bits->of[MARK_LIVE], visible = bits->of[HUTCH_MARK_VISIBLE];
    unsigned all = 0;
    for (unsigned mark = 0; mark <= HUTCH_MARKS; mark++) {
        all |= bits->of[mark];
    }
    bool is_right = must((visible & ~live) == 0, LAW_VISIBLE_IS_LIVE);
    is_right &= must((bits->of[HUTCH_MARK_PERSISTENT] & ~visible) == 0, LAW_PERSISTENT_IS_VISIBLE);
    is_right &= must(all >> pool->capacity == 0, LAW_NOTHING_PAST_THE_END);
    if (policy != NULL) {
        is_right &= must(policy->state->acquired - policy->state->released == ones(live), LAW_COUNT_IS_RIGHT);
        is_right &= must(stamps_are_in_order(policy, known), LAW_STAMPS_ARE_IN_ORDER);
    }
    return is_right;
}

// ------------------------------------------------------------------------------------------ laws of a call

static bool is_acquire(unsigned call)
{
    return call <= CALL_SPAWN_URGENT;
}

static bool is_refused(const struct trace *trace, unsigned result)
{
    const unsigned call = trace->move.call;
    const bool is_slot = is_acquire(call) || call == CALL_CLAIM || call == CALL_ACQUIRE_RUN ||
                         call == CALL_BEGIN || call == CALL_MAKE;
    return result == (is_slot ? HUTCH_NONE & 4095u : 0u);
}

// All of a run, in one piece, or nothing.
static bool run_is_whole(const struct move *move, unsigned result)
{
    const unsigned was = before.bits[move->pool].of[MARK_LIVE], is = now[move->pool].of[MARK_LIVE];
    const bool is_release = move->call == CALL_RELEASE_RUN || move->call == CALL_RELEASE_RUN_AT;
    const unsigned length = is_release ? move->b : move->a, first = is_release ? move->a : result & 255u;
    const bool is_done = is_release ? result != 0 : result != (HUTCH_NONE & 4095u);
    const unsigned run = is_done ? ((1u << length) - 1u) << first : 0;
    return is_release ? is == (was & ~run) && (was & run) == run : is == (was | run) && (was & run) == 0;
}

static bool reserve_is_kept(const struct hutch_pool *pool, unsigned p)
{
    const unsigned kept = pool->options->policy != NULL ? pool->options->policy->reserve : 0;
    const unsigned had = pool->capacity - ones(before.bits[p].of[MARK_LIVE]);
    const unsigned has = pool->capacity - ones(now[p].of[MARK_LIVE]);
    return had > kept ? has >= kept : has == had;
}

// Of a call during whose callbacks nothing else was called.
static bool call_is_lawful(const struct world *world, const struct trace *trace)
{
    const struct move *const move = &trace->move;
    const unsigned p = move->pool, result = trace->events[trace->length - 1] & 4095u;
    const bool is_run =
        move->call == CALL_ACQUIRE_RUN || move->call == CALL_RELEASE_RUN || move->call == CALL_RELEASE_RUN_AT;
    static unsigned char after[REAL_BYTES_MAX];
    bool is_right = !is_run || must(run_is_whole(move, result), LAW_RUN_IS_WHOLE);
    if (is_acquire(move->call) && is_refused(trace, result)) {
        is_right &= must(before.bits[p].of[MARK_LIVE] == now[p].of[MARK_LIVE], LAW_REFUSED_EVICTS_NOBODY);
    }
    // hutch_prespawn_prefab prepares as many slots as there are.
    if (is_refused(trace, result) && trace->callbacks == 0 && move->call != CALL_PRESPAWN_PREFAB) {
        real_save(world, after);
        is_right &= must(memcmp(before.bytes, after, before.length) == 0, LAW_REFUSED_CHANGES_NOTHING);
    }
    if (move->call == CALL_ACQUIRE || move->call == CALL_SPAWN) {
        is_right &= must(reserve_is_kept(world->pools[p], p), LAW_RESERVE_IS_KEPT);
    }
    for (unsigned i = 0; move->call == CALL_RESET && i < POOLS_MAX && world->pools[i] != NULL; i++) {
        is_right &= must(now[i].of[HUTCH_MARK_VISIBLE] == before.bits[i].of[HUTCH_MARK_PERSISTENT],
                         LAW_RESET_LEAVES_PERSISTENT);
    }
    return is_right;
}

// -------------------------------------------------------------------------------------------- the comparison

static bool marks_agree(const struct bits *bits, const struct known *known)
{
    static const unsigned marks[HUTCH_MARKS + 1] = {[MARK_LIVE] = LIVE,
                                                    [HUTCH_MARK_VISIBLE] = VISIBLE,
                                                    [HUTCH_MARK_CONSTRUCTED] = CONSTRUCTED,
                                                    [HUTCH_MARK_PERSISTENT] = PERSISTENT};
    bool is_right = true;
    for (unsigned mark = 0; mark <= HUTCH_MARKS; mark++) {
        unsigned expected = 0;
        for (unsigned i = 0; i < SLOTS_MAX; i++) {
            expected |= (known->marks[i] & marks[mark]) != 0 ? 1u << i : 0;
        }
        is_right = is_right && bits->of[mark] == expected;
    }
    return is_right;
}

static bool values_agree(const struct hutch_pool *pool, const struct known *known)
{
    bool is_right = true;
    for (unsigned i = 0; i < pool->capacity; i++) {
        const bool is_known =
            HUTCH_CFG_CHECK < 2 || ((known->marks[i] & LIVE) != 0 && known->value[i] != VALUE_UNKNOWN);
        is_right =
            is_right && (!is_known || ((const struct thing *)hutch_at(pool, i))->value == known->value[i]);
    }
    return is_right;
}

bool laws_hold(const struct world *world, const struct model *model, const struct trace *trace)
{
    bool is_right = true;
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        const struct hutch_pool *const pool = world->pools[p];
        read(pool, &now[p]);
        is_right &= state_is_lawful(pool, &now[p], &model->pools[p]);
        is_right &=
            must((before.bits[p].of[HUTCH_MARK_CONSTRUCTED] & ~now[p].of[HUTCH_MARK_CONSTRUCTED]) == 0,
                 LAW_CONSTRUCTED_STAYS);
        is_right &= marks_agree(&now[p], &model->pools[p]);
        is_right &= world->values == 0 || values_agree(pool, &model->pools[p]);
    }
    return (trace->nested_at != 0 || call_is_lawful(world, trace)) && is_right;
}

// A walk, what the pool counts, and each slot and kept ref.
static bool looks_of_pool(const struct world *world, unsigned p, const struct known *known)
{
    const struct hutch_pool *const pool = world->pools[p];
    unsigned next = hutch_next_index_(pool, 0);
    bool is_right = must(hutch_check(pool), LAW_CHECK_FINDS_NOTHING);
    is_right &= hutch_live(pool) == known->live && hutch_available(pool) + known->live == pool->capacity;
    for (unsigned i = 0; i < pool->capacity; i++) {
        const bool is_visible = (known->marks[i] & VISIBLE) != 0;
        const bool is_fresh = is_visible && (known->marks[i] & (KEPT | STALE)) == KEPT;
        is_right &= hutch_is_live_at(pool, i) == is_visible && is_visible == (next == i);
        next = is_visible && next == i ? hutch_next_index_(pool, i + 1) : next;
        if (pool->slots != NULL) {
            is_right &= hutch_is_live(pool, hutch_at(pool, i)) == is_visible;
        }
        if (pool->generations != NULL) {
            is_right &= hutch_deref(pool, real_kept_ref(p, i)) == (is_fresh ? hutch_at(pool, i) : NULL);
        }
    }
    return is_right && next == HUTCH_NONE;
}

bool looks_are_right(const struct world *world, const struct model *model)
{
    bool is_right = true;
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        is_right &= looks_of_pool(world, p, &model->pools[p]);
        is_right &= world->herds[p] == NULL || families_look_right(world, p, model);
    }
    return is_right && unit_faults_forget() == 0;
}

// -------------------------------------------------------------------------- the laws, after all searches

static void visible_slot_is_live_in_every_state(void)
{
    CHECK_EQUAL(laws_broken[LAW_VISIBLE_IS_LIVE], 0);
}

static void persistent_slot_is_visible_in_every_state(void)
{
    CHECK_EQUAL(laws_broken[LAW_PERSISTENT_IS_VISIBLE], 0);
}

static void no_mark_is_past_the_last_slot_in_any_state(void)
{
    CHECK_EQUAL(laws_broken[LAW_NOTHING_PAST_THE_END], 0);
}

static void policy_counts_what_is_live_in_every_state(void)
{
    CHECK_EQUAL(laws_broken[LAW_COUNT_IS_RIGHT], 0);
}

static void stamps_of_live_slots_are_in_the_order_of_acquires_in_every_state(void)
{
    CHECK_EQUAL(laws_broken[LAW_STAMPS_ARE_IN_ORDER], 0);
}

static void hutch_check_finds_nothing_in_any_state(void)
{
    CHECK_EQUAL(laws_broken[LAW_CHECK_FINDS_NOTHING], 0);
}

static void call_that_is_refused_changes_nothing(void)
{
    CHECK_EQUAL(laws_broken[LAW_REFUSED_CHANGES_NOTHING], 0);
}

static void run_is_taken_and_released_whole_or_not_at_all(void)
{
    CHECK_EQUAL(laws_broken[LAW_RUN_IS_WHOLE], 0);
}

static void hook_sees_an_object_that_is_hidden(void)
{
    CHECK_EQUAL(laws_broken[LAW_HOOK_SEES_HIDDEN], 0);
}

static void acquire_that_is_refused_evicts_nobody(void)
{
    CHECK_EQUAL(laws_broken[LAW_REFUSED_EVICTS_NOBODY], 0);
}

static void acquire_that_is_not_urgent_leaves_the_reserve(void)
{
    CHECK_EQUAL(laws_broken[LAW_RESERVE_IS_KEPT], 0);
}

static void reset_of_a_scene_leaves_the_persistent_objects_and_no_other(void)
{
    CHECK_EQUAL(laws_broken[LAW_RESET_LEAVES_PERSISTENT], 0);
}

static void slot_that_was_constructed_stays_so(void)
{
    CHECK_EQUAL(laws_broken[LAW_CONSTRUCTED_STAYS], 0);
}

static void child_is_once_in_one_list_and_no_family_is_a_ring(void)
{
    CHECK_EQUAL(laws_broken[LAW_FAMILY_IS_LINKED], 0);
}

const struct unit_test laws_tests[] = {
    UNIT_TEST(visible_slot_is_live_in_every_state),
    UNIT_TEST(persistent_slot_is_visible_in_every_state),
    UNIT_TEST(no_mark_is_past_the_last_slot_in_any_state),
    UNIT_TEST(policy_counts_what_is_live_in_every_state),
    UNIT_TEST(stamps_of_live_slots_are_in_the_order_of_acquires_in_every_state),
    UNIT_TEST(hutch_check_finds_nothing_in_any_state),
    UNIT_TEST(call_that_is_refused_changes_nothing),
    UNIT_TEST(run_is_taken_and_released_whole_or_not_at_all),
    UNIT_TEST(hook_sees_an_object_that_is_hidden),
    UNIT_TEST(acquire_that_is_refused_evicts_nobody),
    UNIT_TEST(acquire_that_is_not_urgent_leaves_the_reserve),
    UNIT_TEST(reset_of_a_scene_leaves_the_persistent_objects_and_no_other),
    UNIT_TEST(slot_that_was_constructed_stays_so),
    UNIT_TEST(child_is_once_in_one_list_and_no_family_is_a_ring),
    UNIT_TESTS_END,
};
