// SPDX-License-Identifier: MIT
// port/sm83/hutch_plain_release.c - release of plain pools, in assembler: see hutch_plain.c.
#include "hutch/core/fault.h"
#include "hutch/core/pool.h"

#ifdef HUTCH_PORT_PLAIN

// The offset of this field in struct hutch_pool; the span, the stride, eight strides and the words follow.
#    define PORT_SLOTS 9
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, slots) == PORT_SLOTS,
                    hutch_plain_release_c_knows_where_slots_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, span_bytes) == PORT_SLOTS + 2,
                    hutch_plain_release_c_knows_where_the_span_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, stride_bytes) == PORT_SLOTS + 4,
                    hutch_plain_release_c_knows_where_the_stride_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, minus_eight_strides) == PORT_SLOTS + 6,
                    hutch_plain_release_c_knows_where_eight_strides_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, before_words) == PORT_SLOTS + 8,
                    hutch_plain_release_c_knows_where_before_words_is);

// Called from the assembler here only; the comments state what is in which register.
void hutch_port_locate(void);
bool hutch_port_bad_release(const struct hutch_pool *pool, const void *object);

// clang-format off

// --------------------------------------------------------------------------------------------------- release

// In: the pool in DE, any pointer in BC. Out: the Z flag if a slot starts there, its bit in D, and the
// address of its word in BC. The offset in the array becomes negative at the slot's word; adding strides
// until it is not gives the bit, from bit 7 down.
void hutch_port_locate(void) __naked
{
    __asm
        ld      hl, #PORT_SLOTS
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
        jr      NC, 30$         ; not below the span
        inc     hl
        ld      a, (hl+)
        ld      e, a
        ld      a, (hl+)
        ld      d, a
        push    de              ; the stride
        ld      a, (hl+)
        ld      e, a
        ld      a, (hl+)
        ld      d, a            ; minus eight strides
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, c
        ld      c, a
        ld      a, h
        ld      h, b
        ld      b, a            ; BC: one byte before the first word, HL: the offset
    10$:
        inc     bc
        add     hl, de
        jr      C, 10$
        pop     de
        ld      a, #1
    20$:
        rrca
        add     hl, de
        jr      NC, 20$
        ld      d, a
        ld      a, h            ; 0, unless inside a slot
        or      a, l
        ret
    30$:
        or      a, #1
        ret
    __endasm;
}

// In: the pool in DE, any pointer in BC. Out: the result in A.
bool hutch_port_release(const struct hutch_pool *pool, const void *object) __naked
{
    (void)pool;
    (void)object;
    __asm
        push    bc
        push    de
        call    _hutch_port_locate
        jr      NZ, 10$
        ld      a, (bc)
        and     a, d
        jr      Z, 10$          ; the slot is free
        ld      a, (bc)
        xor     a, d
        ld      (bc), a
        add     sp, #4
        ld      a, #1
        ret
    10$:
        pop     de
        pop     bc
        jp      _hutch_port_bad_release
    __endasm;
}

// The same; the word is read and written in a critical section.
bool hutch_port_release_locked(const struct hutch_pool *pool, const void *object) __naked
{
    (void)pool;
    (void)object;
    __asm
        call    _hutch_port_lock
        jp      Z, _hutch_port_release
        push    bc
        push    de
        call    _hutch_port_locate
        jr      NZ, 20$
        di
#if !HUTCH_PORT_EXIT_ENABLES
        ld      hl, #_hutch_port_depth
        inc     (hl)
#endif
        ld      a, (bc)
        ld      e, a
        and     a, d
        ld      d, a            ; 0 if the slot is free: then the word is stored unchanged
        xor     a, e
        ld      (bc), a
#if !HUTCH_PORT_EXIT_ENABLES
        dec     (hl)
        jr      NZ, 10$
#endif
        ei
    10$:
        ld      a, d
        or      a, a
        jr      Z, 20$
        add     sp, #4
        ld      a, #1
        ret
    20$:
        pop     de
        pop     bc
        jp      _hutch_port_bad_release
    __endasm;
}

// clang-format on

// ---------------------------------------------------------------------------------------------------- faults

// Reports a release of what is no live object of the pool. @return false
#    if HUTCH_CFG_CHECK == 0
bool hutch_port_bad_release(const struct hutch_pool *pool, const void *object)
{
    (void)pool;
    (void)object;
    return false;
}
#    elif HUTCH_CFG_NAMES
bool hutch_port_bad_release(const struct hutch_pool *pool, const void *object)
{
    return hutch_fault_pointer(pool->identity, object, HUTCH_FAULT_DOUBLE_RELEASE); // finds the cause
}
#    else
#        define CODE_FOREIGN 11
#        define CODE_DOUBLE_RELEASE 20
HUTCH_STATIC_ASSERT(HUTCH_FAULT_FOREIGN == CODE_FOREIGN,
                    hutch_plain_release_c_knows_the_code_of_a_foreign_pointer);
HUTCH_STATIC_ASSERT(HUTCH_FAULT_DOUBLE_RELEASE == CODE_DOUBLE_RELEASE,
                    hutch_plain_release_c_knows_the_code_of_a_double_release);

// In: the pool in DE, the pointer in BC; of hutch_fault_bare the pointer in DE, the code in A.
bool hutch_port_bad_release(const struct hutch_pool *pool, const void *object) __naked
{
    (void)pool;
    (void)object;
    // clang-format off
    __asm
        push    bc
        call    _hutch_port_locate
        pop     de
        ld      a, #CODE_FOREIGN
        jr      NZ, 10$
        ld      a, #CODE_DOUBLE_RELEASE
    10$:
        jp      _hutch_fault_bare
    __endasm;
    // clang-format on
}
#    endif

#endif
