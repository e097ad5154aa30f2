; SPDX-License-Identifier: MIT
; fast.s - the three loops that most of the time goes to: a sprite's rows, the copy to the display, the clearing.
	.module fast
	.globl	_draw_rows
	.globl	_tiles_copy_to
	.globl	_tiles_clear
	.globl	_tiles
	.globl	_row_source
	.globl	_row_at
	.globl	_row_count
	.globl	_row_stride
	.globl	_row_shift
	.globl	_row_ramp
	.globl	_row_is_mirrored
	.area	_CODE

; Draws a column of bytes of a sprite, as far as they are in one column of tiles. 0xD0, 0xD1 and 0xD2 are the pages of
; the tables of sprites.c.
_draw_rows::
	ld	a, (_row_shift)
	ld	c, a
	ld	hl, #_row_source
	ld	a, (hl+)
	ld	d, (hl)
	ld	e, a
	ld	hl, #_row_at
	ld	a, (hl+)
	ld	h, (hl)
	ld	l, a
row_next:
	ld	a, (de)
	or	a, a
	jr	Z, row_empty
	push	de
	push	hl
	ld	l, a
	ld	a, (_row_is_mirrored)
	or	a, a
	jr	Z, row_as_it_is
	ld	h, #0xD1
	ld	l, (hl)
row_as_it_is:
	ld	h, #0xD0
	ld	d, (hl)		; d: what is seen
	ld	a, (_row_ramp)
	ld	h, a
	ld	e, (hl)		; e: high bits, low bits
	ld	h, #0xD2
	ld	a, e
	and	a, #0x0F
	or	a, c
	ld	l, a
	ld	b, (hl)		; b: the low bits in place
	ld	a, e
	swap	a
	and	a, #0x0F
	or	a, c
	ld	l, a
	ld	e, (hl)		; e: the high bits in place
	ld	a, d
	or	a, c
	ld	l, a
	ld	a, (hl)
	cpl
	ld	d, a		; d: what stays
	pop	hl
	ld	a, (hl)
	and	a, d
	or	a, b
	ld	(hl+), a
	ld	a, (hl)
	and	a, d
	or	a, e
	ld	(hl+), a
	pop	de
	jr	row_done
row_empty:
	inc	hl
	inc	hl
row_done:
	ld	a, (_row_stride)
	add	a, e
	ld	e, a
	jr	NC, row_same_page
	inc	d
row_same_page:
	ld	a, (_row_count)
	dec	a
	ld	(_row_count), a
	jr	NZ, row_next
	ret

; While a line is displayed the video memory takes no writes: two bytes at a time, after looking.
; In de the place in the video memory.
_tiles_copy_to::
	ld	h, d
	ld	l, e
	ld	de, #_tiles
	ld	b, #4		; of 256 times two bytes
copy_page:
	ld	c, #0
copy_two:
	ldh	a, (0x41)
	bit	1, a
	jr	NZ, copy_two
	ld	a, (de)
	ld	(hl+), a
	inc	de
	ld	a, (de)
	ld	(hl+), a
	inc	de
	dec	c
	jr	NZ, copy_two
	dec	b
	jr	NZ, copy_page
	ret

_tiles_clear::
	ld	hl, #_tiles
	ld	b, #128		; times 16 bytes
	xor	a, a
clear_more:
	.rept	16
	ld	(hl+), a
	.endm
	dec	b
	jr	NZ, clear_more
	ret
