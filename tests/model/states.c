// SPDX-License-Identifier: MIT
// states.c - every state of small pools, and in each state every call with every argument.

#include "model.h"
#include "hutch/core/core.h"

#ifdef MODEL_BOUNDED
enum { STATES_SLOTS_MAX = 6 };
#else
enum { STATES_SLOTS_MAX = 10 };
#endif
static struct model model;

static bool is_right(const struct subject *subject, unsigned state, enum call call, unsigned a, unsigned b)
{
    bool is_right_so_far = true;
    for (unsigned i = 0; i < model.capacity; i++) {
        if (model.live[i] != ((state >> i & 1u) != 0)) {
            is_right_so_far &=
                model_step(&model, subject, model.live[i] ? CALL_RELEASE_AT : CALL_CLAIM, i, 0);
        }
    }
    return is_right_so_far && model_step(&model, subject, call, a, b) && model_agrees(&model, subject);
}

static unsigned wrong_calls(const struct subject *subject, unsigned state)
{
    static const uint8_t alone[] = {CALL_ACQUIRE, CALL_SPAWN, CALL_LIVE, CALL_WALK, CALL_CLEAR, CALL_RESET};
    static const uint8_t of_a_slot[] = {CALL_RELEASE_AT, CALL_CLAIM,       CALL_PERSIST,
                                        CALL_NEXT,       CALL_ACQUIRE_RUN, CALL_RELEASE_REF};
    const unsigned capacity = subject->pool->capacity, stride = (unsigned)subject->pool->stride_bytes;
    unsigned wrong = 0;
    for (unsigned n = 0; n < sizeof alone; n++) {
        wrong += !is_right(subject, state, (enum call)alone[n], 0, 0);
    }
    for (unsigned i = 0; i <= capacity + 1 && wrong == 0; i++) { // after a wrong walk others may never end
        for (unsigned n = 0; n < sizeof of_a_slot; n++) {
            wrong += !is_right(subject, state, (enum call)of_a_slot[n], i, 0);
        }
        for (unsigned call = CALL_RELEASE; call <= CALL_DESPAWN; call++) {
            wrong += !is_right(subject, state, (enum call)call, i * stride, 0);
            wrong += !is_right(subject, state, (enum call)call, i * stride - 1, 0);
        }
        for (unsigned length = 0; length <= capacity + 1 - (i < capacity ? i : capacity); length++) {
            wrong += !is_right(subject, state, CALL_RELEASE_RUN, i, length);
        }
        wrong += i >= 1 && i <= 3 && !is_right(subject, state, CALL_RELEASE_IF, i, 0);
    }
    return wrong;
}

static void check_states(const struct subject *subject)
{
    unsigned wrong = 0;
    model_reset(&model, subject);
    for (unsigned state = 0; state < 1u << subject->pool->capacity && wrong == 0; state++) {
        wrong += wrong_calls(subject, state);
    }
    CHECK_EQUAL(wrong, 0);
}

static void every_call_is_right_in_every_state_of_few_slots(void)
{
    for (unsigned n = 0; n < subjects_count; n++) {
        if (subjects[n]->pool->capacity <= STATES_SLOTS_MAX) {
            check_states(subjects[n]);
        }
    }
}

static void every_generic_call_is_right_in_every_state_of_few_slots(void)
{
    for (unsigned n = 0; n < subjects_count; n++) {
        struct subject generic;
        subject_generic(&generic, subjects[n]->pool);
        if (generic.pool->capacity <= STATES_SLOTS_MAX) {
            check_states(&generic);
        }
    }
}

// As only a wild write sets it.
static void bit_past_the_capacity_is_no_slot(void)
{
    for (unsigned n = 0; n < subjects_count; n++) {
        const struct subject *const subject = subjects[n];
        const struct hutch_pool *const pool = subject->pool;
        const unsigned capacity = pool->capacity, last = (capacity - 1u) / W;
        if (capacity % W != 0 && capacity <= W * W) {
            unsigned acquired = 0;
            model_reset(&model, subject);
            pool->live[last] = (hutch_word_t)~hutch_bits_full(last, capacity);
            CHECK(subject->next_index(pool, 0) == HUTCH_NONE && !subject->is_live_at(pool, capacity));
            while (acquired <= capacity && subject->acquire(pool) != NULL) {
                acquired++;
            }
            CHECK_EQUAL(acquired, capacity);
            unit_faults_forget(); // builds with assertions report it
            pool->live[last] = hutch_bits_full(last, capacity);
            CHECK(hutch_check(pool));
        }
    }
}

const struct unit_test states_tests[] = {
    UNIT_TEST(every_call_is_right_in_every_state_of_few_slots),
    UNIT_TEST(every_generic_call_is_right_in_every_state_of_few_slots),
    UNIT_TEST(bit_past_the_capacity_is_no_slot),
    UNIT_TESTS_END,
};
