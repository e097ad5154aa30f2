// SPDX-License-Identifier: MIT
// port/sm83/hutch_fast.c - acquire and release in a bitmap, in assembler: SDCC folds nothing.
#include "hutch/generic.h"
#include "hutch/pool.h"

#ifdef HUTCH_PORT_BY_HAND

// In: the words in DE, the capacity, at most 64, in C. Out: the slot in BC.
unsigned hutch_port_bitmap_acquire(uint8_t *words, unsigned capacity) __naked
{
    (void)words;
    (void)capacity;
    // clang-format off
    __asm
        ld      h, d
        ld      l, e
        ld      d, c            ; slots from this word to the end
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
        ld      e, a            ; the lowest zero: set in the word + 1, not set in the word
        ld      a, (hl)
        cpl
        and     a, e
        ld      e, a
        push    bc              ; saves the capacity
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
        ld      a, (hl)         ; a full word is marked in the summary, unless it is the last
        inc     a
        jr      NZ, 90$
        ld      a, b
        or      a, #7
        inc     a
        cp      a, c
        jr      NC, 90$
        ld      e, b
        pop     bc
        push    de
        ld      a, c            ; the distance to the summary: the leaf words from this one on
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

// In: the words in DE, the slot in C, the capacity, at most 64, on the stack. Out: the result in A.
bool hutch_port_bitmap_release(uint8_t *words, unsigned index, unsigned capacity) __naked
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
