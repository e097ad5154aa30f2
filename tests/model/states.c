// SPDX-License-Identifier: MIT
// states.c - small pools with every subset of their slots live, and then every call with every argument.

#include "model.h"

#ifdef MODEL_BOUNDED
enum { STATES_SLOTS_MAX = 5 };
#else
enum { STATES_SLOTS_MAX = 8 };
#endif
static unsigned live, wrong;

static bool make(enum call call, unsigned slot)
{
    static struct move move;
    move.call = (uint8_t)call;
    move.a = (uint16_t)slot;
    trace_begin(&move);
    return moves_agree(&subject_world, &subject_model);
}

static void try(const struct move *move)
{
    if (wrong != 0) { // after a wrong walk others may never end
        return;
    }
    for (unsigned i = 0; i < subject_world.pools[0]->capacity; i++) {
        if (((subject_model.pools[0].marks[i] & LIVE) != 0) != ((live >> i & 1u) != 0)) {
            wrong += !make((live >> i & 1u) != 0 ? CALL_CLAIM : CALL_RELEASE_AT, i);
        }
    }
    trace_begin(move);
    wrong += !moves_agree(&subject_world, &subject_model) || !looks_are_right(&subject_world, &subject_model);
}

static void check_states(bool is_generic)
{
    for (unsigned n = 0; n < subjects_count; n++) {
        const unsigned capacity = subjects[n].pool->capacity;
        subject_begin(&subjects[n], is_generic);
        subject_world.calls &= ~(ON(CALL_BEGIN) | ON(CALL_END) | ON(CALL_UNDO)); // a hidden slot stays
        wrong = 0;
        for (live = 0; capacity <= STATES_SLOTS_MAX && live < 1u << capacity; live++) {
            moves_list(&subject_world, try);
        }
        CHECK_EQUAL(wrong, 0);
    }
}

TEST(every_call_is_right_in_every_state_of_few_slots)
{
    check_states(false);
}

TEST(every_generic_call_is_right_in_every_state_of_few_slots)
{
    check_states(true);
}

// As only a wild write sets it.
TEST(bit_past_the_capacity_is_no_slot)
{
    for (unsigned n = 0; n < subjects_count; n++) {
        const struct hutch_pool *const pool = subjects[n].pool;
        const struct verbs *const verbs = subjects[n].verbs;
        const unsigned capacity = pool->capacity, last = (capacity - 1u) / W;
        if (capacity % W != 0 && capacity <= W * W) {
            unsigned acquired = 0;
            subject_begin(&subjects[n], false);
            pool->live[last] = (hutch_word_t)~hutch_bits_full(last, capacity);
            CHECK(hutch_next_index_(pool, 0) == HUTCH_NONE && !verbs->is_live_at(pool, capacity));
            while (acquired <= capacity && verbs->acquire(pool) != NULL) {
                acquired++;
            }
            CHECK_EQUAL(acquired, capacity);
            unit_faults_forget(); // builds with assertions report it
            pool->live[last] = hutch_bits_full(last, capacity);
            CHECK(hutch_check(pool));
        }
    }
}

#include "../../build/lists/model/states.h"
