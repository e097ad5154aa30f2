// SPDX-License-Identifier: MIT
// port/sm83/hutch_by_hand.c - functions of the core in assembler: the same parameters, results and effects.
//
// Where each function is linked by itself, by `make lib` and on the boards here, these take the place of the
// `static` functions of the same names in src/: see split.py. Where whole files are linked, nothing calls
// them. They serve pools of every kind; a bitmap has no summary in this port.
//
// In the comments the pool is in DE and the slot in BC, where nothing else is said.
#include "hutch/policy.h"
#include "hutch/pool.h"

#if defined(HUTCH_PORT_BY_HAND) && HUTCH_CFG_STATS < 2 && HUTCH_CFG_REF_BITS == 16 && !HUTCH_CFG_WAIT

// Offsets of fields in struct hutch_pool.
#    define WORDS_TO_END 7
#    define FIRST_SLOT 9
#    define OPTIONS 22
#    define LIVE 28
#    define VISIBLE 30
#    define GENERATIONS 32
#    if HUTCH_CFG_STATS // a pointer more
#        define INDEX_BITS 41
#        define REF_LOW_BITS 42
#        define HAS_MARKS 43
#        define CAPACITY 45
#    else
#        define INDEX_BITS 39
#        define REF_LOW_BITS 40
#        define HAS_MARKS 41
#        define CAPACITY 43
#    endif
#    define RELEASE 6 // in struct hutch_policy_calls
#    define DESPAWN 4 // in struct hutch_hooks
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, port) == 0, hutch_by_hand_c_knows_where_the_fields_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, stride_bytes) == 0,
                    hutch_by_hand_c_knows_where_the_stride_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, words_to_end) == WORDS_TO_END,
                    hutch_by_hand_c_knows_where_words_to_end_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, slots) == FIRST_SLOT,
                    hutch_by_hand_c_knows_where_slots_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, span_bytes) == FIRST_SLOT + 2,
                    hutch_by_hand_c_knows_where_the_span_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, stride_bytes) == FIRST_SLOT + 4,
                    hutch_by_hand_c_knows_where_the_other_stride_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, minus_eight_strides) == FIRST_SLOT + 6,
                    hutch_by_hand_c_knows_where_eight_strides_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, options) == OPTIONS, hutch_by_hand_c_knows_where_options_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_options, lock) == 2, hutch_by_hand_c_knows_where_the_lock_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, live) == LIVE, hutch_by_hand_c_knows_where_live_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, visible) == VISIBLE, hutch_by_hand_c_knows_where_visible_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, generations) == GENERATIONS,
                    hutch_by_hand_c_knows_where_generations_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, index_bits) == INDEX_BITS,
                    hutch_by_hand_c_knows_where_index_bits_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, ref_low_bits) == REF_LOW_BITS,
                    hutch_by_hand_c_knows_where_ref_low_bits_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, has_marks) == HAS_MARKS,
                    hutch_by_hand_c_knows_where_has_marks_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, capacity) == CAPACITY,
                    hutch_by_hand_c_knows_where_the_capacity_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_options, policy) == 3, hutch_by_hand_c_knows_where_the_policy_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_options, hooks) == 5, hutch_by_hand_c_knows_where_hooks_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_policy, calls) == 0 &&
                        offsetof(struct hutch_policy_calls, acquire) == 0,
                    hutch_by_hand_c_knows_where_acquire_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_policy_calls, release) == RELEASE,
                    hutch_by_hand_c_knows_where_release_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_hooks, despawn) == DESPAWN, hutch_by_hand_c_knows_where_despawn_is);
HUTCH_STATIC_ASSERT(HUTCH_MARK_PERSISTENT == 2, hutch_by_hand_c_knows_where_persistent_marks_are);
HUTCH_STATIC_ASSERT(HUTCH_MODE_HIDDEN == 1 && HUTCH_MODE_UNCOUNTED == 4,
                    hutch_by_hand_c_knows_the_bits_of_a_mode);

// Called from the assembler here only.
void hutch_port_enter_pool(void);
void hutch_port_exit_pool(void);
void hutch_port_bit(void);
void hutch_port_drop_bit(void);
void hutch_port_is_slot(void);
void hutch_port_policy(void);
void hutch_port_free(void);
void hutch_port_take(void);

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
#if !HUTCH_CFG_PORT_PLAIN
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
#if !HUTCH_CFG_PORT_PLAIN
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

// ------------------------------------------------------------------------------------------------ the engine

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
        bit     0, (hl)
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
        bit     0, (hl)
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
        call    _hutch_port_drop_bit ; of the persistent marks
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

// ------------------------------------------------------------------------------------- policies and hooks

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

// In: the mode in BC. Out: the slot in BC; -1 if there is none.
unsigned hutch_core_acquire_mode(const struct hutch_pool *pool, unsigned mode) __naked
{
    (void)pool;
    (void)mode;
    __asm
        call    _hutch_port_policy
        jp      Z, _hutch_locked_acquire
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        ld      a, (hl+)
        ld      h, (hl)
        ld      l, a
        jp      (hl)
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
        ld      a, (hl+)
        ld      h, (hl)
        add     a, #RELEASE
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

// Out: the result in A.
bool hutch_core_release_with_hook(const struct hutch_pool *pool, unsigned index) __naked
{
    (void)pool;
    (void)index;
    __asm
        ld      hl, #HAS_MARKS
        add     hl, de
        ld      a, (hl)
        or      a, a
        jr      Z, 20$
        push    bc
        call    _hutch_locked_hide ; keeps DE
        pop     bc
        or      a, a
        ret     Z
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
        ld      a, #1
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

// In: a ref in BC. Out: its slot in BC; -1 if the slot has another generation.
unsigned hutch_ref_find(const struct hutch_pool *pool, hutch_ref_t ref) __naked
{
    (void)pool;
    (void)ref;
    __asm
        push    bc
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

// clang-format on

#endif
