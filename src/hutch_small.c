// SPDX-License-Identifier: MIT
// hutch_small.c - the functions that all small pools share, see small.h: the smallest code, not the fastest.

#include "hutch_unfolded.h"

#include "hutch/fault.h"
#include "hutch/small.h"

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

void *hutch_small_acquire_plain(hutch_word_t *live, unsigned char *slots, hutch_shape_t shape)
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
    void *const object = hutch_small_acquire_plain(live, slots, shape);
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

// Reports a wrong release, unless the dispatcher does, which knows the pool's name. @return false
static bool bad_release(const void *object, uint8_t code)
{
    return HUTCH_CFG_CHECK != 0 && !HUTCH_CFG_NAMES && hutch_fault_bare(object, code);
}

INLINED bool release_object(const void *object, unsigned char *slots, hutch_word_t *live, hutch_shape_t shape,
                            bool is_summed)
{
    const uint8_t capacity = (uint8_t)(shape >> 8), index = slot_index(object, slots, (uint8_t)shape);
    if (index >= capacity) {
        return bad_release(object, HUTCH_FAULT_FOREIGN);
    }
    const hutch_word_t mask = hutch_bits_mask(index);
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_port_state_t saved = hutch_port_enter();
    const hutch_word_t before = live[k];
    if (is_summed) {
        hutch_bitmap_release(live, capacity, k, mask);
    } else {
        HUTCH_STORE(live[k], (hutch_word_t)(before & (hutch_word_t)~mask));
    }
    hutch_port_exit(saved);
    return HUTCH_CFG_CHECK == 0 || (before & mask) != 0 || bad_release(object, HUTCH_FAULT_DOUBLE_RELEASE);
}

bool hutch_small_release_plain(const void *object, unsigned char *slots, hutch_word_t *live,
                               hutch_shape_t shape)
{
    return release_object(object, slots, live, shape, false);
}

bool hutch_small_release_summed(const void *object, unsigned char *slots, hutch_word_t *live,
                                hutch_shape_t shape)
{
    return release_object(object, slots, live, shape, true);
}
