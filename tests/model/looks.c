// SPDX-License-Identifier: MIT
// looks.c - what the functions that only look return, compared with the model.

#include "model.h"

unsigned long laws_broken[LAWS_COUNT];

bool must(bool holds, enum law law)
{
    laws_broken[law] += !holds;
    CHECK(MODEL_IS_RICH || holds); // boards have no room for the names of the laws
    return holds;
}

static bool mark_is(const hutch_word_t *words, unsigned i, unsigned expected)
{
    return ((words[i / W] & hutch_bits_mask(i)) != 0) == (expected != 0);
}

static bool slot_looks_right(const struct world *world, unsigned p, unsigned i, unsigned marks)
{
    const struct hutch_pool *const pool = world->pools[p];
    const struct verbs *const verbs = verbs_of(world, p);
    unsigned char *const object = (unsigned char *)verbs->at(pool, i);
    const bool is_visible = (marks & VISIBLE) != 0;
    bool is_right = verbs->is_live_at(pool, i) == is_visible && mark_is(pool->live, i, marks & LIVE);
    if (pool->slots != NULL) {
        is_right &= object == pool->slots + i * pool->stride_bytes && hutch_index(pool, object) == i;
        is_right &= hutch_is_live(pool, object) == is_visible;
        is_right &=
            HUTCH_CFG_CHECK >= 2 || pool->stride_bytes == 1 || hutch_index(pool, object + 1) == HUTCH_NONE;
    }
    if (pool->generations != NULL) {
        const bool is_fresh = is_visible && (marks & (KEPT | STALE)) == KEPT;
        is_right &= verbs->deref(pool, real_kept_ref(p, i)) == (is_fresh ? object : NULL);
        if (MODEL_IS_RICH && unit_faults_forget() == 0) {
            is_right &= hutch_expect_(pool, real_kept_ref(p, i)) == (is_fresh ? object : NULL);
            is_right &= unit_faults_forget() == !is_fresh;
        }
    }
    for (unsigned mark = HUTCH_MARK_CONSTRUCTED; mark < pool->has_marks; mark++) {
        is_right &= mark_is(HUTCH_MARK_WORDS(pool, mark), i,
                            marks & (mark == HUTCH_MARK_CONSTRUCTED ? CONSTRUCTED : PERSISTENT));
    }
    return is_right;
}

// A walk, what the pool counts, each slot and kept ref, and numbers past the end.
static bool pool_looks_right(const struct world *world, unsigned p, const struct known *known)
{
    const struct hutch_pool *const pool = world->pools[p];
    const struct verbs *const verbs = verbs_of(world, p);
    const unsigned capacity = pool->capacity;
    unsigned next = hutch_next_index_(pool, 0), last = HUTCH_NONE;
    bool is_right = must(hutch_check(pool), LAW_hutch_check_finds_nothing_in_any_state);
    is_right &= verbs->live(pool) == known->live && hutch_available(pool) + known->live == capacity;
    for (unsigned i = 0; i < capacity; i++) {
        const bool is_next = (known->marks[i] & VISIBLE) != 0;
        is_right &= slot_looks_right(world, p, i, known->marks[i]) && is_next == (next == i);
        next = is_next && next == i ? hutch_next_index_(pool, i + 1) : next;
        last = is_next ? i : last;
    }
    for (unsigned i = capacity; HUTCH_CFG_CHECK < 2 && i <= capacity + 256u; i += 256u) {
        is_right &= verbs->at(pool, i) == NULL && !verbs->is_live_at(pool, i);
    }
    return is_right && next == HUTCH_NONE && (!MODEL_IS_RICH || hutch_last_index_(pool) == last);
}

bool looks_are_right(const struct world *world, const struct model *model)
{
    bool is_right = true;
    for (unsigned p = 0; p < POOLS_MAX && world->pools[p] != NULL; p++) {
        is_right &= pool_looks_right(world, p, &model->pools[p]);
        is_right &= !MODEL_IS_RICH || world->herds[p] == NULL || families_look_right(world, p, model);
    }
    return is_right && unit_faults_forget() == 0;
}
