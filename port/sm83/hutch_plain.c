// SPDX-License-Identifier: MIT
// port/sm83/hutch_plain.c - the engine of plain pools, in assembler: pools of at most 24 slots without
// options, or with a lock only, in builds without counters. Release: hutch_plain_release.c.
//
// Typed functions select it by a constant, so a program that has only such pools links nothing else. The
// bitmap is that of every other pool without a summary, so generic calls of the same pool may be mixed with
// these. Nothing is multiplied or divided: acquire adds strides up to the slot, release subtracts them.
#include "hutch/core/pool.h"

#ifdef HUTCH_PORT_BY_HAND // of builds with counters, only hutch_port_take is used

// Offsets of fields in struct hutch_pool.
#    define PORT_WORDS_TO_END 7
#    define PORT_CAPACITY 19
#    define POOL_OPTIONS 22
#    define POOL_LIVE 28
HUTCH_STATIC_ASSERT(HUTCH_PORT_PLAIN_MAX <= 24, hutch_plain_c_serves_three_words);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, port) == 0, hutch_plain_c_knows_where_the_fields_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, stride_bytes) == 0,
                    hutch_plain_c_knows_the_first_stride);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, at) == 2, hutch_plain_c_knows_where_at_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, words_to_end) == PORT_WORDS_TO_END,
                    hutch_plain_c_knows_where_words_to_end_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, last_bits) == PORT_WORDS_TO_END + 1,
                    hutch_plain_c_knows_where_last_bits_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, live) == POOL_LIVE, hutch_plain_c_knows_where_live_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, options) == POOL_OPTIONS,
                    hutch_plain_c_knows_where_options_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_options, lock) == 2, hutch_plain_c_knows_where_the_lock_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, before_words) == PORT_CAPACITY - 2,
                    hutch_plain_c_knows_where_before_words_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, capacity) == PORT_CAPACITY,
                    hutch_plain_c_knows_where_the_capacity_is);

// Called from the assembler here only; the comments state what is in which register.
void hutch_port_take(void);
void hutch_port_address(void);
void hutch_port_lock(void);

// clang-format off

// --------------------------------------------------------------------------------------------------- acquire

// Makes the lowest free slot live.
// In: the pool in DE. Out: the slot's bit in A and C, the number of words before its word in B; A is 0 if no
// slot is free.
void hutch_port_take(void) __naked
{
    __asm
        ld      hl, #PORT_WORDS_TO_END
        add     hl, de
        ld      a, (hl+)
        dec     a
        ld      c, a            ; C: words
        ld      b, (hl)         ; B: the bits of the last
        ld      hl, #POOL_LIVE
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        ld      e, c            ; E: words from this one on
        ld      d, b
        ld      b, #0
    10$:
        ld      a, (hl)
        inc     a
        jr      NZ, 20$
        inc     hl
        inc     b
        dec     e
        jr      NZ, 10$
        ret                     ; all are full, and A is 0
    20$:
        or      a, (hl)         ; word | (word + 1) has the lowest zero, too
        ld      c, a
        xor     a, (hl)         ; which is the new bit
        dec     e
        jr      NZ, 30$
        and     a, d
        ret     Z               ; past the last slot
    30$:
        ld      (hl), c
        ld      c, a
        ret
    __endasm;
}

// In: the pool in HL, a slot's bit in A and C, the number of words before its word in B, at most 2. Out: the
// slot's address in BC.
void hutch_port_address(void) __naked
{
    __asm
        ld      a, (hl+)
        ld      e, a
        ld      a, (hl+)
        ld      d, a            ; the stride
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a            ; the first slot
        ld      a, c
        inc     b
        dec     b
        jr      Z, 20$
        push    hl
        ld      h, d
        ld      l, e
        add     hl, hl
        add     hl, hl
        add     hl, hl          ; the slots of one word
        dec     b
        jr      Z, 10$
        add     hl, hl          ; or of two
    10$:
        pop     bc
        add     hl, bc
        ld      c, a
    20$:                        ; bits 4 to 7, then 2, 3, 6 and 7, then the odd ones
        and     a, #0xF0
        jr      Z, 30$
        add     hl, de
        add     hl, de
        add     hl, de
        add     hl, de
    30$:
        ld      a, c
        and     a, #0xCC
        jr      Z, 40$
        add     hl, de
        add     hl, de
    40$:
        ld      a, c
        and     a, #0xAA
        jr      Z, 50$
        add     hl, de
    50$:
        ld      b, h
        ld      c, l
        ret
    __endasm;
}

// In: the pool in DE. Out: the object in BC; 0 if no slot is free.
void *hutch_port_acquire(const struct hutch_pool *pool) __naked
{
    (void)pool;
    __asm
        push    de
        call    _hutch_port_take
        pop     hl
        or      a, a
        jp      NZ, _hutch_port_address
        ld      b, a
        ld      c, a
        ret
    __endasm;
}

// Out: the Z flag if the pool has no lock. Keeps BC and DE.
void hutch_port_lock(void) __naked
{
    __asm
        ld      hl, #POOL_OPTIONS
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        inc     hl
        inc     hl
        ld      a, (hl)
        or      a, a
        ret
    __endasm;
}

// The same in a critical section, which ends before the address is computed, if the pool has a lock.
void *hutch_port_acquire_locked(const struct hutch_pool *pool) __naked
{
    (void)pool;
    __asm
        call    _hutch_port_lock
        jp      Z, _hutch_port_acquire
        push    de
        di
#if !HUTCH_PORT_EXIT_ENABLES
        ld      hl, #_hutch_port_depth
        inc     (hl)
#endif
        call    _hutch_port_take
#if !HUTCH_PORT_EXIT_ENABLES
        ld      hl, #_hutch_port_depth
        dec     (hl)
        jr      NZ, 10$
#endif
        ei
    10$:
        pop     hl
        or      a, a
        jp      NZ, _hutch_port_address
        ld      b, a
        ld      c, a
        ret
    __endasm;
}

// ---------------------------------------------------------------------------------------- tests and look-ups

// In: the pool in DE, any number in BC. Out: the result in A.
bool hutch_port_is_live_at(const struct hutch_pool *pool, unsigned index) __naked
{
    (void)pool;
    (void)index;
    __asm
        ld      hl, #PORT_CAPACITY
        add     hl, de
        ld      a, b
        or      a, a
        jr      NZ, 20$
        ld      a, c
        cp      a, (hl)
        jr      NC, 20$
        rrca
        rrca
        rrca
        and     a, #0x1F
        inc     a
        dec     hl
        dec     hl
        add     a, (hl)         ; its word
        ld      e, a
        inc     hl
        ld      a, b
        adc     a, (hl)
        ld      d, a
        ld      a, c
        and     a, #7
        ld      hl, #30$
        add     a, l
        ld      l, a
        jr      NC, 10$
        inc     h
    10$:
        ld      a, (de)
        and     a, (hl)
        ret     Z
        ld      a, #1
        ret
    20$:
        xor     a, a
        ret
    30$:
        .db     1, 2, 4, 8, 16, 32, 64, 128
    __endasm;
}

// In: the address of the last word in DE, the number of words in C, which bits of the last are slots in B.
// Out: the number of ones in BC. In the loop E is a word, and `adc a, d` adds the bit that left it.
unsigned hutch_port_live(const uint8_t *last_word, unsigned shape) __naked
{
    (void)last_word;
    (void)shape;
    __asm
        ld      h, d
        ld      l, e
        ld      a, (hl-)
        and     a, b
        ld      e, a
        xor     a, a
        ld      b, a
        ld      d, a
    10$:
        sla     e
        adc     a, d
        sla     e
        adc     a, d
        sla     e
        adc     a, d
        sla     e
        adc     a, d
        sla     e
        adc     a, d
        sla     e
        adc     a, d
        sla     e
        adc     a, d
        sla     e
        adc     a, d
        dec     c
        jr      Z, 20$
        ld      e, (hl)
        dec     hl
        jr      10$
    20$:
        ld      c, a
        ret
    __endasm;
}

// In: the words in DE, how many in C. Storing a byte needs no critical section.
void hutch_port_clear(uint8_t *words, unsigned length) __naked
{
    (void)words;
    (void)length;
    __asm
        xor     a, a
    10$:
        ld      (de), a
        inc     de
        dec     c
        jr      NZ, 10$
        ret
    __endasm;
}

// clang-format on

#endif
