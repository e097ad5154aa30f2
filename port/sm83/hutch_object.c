// SPDX-License-Identifier: MIT
// port/sm83/hutch_object.c - functions of the core in assembler: policies, hooks and refs. See hutch_slot.c.
//
// In the comments the pool is in DE and the slot in BC, where nothing else is said.
#include "hutch_fields.h"

#if defined(HUTCH_PORT_KINDS)

// clang-format off

// ------------------------------------------------------------------------------------- policies and hooks

// In: the mode in BC. Out: the slot in BC; -1 if there is none.
unsigned hutch_core_acquire_mode(const struct hutch_pool *pool, unsigned mode) __naked
{
    (void)pool;
    (void)mode;
    __asm
        call    _hutch_port_policy
        jp      Z, _hutch_locked_acquire
        xor     a, a
        jp      _hutch_port_call
    __endasm;
}

// In: the mode in BC, the address of the result on the stack, which is taken off. Out: the slot's pool in BC.
const struct hutch_pool *hutch_core_acquire_any(const struct hutch_pool *pool, unsigned mode, unsigned *index)
    __naked
{
    (void)pool;
    (void)mode;
    (void)index;
    __asm
        push    de
        push    bc
        call    _hutch_port_policy
        jr      Z, 20$
        ld      a, #SPILL
        add     a, l
        ld      l, a
        jr      NC, 10$
        inc     h
    10$:
        ld      a, (hl+)
        or      a, (hl)
        jr      Z, 20$
        set     2, c            ; HUTCH_MODE_UNCOUNTED
    20$:
        push    af              ; the Z flag if it spills to no pool
        call    _hutch_core_acquire_mode
        ldhl    sp, #8
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        ld      (hl), c
        inc     hl
        ld      (hl), b
        pop     af
        pop     hl              ; the mode
        pop     de
        jr      Z, 30$
        ld      a, b
        and     a, c
        inc     a
        jr      NZ, 30$
        ld      b, h
        ld      c, l
        call    _hutch_port_policy
        ld      a, #SPILL_CALL
        jp      _hutch_port_call
    30$:
        ld      b, d
        ld      c, e
        pop     hl
        pop     af
        jp      (hl)
    __endasm;
}

// In: the mode in BC. Out: the object in BC; 0 if there is none.
void *hutch_core_acquire_object(const struct hutch_pool *pool, unsigned mode) __naked
{
    (void)pool;
    (void)mode;
    __asm
        call    _hutch_port_policy
        ld      a, #ACQUIRE_OBJECT
        jp      NZ, _hutch_port_call
        push    de
        call    _hutch_locked_acquire
        pop     de
        ld      a, b
        and     a, c
        inc     a
        jp      NZ, _hutch_slot_address
        inc     bc
        ret
    __endasm;
}

// In: is_hidden on the stack, a byte, which the function called takes off. Out: the result in A.
bool hutch_core_release_slot(const struct hutch_pool *pool, unsigned index, bool is_hidden) __naked
{
    (void)pool;
    (void)index;
    (void)is_hidden;
    __asm
        call    _hutch_port_policy
        jp      Z, _hutch_locked_release
        ld      a, #RELEASE
        jp      _hutch_port_call
    __endasm;
}

#if defined(HUTCH_PORT_PLAIN) // which reports what is wrong, see hutch_plain_release.c
// In: any pointer in BC. Out: the result in A.
bool hutch_core_release(const struct hutch_pool *pool, const void *object) __naked
{
    (void)pool;
    (void)object;
    __asm
        call    _hutch_port_policy
        jr      NZ, 20$
        push    de
        push    bc
        push    de
        call    _hutch_slot_index
        pop     de
        ld      a, b
        and     a, c
        inc     a
        jr      Z, 10$
        xor     a, a
        push    af              ; is_hidden
        inc     sp
        call    _hutch_locked_release
        or      a, a
        jr      Z, 10$
        add     sp, #4
        ret
    10$:
        pop     bc
        pop     de
        jp      _hutch_port_bad_release
    20$:
        xor     a, a
        push    af              ; is_despawn
        inc     sp
        ld      a, #RELEASE_OBJECT
        call    _hutch_port_call
        ret
    __endasm;
}
#endif

// Out: the result in A.
bool hutch_core_release_with_hook(const struct hutch_pool *pool, unsigned index) __naked
{
    (void)pool;
    (void)index;
    __asm
        ld      hl, #HAS_MARKS
        add     hl, de
        bit     0, (hl)         ; clear in a pool with queues, too
        jr      Z, 5$
        push    bc
        call    _hutch_locked_hide ; keeps DE
        pop     bc
        or      a, a
        ret     Z
        ld      a, #1
        jr      6$
    5$:                         ; such hooks are those of a counted pool, if there are any
        push    bc
        push    de
        call    _hutch_core_is_live_at
        pop     de
        pop     bc
        or      a, a
        jr      Z, 20$
        xor     a, a
    6$:
        push    af              ; is_hidden
        ld      hl, #OPTIONS
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        add     a, #5
        ld      l, a
        jr      NC, 10$
        inc     h
    10$:
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        or      a, h
        jr      Z, 15$          ; no hooks
        inc     hl
        inc     hl
        inc     hl
        inc     hl
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        or      a, h
        jr      Z, 15$          ; no despawn hook
        push    bc
        push    de
        push    hl
        call    _hutch_slot_address
        pop     hl
        ld      d, b
        ld      e, c
        call    30$
        pop     de
        pop     bc
    15$:
        pop     af
    20$:
        push    af
        inc     sp
        call    _hutch_core_release_slot
        ret
    30$:
        jp      (hl)
    __endasm;
}

// ------------------------------------------------------------------------------------------------------ refs

// In: the tag on the stack, which is 0. Out: the ref in BC.
hutch_ref_t hutch_ref_make(const struct hutch_pool *pool, unsigned index, unsigned tag) __naked
{
    (void)pool;
    (void)index;
    (void)tag;
    __asm
        ld      hl, #GENERATIONS
        add     hl, de
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        add     hl, bc
        add     hl, bc
        ld      a, (hl+)
        push    hl
        ld      hl, #REF_LOW_BITS
        add     hl, de
        ld      e, a
        ld      a, (hl)
        pop     hl
        ld      h, (hl)
        ld      l, e
        inc     hl              ; the generation
        or      a, a
        jr      Z, 20$
    10$:
        add     hl, hl
        dec     a
        jr      NZ, 10$
    20$:
        add     hl, bc
        ld      b, h
        ld      c, l
        pop     hl
        pop     af
        jp      (hl)
    __endasm;
}

// In: a ref in BC. Out: the number of its slot in BC, which may be none. Keeps DE.
void hutch_port_ref_index(void) __naked
{
    __asm
        ld      hl, #INDEX_BITS
        add     hl, de
        ld      a, (hl)
        ld      hl, #-1
        or      a, a
        jr      Z, 20$
    10$:
        add     hl, hl
        dec     a
        jr      NZ, 10$
    20$:
        ld      a, l
        cpl
        and     a, c
        ld      c, a
        ld      a, h
        cpl
        and     a, b
        ld      b, a
        ret
    __endasm;
}

// In: a ref in BC. Out: its slot in BC; -1 if the slot has another generation.
unsigned hutch_ref_find(const struct hutch_pool *pool, hutch_ref_t ref) __naked
{
    (void)pool;
    (void)ref;
    __asm
        push    bc
        call    _hutch_port_ref_index
        call    _hutch_port_is_slot
        pop     hl              ; the ref
        jr      NC, 40$
        push    bc
        push    hl
        push    hl              ; the tag
        call    _hutch_ref_make
        pop     hl
        ld      a, c
        cp      a, l
        jr      NZ, 30$
        ld      a, b
        cp      a, h
    30$:
        pop     bc
        ret     Z
    40$:
        ld      bc, #-1
        ret
    __endasm;
}

// In: a ref in BC. Out: its object's slot in BC; -1 if the object is gone. The bit is read before the counter,
// see ref.h, and the two bytes of the counter inside the critical section.
unsigned hutch_core_find(const struct hutch_pool *pool, hutch_ref_t ref) __naked
{
    (void)pool;
    (void)ref;
    __asm
        ld      hl, #GENERATIONS
        add     hl, de
        ld      a, (hl+)
        or      a, (hl)
        jr      Z, 10$          ; no refs
        push    bc
        push    de
        call    _hutch_port_ref_index
        call    _hutch_core_is_live_at
        pop     de
        pop     bc
        or      a, a
        jr      Z, 10$
        call    _hutch_port_enter_pool
        push    de
        call    _hutch_ref_find
        pop     de
        jp      _hutch_port_exit_pool
    10$:
        ld      bc, #-1
        ret
    __endasm;
}

// clang-format on

#endif
