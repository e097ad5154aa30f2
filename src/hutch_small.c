// SPDX-License-Identifier: MIT
// hutch_small.c - the functions that all small pools share, see small.h: the smallest code, not the fastest.

#include "hutch_unfolded.h"

#include "hutch/core/fault.h"
#include "hutch/core/small.h"

// Code of two functions: a call from the small one would cost more than it shares.
#if HUTCH_GNU
#    define INLINED __attribute__((always_inline)) static inline
#else
#    define INLINED static
#endif

// --------------------------------------------------------------------------------------------------- acquire

// Searches the words one by one: at most 32 of 8 bits. A damaged summary then leads nowhere.
INLINED void *acquire_lowest(hutch_word_t *live, unsigned char *slots, hutch_shape_t shape, bool is_summed)
{
    const uint8_t stride_bytes = (uint8_t)shape, capacity = (uint8_t)(shape >> 8);
    hutch_word_t *word = live;
    uint8_t index = 0;
    for (; *word == HUTCH_WORD_ALL; word++) {
        if ((uint8_t)(capacity - index) <= HUTCH_WORD_BITS) {
            return NULL; // that was the last word
        }
        index = (uint8_t)(index + HUTCH_WORD_BITS);
    }
    const hutch_word_t before = *word;
    hutch_word_t bit = 1;
    for (; (before & bit) != 0; bit = (hutch_word_t)(bit << 1)) {
        index++;
    }
    if (index >= capacity) {
        return NULL;
    }
    if (is_summed) {
        hutch_bitmap_claim(live, capacity, (unsigned)(word - live), bit);
    } else {
        HUTCH_STORE(*word, (hutch_word_t)(before | bit));
    }
    return slots + (size_t)index * stride_bytes;
}

void *hutch_small_acquire_unlocked(hutch_word_t *live, unsigned char *slots, hutch_shape_t shape)
{
    return acquire_lowest(live, slots, shape, false);
}

void *hutch_small_acquire_summed(hutch_word_t *live, unsigned char *slots, hutch_shape_t shape)
{
    return acquire_lowest(live, slots, shape, true);
}

void *hutch_small_acquire_locked(hutch_word_t *live, unsigned char *slots, hutch_shape_t shape)
{
    const hutch_port_state_t saved = hutch_port_enter();
    void *const object = hutch_small_acquire_unlocked(live, slots, shape);
    hutch_port_exit(saved);
    return object;
}

void *hutch_small_acquire_summed_locked(hutch_word_t *live, unsigned char *slots, hutch_shape_t shape)
{
    const hutch_port_state_t saved = hutch_port_enter();
    void *const object = hutch_small_acquire_summed(live, slots, shape);
    hutch_port_exit(saved);
    return object;
}

// --------------------------------------------------------------------------------------------------- release
// In a critical section of a few instructions, also if the pool has no lock: that is smaller than functions
// for both kinds.

// Returns the slot that starts at an address; 255, which is the number of none, if no slot does.
// HUTCH_PORT_DIVIDE_STEPS is the loop in a port's assembler.
INLINED uint8_t slot_index(const void *object, const unsigned char *slots, uint8_t stride_bytes)
{
    const uintptr_t offset = (uintptr_t)object - (uintptr_t)slots;
    uint8_t index = (uint8_t)offset, rest = (uint8_t)(offset >> 8);
    if (offset >> 8 != rest || rest >= stride_bytes) {
        return 255; // the quotient does not fit
    }
#ifdef HUTCH_PORT_DIVIDE_STEPS
    HUTCH_PORT_DIVIDE_STEPS(index, rest, stride_bytes);
#else
    for (uint8_t steps = 8; steps != 0; steps--) { // a bit of the quotient enters as one of the offset leaves
        const bool carry = (rest & 0x80u) != 0;
        rest = (uint8_t)(rest << 1 | index >> 7);
        index = (uint8_t)(index << 1);
        if (carry || rest >= stride_bytes) {
            rest = (uint8_t)(rest - stride_bytes);
            index++;
        }
    }
#endif
    return rest == 0 ? index : 255;
}

// Reports a wrong object, unless the dispatcher does, which knows the pool's name. @return false
static bool bad_object(const void *object, uint8_t code)
{
    return HUTCH_CFG_CHECK != 0 && !HUTCH_CFG_NAMES && hutch_fault_bare(object, code);
}

INLINED void clear_bit(hutch_word_t *live, uint8_t capacity, uint8_t k, hutch_word_t before,
                       hutch_word_t mask, bool is_summed)
{
    if (is_summed) {
        hutch_bitmap_release(live, capacity, k, mask);
    } else {
        HUTCH_STORE(live[k], (hutch_word_t)(before & (hutch_word_t)~mask));
    }
}

INLINED bool release_object(const void *object, unsigned char *slots, hutch_word_t *live, hutch_shape_t shape,
                            bool is_summed)
{
    const uint8_t capacity = (uint8_t)(shape >> 8), index = slot_index(object, slots, (uint8_t)shape);
    if (index >= capacity) {
        return bad_object(object, HUTCH_FAULT_FOREIGN);
    }
    const hutch_word_t mask = hutch_bits_mask(index);
    const uint8_t k = (uint8_t)(index / HUTCH_WORD_BITS);
    const hutch_port_state_t saved = hutch_port_enter();
    const hutch_word_t before = live[k];
    clear_bit(live, capacity, k, before, mask, is_summed);
    hutch_port_exit(saved);
    return HUTCH_CFG_CHECK == 0 || (before & mask) != 0 || bad_object(object, HUTCH_FAULT_DOUBLE_RELEASE);
}

bool hutch_small_release_scanned(const void *object, unsigned char *slots, hutch_word_t *live,
                                 hutch_shape_t shape)
{
    return release_object(object, slots, live, shape, false);
}

bool hutch_small_release_summed(const void *object, unsigned char *slots, hutch_word_t *live,
                                hutch_shape_t shape)
{
    return release_object(object, slots, live, shape, true);
}

// ------------------------------------------------------------------------------------ pools with refs, hooks

// A ref is generation and index, see ref.h; here without a tag. The index has the bits of the highest number
// of a slot, as HUTCH_INDEX_BITS_ counts them: the loops over `rest` turn once for each of them.

INLINED bool release_tracked(const void *object, unsigned char *slots, hutch_word_t *live,
                             hutch_shape_t shape, hutch_ref_t *generations, bool is_summed)
{
    const uint8_t capacity = (uint8_t)(shape >> 8), index = slot_index(object, slots, (uint8_t)shape);
    if (index >= capacity) {
        return bad_object(object, HUTCH_FAULT_FOREIGN);
    }
    const hutch_word_t mask = hutch_bits_mask(index);
    const uint8_t k = (uint8_t)(index / HUTCH_WORD_BITS);
    hutch_ref_t *const counter = &generations[index];
    uint8_t bits = 0;
    for (uint8_t rest = (uint8_t)(capacity - 1u); rest != 0; rest = (uint8_t)(rest >> 1)) {
        bits++;
    }
    const hutch_port_state_t saved = hutch_port_enter();
    const hutch_word_t before = live[k];
    const bool was_live = (before & mask) != 0;
    if (was_live) { // in this order: see ref.h
        clear_bit(live, capacity, k, before, mask, is_summed);
        HUTCH_STORE(*counter, hutch_generation_next(*counter, bits));
    }
    hutch_port_exit(saved);
    return HUTCH_CFG_CHECK == 0 || was_live || bad_object(object, HUTCH_FAULT_DOUBLE_RELEASE);
}

bool hutch_small_release_tracked(const void *object, unsigned char *slots, hutch_word_t *live,
                                 hutch_shape_t shape, hutch_ref_t *generations)
{
    return release_tracked(object, slots, live, shape, generations, false);
}

bool hutch_small_release_tracked_summed(const void *object, unsigned char *slots, hutch_word_t *live,
                                        hutch_shape_t shape, hutch_ref_t *generations)
{
    return release_tracked(object, slots, live, shape, generations, true);
}

// Returns the generation of the present or next object in a slot, which takes two loads on AVR.
INLINED hutch_ref_t generation_of(const hutch_ref_t *counter)
{
    const hutch_port_state_t saved = hutch_port_enter();
    const hutch_ref_t generation = (hutch_ref_t)(HUTCH_LOAD(*counter) + 1u);
    hutch_port_exit(saved);
    return generation;
}

INLINED bool is_visible(const hutch_word_t *visible, uint8_t index)
{
    return (HUTCH_LOAD(visible[(uint8_t)(index / HUTCH_WORD_BITS)]) & hutch_bits_mask(index)) != 0;
}

hutch_ref_t hutch_small_ref(const void *object, unsigned char *slots, const hutch_word_t *visible,
                            hutch_shape_t shape, const hutch_ref_t *generations)
{
    const uint8_t capacity = (uint8_t)(shape >> 8), index = slot_index(object, slots, (uint8_t)shape);
    if (index >= capacity) {
        return bad_object(object, HUTCH_FAULT_FOREIGN);
    }
    hutch_ref_t ref = generation_of(&generations[index]); // before the bit: see ref.h
    if (!is_visible(visible, index)) {
        return bad_object(object, HUTCH_FAULT_USE_AFTER_RELEASE);
    }
    for (uint8_t rest = (uint8_t)(capacity - 1u); rest != 0; rest = (uint8_t)(rest >> 1)) {
        ref = (hutch_ref_t)(ref << 1);
    }
    return (hutch_ref_t)(ref | index);
}

void *hutch_small_deref(hutch_ref_t ref, unsigned char *slots, const hutch_word_t *visible,
                        hutch_shape_t shape, const hutch_ref_t *generations)
{
    const uint8_t capacity = (uint8_t)(shape >> 8);
    hutch_ref_t generation = ref;
    uint8_t mask = 0;
    for (uint8_t rest = (uint8_t)(capacity - 1u); rest != 0; rest = (uint8_t)(rest >> 1)) {
        generation = (hutch_ref_t)(generation >> 1);
        mask = (uint8_t)(mask * 2u + 1u);
    }
    const uint8_t index = (uint8_t)(ref & mask);
    const bool is_live =
        index < capacity && is_visible(visible, index) && generation_of(&generations[index]) == generation;
    return is_live ? slots + (size_t)index * (uint8_t)shape : NULL;
}

void hutch_small_show(const void *object, unsigned char *slots, hutch_word_t *visible, hutch_shape_t shape)
{
    const uint8_t index = slot_index(object, slots, (uint8_t)shape);
    hutch_word_t *const word = &visible[(uint8_t)(index / HUTCH_WORD_BITS)];
    const hutch_port_state_t saved = hutch_port_enter();
    HUTCH_STORE(*word, (hutch_word_t)(*word | hutch_bits_mask(index)));
    hutch_port_exit(saved);
}

uint8_t hutch_small_withdraw(const void *object, unsigned char *slots, hutch_word_t *visible,
                             hutch_shape_t shape)
{
    const uint8_t index = slot_index(object, slots, (uint8_t)shape);
    if (index >= (uint8_t)(shape >> 8)) {
        return bad_object(object, HUTCH_FAULT_FOREIGN);
    }
    const hutch_word_t mask = hutch_bits_mask(index);
    hutch_word_t *const word = &visible[(uint8_t)(index / HUTCH_WORD_BITS)];
    const hutch_port_state_t saved = hutch_port_enter();
    const hutch_word_t before = *word;
    HUTCH_STORE(*word, (hutch_word_t)(before & (hutch_word_t)~mask));
    hutch_port_exit(saved);
    return (before & mask) != 0 ? (uint8_t)(index + 1u) : bad_object(object, HUTCH_FAULT_DOUBLE_RELEASE);
}

bool hutch_small_hide(const void *object, unsigned char *slots, hutch_word_t *visible, hutch_shape_t shape)
{
    const uint8_t capacity = (uint8_t)(shape >> 8), index = slot_index(object, slots, (uint8_t)shape);
    if (index >= capacity) {
        return bad_object(object, HUTCH_FAULT_FOREIGN);
    }
    const hutch_word_t mask = hutch_bits_mask(index);
    hutch_word_t *const word = &visible[(uint8_t)(index / HUTCH_WORD_BITS)];
    hutch_word_t *const persistent =
        word + (size_t)HUTCH_MARK_PERSISTENT * HUTCH_LEAF_WORDS((unsigned)capacity);
    const hutch_port_state_t saved = hutch_port_enter();
    const hutch_word_t before = *word;
    HUTCH_STORE(*word, (hutch_word_t)(before & (hutch_word_t)~mask));
    HUTCH_STORE(*persistent, (hutch_word_t)(*persistent & (hutch_word_t)~mask));
    hutch_port_exit(saved);
    return (before & mask) != 0 || bad_object(object, HUTCH_FAULT_DOUBLE_RELEASE);
}
