// SPDX-License-Identifier: MIT
// port/sm83/hutch_walk.c - the steps of HUTCH_FOREACH, in assembler: SDCC folds nothing.
#include "hutch/generic.h"
#include "hutch/pool.h"

#ifdef HUTCH_PORT_BY_HAND

// Offsets of fields in struct hutch_pool.
#    define POOL_SLOTS 6
#    define POOL_VISIBLE 10
#    if HUTCH_CFG_STATS >= 2
#        define POOL_STRIDE 18
#        define POOL_CAPACITY 27
#    elif HUTCH_CFG_STATS == 1
#        define POOL_STRIDE 16
#        define POOL_CAPACITY 25
#    else
#        define POOL_STRIDE 14
#        define POOL_CAPACITY 23
#    endif
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, slots) == POOL_SLOTS, hutch_walk_c_knows_where_slots_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, visible) == POOL_VISIBLE,
                    hutch_walk_c_knows_where_visible_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, stride_bytes) == POOL_STRIDE,
                    hutch_walk_c_knows_where_the_stride_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, capacity) == POOL_CAPACITY,
                    hutch_walk_c_knows_where_the_capacity_is);

// The walk reads its word at each step, with a lock and without one, and stands one slot before the next. Its
// fields in struct hutch_walk, by offset: 0: is_between_bodies, 1: bit, 2: word, 4: at, 6: the stride (in
// place of `slots`), 8: the number of words after this one (in place of `rest`).
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, is_between_bodies) == 0,
                    hutch_walk_c_knows_where_is_between_bodies_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, bit) == 1, hutch_walk_c_knows_where_bit_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, word) == 2, hutch_walk_c_knows_where_word_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, at) == 4, hutch_walk_c_knows_where_at_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, slots) == 6, hutch_walk_c_knows_where_it_keeps_the_stride);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, rest) == 8, hutch_walk_c_knows_where_it_counts_words);

// In: the pool in DE, the walk in BC. Out: the walk in BC. It begins at the last bit of the word before the
// first.
struct hutch_walk *hutch_walk_start(const struct hutch_pool *pool, struct hutch_walk *walk) __naked
{
    (void)pool;
    (void)walk;
    // clang-format off
    __asm
        push    bc
        ld      a, #1
        ld      (bc), a
        inc     bc
        ld      a, #0x80
        ld      (bc), a
        inc     bc
        ld      hl, #POOL_VISIBLE
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        dec     hl
        ld      a, l
        ld      (bc), a
        inc     bc
        ld      a, h
        ld      (bc), a
        inc     bc
        push    bc
        ld      hl, #POOL_SLOTS
        add     hl, de
        ld      a, (hl+)
        ld      b, (hl)
        ld      c, a
        ld      hl, #POOL_STRIDE
        add     hl, de
        ld      a, c
        sub     a, (hl)
        ld      c, a
        inc     hl
        ld      a, b
        sbc     a, (hl)
        pop     hl
        ld      (hl), c
        inc     hl
        ld      (hl+), a
        ld      b, h
        ld      c, l
        ld      hl, #POOL_STRIDE
        add     hl, de
        ld      a, (hl+)
        ld      (bc), a
        inc     bc
        ld      a, (hl)
        ld      (bc), a
        inc     bc
        ld      hl, #POOL_CAPACITY
        add     hl, de
        ld      a, (hl+)
        add     a, #7
        ld      e, a
        ld      a, (hl)
        adc     a, #0
        srl     a
        rr      e
        srl     a
        rr      e
        srl     e               ; at most 512 slots: 64 words
        ld      a, e
        ld      (bc), a
        pop     bc
        ret
    __endasm;
    // clang-format on
}

// In: the walk in BC. Out: the result in A. In the loop C is the bit, B the word, DE the address, and HL
// points to the stride.
bool hutch_walk_find(const struct hutch_pool *pool, struct hutch_walk *walk) __naked
{
    (void)pool;
    (void)walk;
    // clang-format off
    __asm
        ld      h, b
        ld      l, c
        inc     hl
        ld      c, (hl)
        inc     hl
        ld      a, (hl+)
        ld      d, (hl)
        inc     hl
        ld      e, a
        ld      a, (de)         ; may be before the first word: its bits are not tested
        ld      b, a
        ld      a, (hl+)
        ld      d, (hl)
        inc     hl
        ld      e, a
    10$:
        rlc     c
        jr      C, 30$
    20$:
        ld      a, (hl+)
        add     a, e
        ld      e, a
        ld      a, (hl-)
        adc     a, d
        ld      d, a
        ld      a, b
        and     a, c
        jr      Z, 10$
        dec     hl
        ld      (hl), d
        dec     hl
        ld      (hl), e
        dec     hl
        dec     hl
        dec     hl
        ld      (hl), c
        ld      a, #1
        ret
    30$:                        ; to the next word
        inc     hl
        inc     hl
        ld      a, (hl)
        or      a, a
        ret     Z
        dec     (hl)
        push    de
        ld      de, #-6
        add     hl, de
        inc     (hl)
        ld      a, (hl+)
        jr      NZ, 40$
        inc     (hl)
    40$:
        ld      d, (hl)
        ld      e, a
        ld      a, (de)
        pop     de
        inc     hl
        inc     hl
        inc     hl
        ld      b, a
        or      a, a
        jr      NZ, 20$
        push    hl              ; an empty word: skips eight slots
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        add     hl, hl
        add     hl, hl
        add     hl, hl
        add     hl, de
        ld      d, h
        ld      e, l
        pop     hl
        jr      30$
    __endasm;
    // clang-format on
}

// Empty: hutch_walk_find has passed the slot already.
void hutch_walk_step(const struct hutch_pool *pool, struct hutch_walk *walk) __naked
{
    (void)pool;
    (void)walk;
    __asm__("ret");
}

#endif
