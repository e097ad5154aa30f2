// SPDX-License-Identifier: MIT
// port/sm83/hutch_fast.c - the sm83 port's walk, acquire and release, by hand: its compiler folds nothing.
#include "hutch/generic.h"
#include "hutch/pool.h"

#ifdef HUTCH_PORT_BY_HAND

// Where fields are in struct hutch_pool.
#    define POOL_SLOTS 6
#    define POOL_VISIBLE 10
#    if HUTCH_CFG_STATS >= 2
#        define POOL_STRIDE 20
#        define POOL_CAPACITY 27
#    elif HUTCH_CFG_STATS == 1
#        define POOL_STRIDE 18
#        define POOL_CAPACITY 25
#    else
#        define POOL_STRIDE 16
#        define POOL_CAPACITY 23
#    endif
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, slots) == POOL_SLOTS, hutch_fast_c_knows_where_slots_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, visible) == POOL_VISIBLE,
                    hutch_fast_c_knows_where_visible_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, stride_bytes) == POOL_STRIDE,
                    hutch_fast_c_knows_where_the_stride_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, capacity) == POOL_CAPACITY,
                    hutch_fast_c_knows_where_the_capacity_is);

// A walk reads its word for each step, with a lock and without one, and stands one slot before the next. In struct
// hutch_walk it has at 0: is_on, 1: bit, 2: word, 4: at, 6: the stride (in place of `slots`), 8: the words that come
// after this one (in place of `rest`).
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, is_on) == 0, hutch_fast_c_knows_where_is_on_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, bit) == 1, hutch_fast_c_knows_where_bit_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, word) == 2, hutch_fast_c_knows_where_word_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, at) == 4, hutch_fast_c_knows_where_at_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, slots) == 6, hutch_fast_c_knows_where_it_keeps_the_stride);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_walk, rest) == 8, hutch_fast_c_knows_where_it_counts_words);

// The pool comes in DE, the walk in BC and goes there. It begins at the last bit of the word before the first.
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

// The walk comes in BC, the result goes in A. In the loop C has the bit, B the word, DE the address, and HL is at the
// stride.
bool hutch_walk_to(const struct hutch_pool *pool, struct hutch_walk *walk) __naked
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
        ld      a, (de)         ; from before the first word, its bits are not looked at
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
        push    hl              ; nothing there: eight slots at once
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

// hutch_walk_to has passed the slot already.
void hutch_walk_on(const struct hutch_pool *pool, struct hutch_walk *walk) __naked
{
    (void)pool;
    (void)walk;
    __asm__("ret");
}

// The words in DE, the capacity in C: at most 64. The number goes in BC.
unsigned hutch_port_take(uint8_t *words, unsigned capacity) __naked
{
    (void)words;
    (void)capacity;
    // clang-format off
    __asm
        ld      h, d
        ld      l, e
        ld      d, c            ; how many slots are left, from this word on
        ld      b, #0           ; the first slot of this word
    10$:
        ld      a, (hl)
        inc     a
        jr      NZ, 20$
        ld      a, d
        sub     a, #8
        jr      C, 70$
        jr      Z, 70$
        ld      d, a
        inc     hl
        ld      a, b
        add     a, #8
        ld      b, a
        jr      10$
    20$:
        ld      e, a            ; the lowest zero is the lowest bit of the word + 1 that the word has not
        ld      a, (hl)
        cpl
        and     a, e
        ld      e, a
        push    bc              ; with the capacity
    30$:
        rrca                    ; its number
        jr      C, 40$
        inc     b
        dec     d
        jr      NZ, 30$
        pop     bc              ; past the last slot
    70$:
        ld      bc, #-1
        ret
    40$:
        ld      a, (hl)
        or      a, e
        ld      (hl), a
        ld      a, c
        cp      a, #25
        jr      NC, 50$
        pop     hl
        ld      c, b
        ld      b, #0
        ret
    50$:
        ld      a, (hl)         ; a full word is noted in the summary
        inc     a
        jr      Z, 60$
    55$:
        dec     d               ; slots left
        jr      Z, 60$
        sla     e
        ld      a, (hl)
        and     a, e
        jr      Z, 90$
        jr      55$
    60$:
        ld      e, b
        pop     bc
        push    de
        ld      a, c            ; the summary is as many words on as this one is before the end
        add     a, #7
        sub     a, b
        rrca
        rrca
        rrca
        and     a, #0x1F
        add     a, l
        ld      l, a
        jr      NC, 80$
        inc     h
    80$:
        ld      a, b
        rrca
        rrca
        rrca
        and     a, #7
        call    110$
        or      a, (hl)
        ld      (hl), a
        pop     bc              ; E was the number
        ld      b, #0
        ret
    90$:
        pop     hl
        ld      c, b
        ld      b, #0
        ret
    110$:                       ; the bit of a number from 0 to 7
        inc     a
        ld      e, a
        ld      a, #0x80
    120$:
        rlca
        dec     e
        jr      NZ, 120$
        ret
    __endasm;
    // clang-format on
}

// The words in DE, the slot in C, the capacity, at most 64, on the stack. The result goes in A.
bool hutch_port_give(uint8_t *words, unsigned index, unsigned capacity) __naked
{
    (void)words;
    (void)index;
    (void)capacity;
    // clang-format off
    __asm
        ld      a, c
        rrca
        rrca
        rrca
        and     a, #0x1F
        ld      b, a            ; its word
        add     a, e
        ld      l, a
        ld      a, d
        adc     a, #0
        ld      h, a
        ld      a, c
        and     a, #7
        inc     a
        ld      d, a
        ld      a, #0x80
    10$:
        rlca
        dec     d
        jr      NZ, 10$
        ld      d, a
        and     a, (hl)
        jr      Z, 40$
        ld      a, d
        xor     a, (hl)
        ld      (hl), a
        push    hl
        ldhl    sp, #4
        ld      a, (hl)         ; the capacity
        pop     hl
        cp      a, #25
        jr      C, 30$
        add     a, #7           ; the summary, at the end of the bitmap
        rrca
        rrca
        rrca
        and     a, #0x1F
        sub     a, b
        add     a, l
        ld      l, a
        jr      NC, 20$
        inc     h
    20$:
        inc     b
        ld      a, #0x7F
    25$:
        rlca
        dec     b
        jr      NZ, 25$
        and     a, (hl)
        ld      (hl), a
    30$:
        ld      a, #1
    40$:
        pop     hl
        pop     bc
        jp      (hl)
    __endasm;
    // clang-format on
}

#endif
