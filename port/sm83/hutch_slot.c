// SPDX-License-Identifier: MIT
// port/sm83/hutch_slot.c - functions of the core in assembler: the lock, the bit and the address of a slot.
//
// Where each function is linked by itself, by `make lib` and on the boards here, what is here, in
// hutch_engine.c and in hutch_object.c takes the place of the `static` functions of the same names in src/,
// with the same parameters, results and effects: see split.py. Where whole files are linked, nothing calls
// it. It serves pools of every kind; a bitmap has no summary in this port.
//
// In the comments the pool is in DE and the slot in BC, where nothing else is said.
#include "hutch_fields.h"

#if defined(HUTCH_PORT_KINDS)

// clang-format off

// -------------------------------------------------------------------------------------------------- the lock

// Enters the critical section of the pool, if it has a lock. Keeps BC and DE.
void hutch_port_enter_pool(void) __naked
{
    __asm
        ld      hl, #OPTIONS
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        inc     hl
        inc     hl
        ld      a, (hl)
        or      a, a
        ret     Z
        di
#if !HUTCH_PORT_EXIT_ENABLES
        ld      hl, #_hutch_port_depth
        inc     (hl)
#endif
        ret
    __endasm;
}

void hutch_port_exit_pool(void) __naked
{
    __asm
        ld      hl, #OPTIONS
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        inc     hl
        inc     hl
        ld      a, (hl)
        or      a, a
        ret     Z
#if !HUTCH_PORT_EXIT_ENABLES
        ld      hl, #_hutch_port_depth
        dec     (hl)
        ret     NZ
#endif
        ei
        ret
    __endasm;
}

// -------------------------------------------------------------------------------------------------- one slot

// In: words in HL. Out: the slot's word in HL, its bit in A. Keeps BC and DE.
void hutch_port_bit(void) __naked
{
    __asm
        push    bc
        ld      a, b
        rra
        ld      a, c
        rra
        rrca
        rrca
        and     a, #0x3F
        add     a, l
        ld      l, a
        jr      NC, 10$
        inc     h
    10$:
        ld      a, c
        and     a, #7
        inc     a
        ld      b, a
        ld      a, #0x80
    20$:
        rlca
        dec     b
        jr      NZ, 20$
        pop     bc
        ret
    __endasm;
}

// In: words in HL. Clears the slot's bit. Out: its word in HL; 0 and the Z flag in A if it was clear. Keeps
// BC and DE.
void hutch_port_drop_bit(void) __naked
{
    __asm
        call    _hutch_port_bit
        push    bc
        and     a, (hl)
        ld      b, a
        xor     a, (hl)
        ld      (hl), a
        ld      a, b
        pop     bc
        or      a, a
        ret
    __endasm;
}

// Out: the C flag if the slot is below the capacity. Keeps BC and DE.
void hutch_port_is_slot(void) __naked
{
    __asm
        ld      hl, #CAPACITY
        add     hl, de
        ld      a, c
        sub     a, (hl)
        inc     hl
        ld      a, b
        sbc     a, (hl)
        ret
    __endasm;
}

// In: the words in DE. Out: the result in A.
bool hutch_bitmap_is_live(const hutch_word_t *words, unsigned index) __naked
{
    (void)words;
    (void)index;
    __asm
        ld      h, d
        ld      l, e
        call    _hutch_port_bit
        and     a, (hl)
        ret     Z
        ld      a, #1
        ret
    __endasm;
}

// Out: the result in A.
bool hutch_core_is_live_at(const struct hutch_pool *pool, unsigned index) __naked
{
    (void)pool;
    (void)index;
    __asm
        call    _hutch_port_is_slot
        ld      hl, #VISIBLE
        jr      NC, 10$
        add     hl, de
        ld      a, (hl+)
        ld      d, (hl)
        ld      e, a
        jp      _hutch_bitmap_is_live
    10$:
        xor     a, a
        ret
    __endasm;
}

// In: any number in BC. Out: the first live slot from there on in BC; -1 if there is none. In the loop E is
// the low byte of the address after the last word.
unsigned hutch_core_next_index(const struct hutch_pool *pool, unsigned from) __naked
{
    (void)pool;
    (void)from;
    __asm
        call    _hutch_port_is_slot
        jr      NC, 60$
        push    de
        ld      hl, #WORDS_TO_END
        add     hl, de
        ld      a, (hl)
        dec     a
        ld      hl, #VISIBLE
        add     hl, de
        add     a, (hl)
        ld      e, a
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        call    _hutch_port_bit
        ld      d, a
    10$:
        ld      a, (hl)
        and     a, d
        jr      NZ, 40$
    20$:
        inc     bc
        rlc     d
        jr      NC, 10$
        inc     hl
        ld      a, l
        cp      a, e
        jr      Z, 50$
        ld      a, (hl)
        or      a, a
        jr      NZ, 10$
        ld      a, c            ; an empty word: seven slots here, one above
        add     a, #7
        ld      c, a
        jr      NC, 30$
        inc     b
    30$:
        ld      d, #0x80
        jr      20$
    40$:
        pop     de
        call    _hutch_port_is_slot
        ret     C
        jr      60$             ; a bit past the capacity: damage
    50$:
        pop     de
    60$:
        ld      bc, #-1
        ret
    __endasm;
}

// Out: the slot's address in BC.
void *hutch_slot_address(const struct hutch_pool *pool, unsigned index) __naked
{
    (void)pool;
    (void)index;
    __asm
        ld      hl, #FIRST_SLOT
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        ld      a, (de)
        push    af
        inc     de
        ld      a, (de)
        ld      d, a
        pop     af
        ld      e, a            ; the stride, doubled for each bit of the number
    10$:
        srl     b
        rr      c
        jr      NC, 20$
        add     hl, de
    20$:
        sla     e
        rl      d
        ld      a, b
        or      a, c
        jr      NZ, 10$
        ld      b, h
        ld      c, l
        ret
    __endasm;
}

// In: any number in BC. Out: the slot's address in BC; 0 if there is no such slot.
void *hutch_core_at(const struct hutch_pool *pool, unsigned index) __naked
{
    (void)pool;
    (void)index;
    __asm
        call    _hutch_port_is_slot
        jp      C, _hutch_slot_address
        ld      bc, #0
        ret
    __endasm;
}

// In: any address in BC. Out: the slot in BC; -1 if none starts there. The offset becomes negative by eight
// strides more than there are words before the slot; adding strides until it is not gives the slot.
unsigned hutch_slot_index(const struct hutch_pool *pool, const void *address) __naked
{
    (void)pool;
    (void)address;
    __asm
        ld      hl, #FIRST_SLOT
        add     hl, de
        ld      a, c
        sub     a, (hl)
        ld      c, a
        inc     hl
        ld      a, b
        sbc     a, (hl)
        ld      b, a            ; BC: the offset
        inc     hl
        ld      a, c
        sub     a, (hl)
        inc     hl
        ld      a, b
        sbc     a, (hl)
        jr      NC, 40$         ; not below the span
        inc     hl
        ld      a, (hl+)
        ld      e, a
        ld      a, (hl+)
        ld      d, a
        push    de              ; the stride
        ld      a, (hl+)
        ld      e, a
        ld      d, (hl)         ; minus eight strides
        ld      h, b
        ld      l, c
        ld      bc, #0
    10$:
        ld      a, c
        add     a, #8
        ld      c, a
        jr      NC, 20$
        inc     b
    20$:
        add     hl, de
        jr      C, 10$
        pop     de
    30$:
        dec     bc
        add     hl, de
        jr      NC, 30$
        ld      a, h            ; 0, unless inside a slot
        or      a, l
        ret     Z
    40$:
        ld      bc, #-1
        ret
    __endasm;
}

// clang-format on

#endif
