// SPDX-License-Identifier: MIT
// port/sm83/hutch_engine.c - functions of the core in assembler: take, show, hide and free;
// the calls of a policy. See hutch_slot.c.
//
// In the comments the pool is in DE and the slot in BC, where nothing else is said.
#include "hutch_fields.h"

#if defined(HUTCH_PORT_KINDS)

// clang-format off

// Out: the pool's policy in HL; the Z flag if it has none. Keeps BC and DE.
void hutch_port_policy(void) __naked
{
    __asm
        ld      hl, #OPTIONS
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        inc     hl
        inc     hl
        inc     hl
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        or      a, h
        ret
    __endasm;
}

// In: a policy in HL, the offset of one of its calls in A. Makes the call with BC, DE and the stack as they are.
void hutch_port_call(void) __naked
{
    __asm
        add     a, (hl)
        inc     hl
        ld      h, (hl)
        ld      l, a
        jr      NC, 10$
        inc     h
    10$:
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        jp      (hl)
    __endasm;
}

// In: the mode in BC. Out: the slot in BC; -1 if none is free.
unsigned hutch_locked_acquire(const struct hutch_pool *pool, unsigned mode) __naked
{
    (void)pool;
    (void)mode;
    __asm
        push    bc
        push    de
        call    _hutch_port_enter_pool
        call    _hutch_port_take
        pop     de
        pop     hl
#if HUTCH_CFG_STATS
        or      a, a
        jr      NZ, 5$
        bit     2, l            ; uncounted
        jr      NZ, 40$
    5$:
        ld      c, a
        push    hl
        push    de
        push    bc
        push    af              ; the bit, or 0
        inc     sp
        ld      c, b
        ld      b, #0
        call    _hutch_stats_note_acquired
        pop     bc
        pop     de
        pop     hl
        ld      a, c
#endif
        or      a, a
        jr      Z, 40$
        bit     0, l            ; hidden
        jr      NZ, 20$
        ld      hl, #HAS_MARKS
        add     hl, de
        ld      a, (hl)
        or      a, a
        jr      Z, 20$
        ld      hl, #VISIBLE
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        add     a, b
        ld      l, a
        jr      NC, 10$
        inc     h
    10$:
        ld      a, c
        or      a, (hl)
        ld      (hl), a
    20$:
        ld      h, #0           ; B words, and the number of the bit in C
        ld      l, b
        add     hl, hl
        add     hl, hl
        add     hl, hl
        dec     hl
    30$:
        inc     hl
        srl     c
        jr      NC, 30$
        ld      b, h
        ld      c, l
        jp      _hutch_port_exit_pool
    40$:
        ld      bc, #-1
        jp      _hutch_port_exit_pool
    __endasm;
}

void hutch_locked_show(const struct hutch_pool *pool, unsigned index) __naked
{
    (void)pool;
    (void)index;
    __asm
        call    _hutch_port_enter_pool
        ld      hl, #VISIBLE
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        call    _hutch_port_bit
        or      a, (hl)
        ld      (hl), a
        jp      _hutch_port_exit_pool
    __endasm;
}

// Out: the result in A.
bool hutch_locked_hide(const struct hutch_pool *pool, unsigned index) __naked
{
    (void)pool;
    (void)index;
    __asm
        call    _hutch_port_enter_pool
        ld      hl, #VISIBLE
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        call    _hutch_port_drop_bit
        ld      b, #0
        jr      Z, 10$
        inc     b
    10$:
        call    _hutch_port_exit_pool
        ld      a, b
        ret
    __endasm;
}

// Frees a slot, inside the critical section, and makes its refs stale. In: is_hidden in A. Out: the result in
// B. Keeps DE.
void hutch_port_free(void) __naked
{
    __asm
        push    af
        ld      hl, #LIVE
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        call    _hutch_port_bit
        and     a, (hl)
        jr      Z, 70$
        ld      hl, #HAS_MARKS
        add     hl, de
        ld      a, (hl)
        or      a, a
        jr      Z, 30$
        ld      hl, #VISIBLE
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        call    _hutch_port_drop_bit
        jr      Z, 10$
        ld      a, #1
    10$:
        ldhl    sp, #1
        xor     a, (hl)
        jr      Z, 70$          ; it is visible and must not be, or the reverse
        ld      hl, #WORDS_TO_END
        add     hl, de
        ld      a, (hl)
        dec     a
        add     a, a
        ld      hl, #VISIBLE
        add     hl, de
        add     a, (hl)
        inc     hl
        ld      h, (hl)
        ld      l, a
        jr      NC, 20$
        inc     h
    20$:
        call    _hutch_port_drop_bit ; of the persistent marks; a pool with queues keeps them free
    30$:
        pop     af
        ld      hl, #GENERATIONS
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        or      a, h
        jr      Z, 60$
        push    bc
        push    de
        add     hl, bc
        add     hl, bc
        push    hl
        ld      a, (hl+)
        ld      b, (hl)
        ld      c, a
        inc     bc              ; the next
        ld      hl, #REF_LOW_BITS
        add     hl, de
        ld      a, (hl)
        ld      h, b            ; is it what no ref matches?
        ld      l, c
        inc     hl              ; then this is 0, without the bits that a ref has no room for
        or      a, a
        jr      NZ, 40$
        inc     hl
        jr      45$
    40$:
        add     hl, hl
        dec     a
        jr      NZ, 40$
    45$:
        ld      a, h
        or      a, l
        jr      NZ, 50$
        ld      b, a
        ld      c, a
    50$:
        pop     hl
        ld      a, c
        ld      (hl+), a
        ld      (hl), b
        pop     de
        pop     bc
    60$:
        ld      hl, #LIVE
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        call    _hutch_port_drop_bit
        ld      b, #1
        ret
    70$:
        pop     af
        ld      b, #0
        ret
    __endasm;
}

// In: is_hidden on the stack, a byte. Out: the result in A.
bool hutch_locked_release(const struct hutch_pool *pool, unsigned index, bool is_hidden) __naked
{
    (void)pool;
    (void)index;
    (void)is_hidden;
    __asm
        call    _hutch_port_enter_pool
        ldhl    sp, #2
        ld      a, (hl)
        call    _hutch_port_free
        call    _hutch_port_exit_pool
#if HUTCH_CFG_CHECK == 0
        ld      a, #1
#else
        ld      a, b
#endif
        pop     hl
        inc     sp
        jp      (hl)
    __endasm;
}

bool hutch_locked_release_tracked(const struct hutch_pool *pool, unsigned index, bool is_hidden) __naked
{
    (void)pool;
    (void)index;
    (void)is_hidden;
    __asm
        ldhl    sp, #2
        ld      a, (hl)
        call    _hutch_port_free
        ld      a, b
        pop     hl
        inc     sp
        jp      (hl)
    __endasm;
}

// clang-format on

#endif
