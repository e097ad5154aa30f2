// SPDX-License-Identifier: MIT
// agree.h - the head of the programs that agree.py makes: a random pool, and arithmetic of Z3 that C lacks.
#include <stdio.h>
#include <stdlib.h>

#include "hutch/core/core.h"
#include "hutch/core/ref.h"
#include "hutch/core/tracked.h"

static hutch_word_t in_live[4096], in_marks[4096];
static hutch_ref_t in_generations[4096];
static unsigned char memory[4096 * 12];
static uint64_t in_slots, in_lock, in_mask, in_index, in_mode, in_ref, in_address, enters, faults;

hutch_port_state_t hutch_port_enter(void)
{
    enters++;
    return 0;
}

void hutch_port_exit(hutch_port_state_t saved)
{
    (void)saved;
}

bool hutch_fault_index(const struct hutch_identity *pool, unsigned index, unsigned code)
{
    (void)pool, (void)index, (void)code;
    faults++;
    return false;
}

bool hutch_fault_pointer(const struct hutch_identity *pool, const void *object, unsigned code)
{
    (void)pool, (void)object, (void)code;
    faults++;
    return false;
}

// The pools here are no constants for gcc, and the prover's are constants: the same engine.
unsigned hutch_any_acquire(const struct hutch_pool *pool, unsigned mode)
{
    return HUTCH_ENGINE(acquire, pool, mode);
}

bool hutch_any_release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    return HUTCH_ENGINE(release, pool, index, is_hidden);
}

static struct hutch_options options;
static const struct hutch_identity identity;
static struct hutch_pool pool;

static uint64_t any(void) // xorshift64*
{
    static uint64_t state = 88172645463325252u;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * UINT64_C(2685821657736338717);
}

static uint64_t any_word(void) // often empty, full, or nearly so
{
    const uint64_t word = any();
    switch (any() % 6) {
    case 0:
        return 0;
    case 1:
    case 2:
        return ~UINT64_C(0);
    case 3:
        return ~(UINT64_C(1) << word % 64);
    default:
        return word;
    }
}

static void make_pool(unsigned capacity, bool has_marks, bool has_refs, bool is_inside)
{
    for (unsigned k = 0; k < 3 * HUTCH_LEAF_WORDS(capacity) + 20; k++) {
        in_live[k] = (hutch_word_t)any_word();
        in_marks[k] = (hutch_word_t)any_word();
    }
    for (unsigned i = 0; i < capacity; i++) {
        in_generations[i] = (hutch_ref_t)(any() % 3);
    }
    in_slots = (uint64_t)(uintptr_t)memory;
    in_lock = any() % 2;
    in_mask = 0;
    in_mode = any() % 8;
    in_index = any() % (is_inside ? capacity : capacity + 2u);
    in_index = !is_inside && any() % 50 == 0 ? HUTCH_NONE : in_index;
    const unsigned index_bits = HUTCH_INDEX_BITS_(capacity), low_bits = HUTCH_REF_LOW_BITS_(capacity);
    in_ref = (hutch_ref_t)((any() % 4) << low_bits | (any() % (capacity + 1u)));
    in_address = in_slots + any() % (capacity + 1u) * 12 + (any() % 4 == 0 ? any() % 12 : 0);
    enters = faults = 0;
    options.lock = in_lock != 0 ? HUTCH_LOCK_IRQ : HUTCH_LOCK_NONE;
    const struct hutch_pool made = {.self = &pool,
                                    .options = &options,
                                    .identity = &identity,
                                    .slots = memory,
                                    .live = in_live,
                                    .visible = has_marks ? in_marks : in_live,
                                    .generations = has_refs ? in_generations : NULL,
                                    .stride_bytes = 12,
                                    .inverse = HUTCH_INVERSE(12),
                                    .stride_shift = HUTCH_SHIFT(12),
                                    .index_bits = (uint8_t)index_bits,
                                    .ref_low_bits = (uint8_t)low_bits,
                                    .has_marks = has_marks ? HUTCH_MARKS : 0,
                                    .capacity = (uint16_t)capacity};
    pool = made;
}

static uint64_t extended(uint64_t value, unsigned width)
{
    return width == 64 || (value >> (width - 1) & 1) == 0 ? value : value | ~UINT64_C(0) << width;
}

static uint64_t shift_left(uint64_t value, uint64_t count, unsigned width)
{
    return count >= width ? 0 : value << count;
}

static uint64_t shift_right(uint64_t value, uint64_t count, unsigned width)
{
    return count >= width ? 0 : value >> count;
}

static uint64_t shift_signed(uint64_t value, uint64_t count, unsigned width)
{
    const int64_t wide = (int64_t)extended(value, width);
    return (uint64_t)(wide >> (count >= width ? width - 1 : count));
}

#define CASE(number)                                         \
    for (unsigned long round = 0; round < rounds; round++) { \
        const unsigned differs = case_##number();            \
        if (differs != 0) {                                  \
            printf("%d %u %lu\n", number, differs, round);   \
            break;                                           \
        }                                                    \
    }
