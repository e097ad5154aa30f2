// SPDX-License-Identifier: MIT
// port/sm83/hutch_walk.c - the steps of HUTCH_FOREACH, in assembler: SDCC folds nothing.
#include "hutch/core/pool.h"

#ifdef HUTCH_PORT_BY_HAND

// Offsets of fields in struct hutch_port_walk; the walk of a pool is the first field of its descriptor.
#    define WALK_BIT 6
#    define WALK_BYTES 8
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, port) == 0, hutch_walk_c_knows_where_the_walk_of_a_pool_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, stride_bytes) == 0,
                    hutch_walk_c_knows_where_the_stride_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, at) == 2, hutch_walk_c_knows_where_at_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, word) == 4, hutch_walk_c_knows_where_word_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, bit) == WALK_BIT, hutch_walk_c_knows_where_bit_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, words_to_end) == WALK_BIT + 1,
                    hutch_walk_c_knows_where_words_to_end_is);
HUTCH_STATIC_ASSERT(sizeof(struct hutch_port_walk) == WALK_BYTES, hutch_walk_c_knows_how_long_a_walk_is);

// In: the pool in DE, the walk in BC. Out: the walk in BC, a copy of the pool's, made without a loop.
struct hutch_port_walk *hutch_port_walk_start(const struct hutch_pool *pool,
                                              struct hutch_port_walk *walk) __naked
{
    (void)pool;
    (void)walk;
    // clang-format off
    __asm
        ld      h, b
        ld      l, c
        ld      a, (de)         ; the stride
        ld      (hl+), a
        inc     de
        ld      a, (de)
        ld      (hl+), a
        inc     de
        ld      a, (de)         ; at
        ld      (hl+), a
        inc     de
        ld      a, (de)
        ld      (hl+), a
        inc     de
        ld      a, (de)         ; word
        ld      (hl+), a
        inc     de
        ld      a, (de)
        ld      (hl+), a
        inc     de
        ld      a, (de)         ; bit
        ld      (hl+), a
        inc     de
        ld      a, (de)         ; words_to_end
        ld      (hl), a
        ret
    __endasm;
    // clang-format on
}

// In: the walk in DE. Out: the next live object in BC; 0 after the last. The word is read at each step, so
// the body may release and acquire, and interrupts too.
// From 20$ on BC is the slot that is looked at, `at` the one after it, DE its word, and HL points to its bit.
void *hutch_port_walk_next(struct hutch_port_walk *walk) __naked
{
    (void)walk;
    // clang-format off
    __asm
        ld      h, d
        ld      l, e
        ld      a, (hl+)
        ld      e, a
        ld      a, (hl+)
        ld      d, a            ; the stride
        ld      a, (hl)
        ld      c, a
        add     a, e
        ld      (hl+), a
        ld      a, (hl)
        ld      b, a
        adc     a, d
        ld      (hl+), a
        ld      a, (hl+)
        ld      e, a
        ld      a, (hl+)
        ld      d, a
        rlc     (hl)
        jr      C, 60$
        ld      a, (de)
        and     a, (hl)
        ret     NZ              ; a neighbour is live: the usual case
    20$:                        ; a gap
        ld      a, (de)
        ld      d, a            ; D: the word
        ld      e, (hl)         ; E: the bit
        xor     a, a
        sub     a, e
        and     a, d            ; what is live from here on
        jr      NZ, 30$
        inc     hl
        ld      a, (hl)
        dec     hl
        dec     a
        jr      Z, 90$          ; nothing, and this is the last word
    30$:
        push    hl
        ld      a, l
        sub     a, #WALK_BIT
        ld      l, a
        jr      NC, 40$
        dec     h
    40$:                        ; HL points to the stride
        ld      a, (hl+)
        add     a, c
        ld      c, a
        ld      a, (hl-)
        adc     a, b
        ld      b, a            ; the next slot
        rlc     e
        jr      C, 50$          ; it is in the next word
        ld      a, d
        and     a, e
        jr      Z, 40$
    50$:
        ld      a, (hl+)        ; at = BC + stride
        add     a, c
        ld      d, a
        ld      a, (hl+)
        adc     a, b
        ld      (hl), d
        inc     hl
        ld      (hl), a
        pop     hl
        ld      (hl), e
        dec     e
        ret     NZ              ; found; 0: bit 0, of the next word
        dec     hl
        ld      d, (hl)
        dec     hl
        ld      e, (hl)
        inc     hl
        inc     hl
    60$:                        ; the next word. The bit is 1, DE is the word before
        inc     hl
        dec     (hl)
        jr      Z, 90$
        inc     de
        dec     hl
        dec     hl
        ld      (hl), d
        dec     hl
        ld      (hl), e
        ld      a, (de)
        rrca
        ret     C               ; its first slot is live: the usual case
        inc     hl
        inc     hl
        or      a, a
        jr      NZ, 20$
        push    de              ; an empty word: eight slots at once
        push    hl
        ld      a, l
        sub     a, #WALK_BIT
        ld      l, a
        jr      NC, 80$
        dec     h
    80$:
        ld      a, (hl+)
        ld      e, a
        ld      d, (hl)         ; the stride
        ld      h, b
        ld      l, c
        add     hl, de
        add     hl, de
        add     hl, de
        add     hl, de
        add     hl, de
        add     hl, de
        add     hl, de
        add     hl, de
        ld      b, h
        ld      c, l
        add     hl, de
        ld      d, h
        ld      e, l
        pop     hl
        dec     hl
        dec     hl
        dec     hl
        ld      (hl), d         ; at = BC + stride
        dec     hl
        ld      (hl), e
        inc     hl
        inc     hl
        inc     hl
        inc     hl
        pop     de
        jr      60$
    90$:
        ld      bc, #0
        ret
    __endasm;
    // clang-format on
}

#endif
