// SPDX-License-Identifier: MIT
// laws.c - what must hold in each state and of each call, read from the pools' own words; and the comparison
// of marks and values with the model.

#include "model.h"

#include <string.h>

enum { MARK_LIVE = HUTCH_MARKS };

/// The marks of a pool, a bit for each slot.
struct bits {
    unsigned of[HUTCH_MARKS + 1];
};

static struct {
    const unsigned char *bytes;
    size_t length;
    struct bits bits[POOLS_MAX];
} before;
static struct bits now[POOLS_MAX];

static unsigned bits_of(const struct hutch_pool *pool, const hutch_word_t *words)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < HUTCH_LEAF_WORDS((unsigned)pool->capacity) * W && i < 32; i++) {
        bits |= (words[i / W] & hutch_bits_mask(i)) != 0 ? 1u << i : 0;
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

void laws_begin(const struct world *world, const unsigned char *bytes, size_t length)
{
    before.bytes = bytes;
    before.length = length;
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        read(world->pools[p], &before.bits[p]);
    }
}

// ----------------------------------------------------------------------------------------- laws of a state

static bool stamps_are_right(const struct hutch_pool *pool, const struct known *known)
{
    const struct hutch_policy *const policy = pool->options->policy;
    bool is_right = true;
    for (unsigned i = 0; policy->stamps != NULL && i < pool->capacity; i++) {
        is_right = is_right && ((known->marks[i] & LIVE) == 0 || policy->stamps[i] == known->stamps[i]);
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
    bool is_right = must((visible & ~live) == 0, LAW_visible_slot_is_live_in_every_state);
    is_right &= must((bits->of[HUTCH_MARK_PERSISTENT] & ~visible) == 0,
                     LAW_persistent_slot_is_visible_in_every_state);
    is_right &= must(all >> pool->capacity == 0, LAW_no_mark_is_past_the_last_slot_in_any_state);
    if (policy != NULL) {
        is_right &= must(policy->state->acquired - policy->state->released == ones(live),
                         LAW_policy_counts_what_is_live_in_every_state);
        is_right &= must(stamps_are_right(pool, known),
                         LAW_stamps_of_live_slots_are_in_the_order_of_acquires_in_every_state);
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
    return result == (is_slot ? HUTCH_NONE : 0u);
}

// All of a run, in one piece, or nothing.
static bool run_is_whole(const struct move *move, unsigned result)
{
    const unsigned was = before.bits[move->pool].of[MARK_LIVE], is = now[move->pool].of[MARK_LIVE];
    const bool is_release = move->call == CALL_RELEASE_RUN || move->call == CALL_RELEASE_RUN_AT;
    const unsigned length = is_release ? move->b : move->a, first = is_release ? move->a : slot_of(result);
    const bool is_done = is_release ? result != 0 : result != HUTCH_NONE;
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
    const unsigned p = move->pool, result = trace->result;
    const bool is_run =
        move->call == CALL_ACQUIRE_RUN || move->call == CALL_RELEASE_RUN || move->call == CALL_RELEASE_RUN_AT;
    static unsigned char after[BYTES_MAX];
    bool is_right =
        !is_run || must(run_is_whole(move, result), LAW_run_is_taken_and_released_whole_or_not_at_all);
    if (is_acquire(move->call) && is_refused(trace, result)) {
        is_right &= must(before.bits[p].of[MARK_LIVE] == now[p].of[MARK_LIVE],
                         LAW_acquire_that_is_refused_evicts_nobody);
    }
    // hutch_prespawn_prefab prepares as many slots as there are.
    if (is_refused(trace, result) && trace->callbacks == 0 && move->call != CALL_PRESPAWN_PREFAB &&
        move->call != CALL_WALK) {
        real_copy(world, after, true);
        is_right &=
            must(memcmp(before.bytes, after, before.length) == 0, LAW_call_that_is_refused_changes_nothing);
    }
    if (move->call == CALL_ACQUIRE || move->call == CALL_SPAWN) {
        is_right &=
            must(reserve_is_kept(world->pools[p], p), LAW_acquire_that_is_not_urgent_leaves_the_reserve);
    }
    for (unsigned i = 0; move->call == CALL_RESET && i < POOLS_MAX && world->pools[i] != NULL; i++) {
        is_right &= must(now[i].of[HUTCH_MARK_VISIBLE] == before.bits[i].of[HUTCH_MARK_PERSISTENT],
                         LAW_reset_of_a_scene_leaves_the_persistent_objects_and_no_other);
    }
    return is_right;
}

// -------------------------------------------------------------------------------------------- the comparison

static bool marks_agree(const struct hutch_pool *pool, const struct bits *bits, const struct known *known)
{
    static const unsigned marks[HUTCH_MARKS + 1] = {[MARK_LIVE] = LIVE,
                                                    [HUTCH_MARK_VISIBLE] = VISIBLE,
                                                    [HUTCH_MARK_CONSTRUCTED] = CONSTRUCTED,
                                                    [HUTCH_MARK_PERSISTENT] = PERSISTENT};
    bool is_right = true;
    for (unsigned mark = 0; mark <= HUTCH_MARKS; mark++) {
        unsigned expected = 0;
        for (unsigned i = 0; i < pool->capacity; i++) {
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
                 LAW_slot_that_was_constructed_stays_so);
        is_right &= marks_agree(pool, &now[p], &model->pools[p]);
        is_right &= world->values == 0 || values_agree(pool, &model->pools[p]);
    }
    return (trace->nested_at != 0 || call_is_lawful(world, trace)) && is_right;
}

// -------------------------------------------------------------------------- the laws, after all searches

#define LAW_TEST_(law)                          \
    static void law(void)                       \
    {                                           \
        CHECK_EQUAL(laws_broken[LAW_##law], 0); \
    }
LAWS(LAW_TEST_)

#define LAW_ROW_(law) UNIT_TEST(law),
const struct unit_test laws_tests[] = {LAWS(LAW_ROW_) UNIT_TESTS_END};
