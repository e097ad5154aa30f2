; SPDX-License-Identifier: MIT
; fast.s - what is tied to the display's clock: both interrupts, the copy of the sprites' slots and of tiles.
	.module fast
	.globl	_sprites_install_copy
	.globl	_sprites_turn
	.globl	_sprites_turned
	.globl	_sprites_busy
	.globl	_sprites_take_turns
	.globl	_part_of_65535
	.globl	_eight_pixels
	.globl	_eight_low
	.globl	_eight_high
	.globl	_sprites_turning
	.globl	_video_map_first
	.globl	_video_map_end
	.globl	_video_tile_first
	.globl	_video_tile_end
	.globl	_video_bands
	.globl	_video_is_ready
	.globl	_video_palette
	.globl	_video_window_y
	.globl	_video_first_line
	.globl	_has_new_field
	.globl	_fields_shown
	.globl	_on_vblank
	.globl	_on_line

; At 0xFF80 the copy by DMA, then what the interrupts note.
	COPY = 0xFF80
	SHADOW = 0xD000		; the slots as sprites.h has them
	PAGE = 0xD1		; and as they are copied
	MAPS = 0xD2		; three pages of a ring
	MAPS_A_FRAME = 16
	TILES = 0xD5		; a page: a ring of eight times 32 bytes
	TILES_A_FRAME = 3
	BAND = 0x90		; where in SHOWN the next line's scroll is
	SHOWN = 0xD0C0		; video_bands as they were when the game had drawn all
	FIXED = 8		; slots that are always first: what the player must not lose sight of
	RING = 40 - FIXED

	.area	_CODE

; ---- Interrupts -----------------------------------------------------------------------------------------

; Nothing is displayed from now on, for 1140 cycles: the sprites' slots are copied, the queues emptied, and the lines
; scroll from the top again. While the game computes, which may take longer than a picture, the slots take turns.
_on_vblank::
	push	af
	push	bc
	push	de
	push	hl
	ld	a, (_sprites_turning)
	or	a, a
	call	Z, COPY
	call	copy_tiles
	call	copy_maps
	ld	a, (_video_palette)
	ldh	(0x47), a
	ld	a, (_video_window_y)
	ldh	(0x4A), a
	ld	hl, #_video_is_ready
	ld	a, (hl)
	ld	(hl), #0
	or	a, a
	jr	Z, bands_as_before
	ld	hl, #_video_bands
	ld	de, #SHOWN
	ld	b, #4 * 3
copy_bands:
	ld	a, (hl+)
	ld	(de), a
	inc	e
	dec	b
	jr	NZ, copy_bands
bands_as_before:
	xor	a, a
	ldh	(0x42), a
	ldh	(0x43), a
	ld	a, (_video_first_line)
	ldh	(0x45), a
	ld	a, #<SHOWN
	ldh	(BAND), a
	ld	a, #1
	ld	(_has_new_field), a
	ld	hl, #_fields_shown
	inc	(hl)
	ld	hl, #_sprites_busy
	ld	a, (0xC008)	; is_waiting of the mailbox: then the game prepares the next copy
	or	a, (hl)
	jr	NZ, vblank_done
	ld	a, (_sprites_take_turns)
	or	a, a
	jr	Z, vblank_done
	ei			; lines must not wait
	call	_sprites_turn
vblank_done:
	pop	hl
	pop	de
	pop	bc
	pop	af
	reti

; The line before a band: waits for its end, and scrolls.
_on_line::
	push	af
	push	hl
	ldh	a, (BAND)
	ld	l, a
	ld	h, #>SHOWN
line_shown:
	ldh	a, (0x41)
	and	a, #3
	jr	NZ, line_shown
	ld	a, (hl+)
	ldh	(0x43), a
	ld	a, (hl+)
	ldh	(0x42), a
	ld	a, (hl+)
	ldh	(0x45), a
	ld	a, l
	ldh	(BAND), a
	pop	hl
	pop	af
	reti

; ---- Sprites --------------------------------------------------------------------------------------------

_sprites_install_copy::
	ld	hl, #copy_begin
	ld	de, #COPY
	ld	b, #copy_end - copy_begin
install:
	ld	a, (hl+)
	ld	(de), a
	inc	de
	dec	b
	jr	NZ, install
	ret
copy_begin:
	ld	a, #PAGE
	ldh	(0x46), a
	ld	a, #40			; four cycles each
copying:
	dec	a
	jr	NZ, copying
	ret
copy_end:

; Slots FIXED ... 39 of the shadow go to the same places of the page, turned by _sprites_turned.
_sprites_turn::
	ld	a, #1
	ld	(_sprites_turning), a
	ld	hl, #SHADOW
	ld	de, #PAGE * 256
	ld	b, #FIXED
	call	turn_copy
	ld	a, (_sprites_turned)	; ten further: as many as a line shows, and both halves of a rabbit
	add	a, #10
	cp	a, #RING
	jr	C, turn_in_ring
	sub	a, #RING
turn_in_ring:
	ld	(_sprites_turned), a
	ld	c, a
	add	a, #FIXED
	add	a, a
	add	a, a
	ld	l, a			; the shadow is a page, too
	ld	a, #RING
	sub	a, c
	ld	b, a
	call	turn_copy
	ld	b, c
	ld	l, #FIXED * 4
	inc	c
	dec	c
	call	NZ, turn_copy
	xor	a, a
	ld	(_sprites_turning), a
	ret
turn_copy:				; always an even number
	.rept	8
	ld	a, (hl+)
	ld	(de), a
	inc	e
	.endm
	dec	b
	dec	b
	jr	NZ, turn_copy
	ret

; ---- Queues ---------------------------------------------------------------------------------------------

; Of tiles: where to, low byte first, and 16 bytes.
copy_tiles:
	ld	b, #TILES_A_FRAME
	ld	a, (_video_tile_first)
	ld	c, a
copy_tile:
	ld	a, (_video_tile_end)
	cp	a, c
	jr	Z, tiles_copied
	ld	h, #TILES
	ld	l, c
	ld	a, (hl+)
	ld	e, a
	ld	a, (hl+)
	ld	d, a
	.rept	16
	ld	a, (hl+)
	ld	(de), a
	inc	e
	.endm
	ld	a, c
	add	a, #32
	ld	c, a
	dec	b
	jr	NZ, copy_tile
tiles_copied:
	ld	a, c
	ld	(_video_tile_first), a
	ret

; Of maps: where to and which tile.
copy_maps:
	ld	hl, #_video_map_first
	ld	c, (hl)
	ld	b, #MAPS_A_FRAME
copy_map:
	ld	a, (_video_map_end)
	cp	a, c
	jr	Z, maps_copied
	ld	h, #MAPS
	ld	l, c
	ld	e, (hl)
	inc	h
	ld	d, (hl)
	inc	h
	ld	a, (hl)
	ld	(de), a
	inc	c
	dec	b
	jr	NZ, copy_map
maps_copied:
	ld	hl, #_video_map_first
	ld	(hl), c
	ret

; ---- Division -------------------------------------------------------------------------------------------

; In DE the divisor; in BC the quotient, of ten bits. The dividend's upper six bits are less than any divisor.
_part_of_65535::
	ld	hl, #63
	ld	bc, #0x0040		; this bit leaves BC with the tenth of the quotient
	ld	a, d
	or	a, a
	jr	Z, part_of_few
part_bit:
	scf
	rl	l
	rl	h
	ld	a, l
	sub	a, e
	ld	a, h
	sbc	a, d
	jr	C, part_less
	ld	h, a
	ld	a, l
	sub	a, e
	ld	l, a
	or	a, a
part_less:
	ccf
	rl	c
	rl	b
	jr	NC, part_bit
	ret
part_of_few:			; a divisor of eight bits
	ld	a, l
few_bit:
	scf
	rla
	jr	C, few_one
	cp	a, e
	ccf
	jr	NC, few_none
few_one:
	sub	a, e
	scf
few_none:
	rl	c
	rl	b
	jr	NC, few_bit
	ret

; ---- Pictures -------------------------------------------------------------------------------------------

; In DE three bytes of a picture, in A how many of their pixels to leave out: of the next eight the bits of either kind.
_eight_pixels::
	push	af
	ld	a, (de)
	ld	b, a
	call	four_pixels
	inc	de
	ld	a, (de)
	ld	b, a
	call	four_pixels
	inc	de
	ld	a, (de)
	ld	b, a
	pop	af
	or	a, a
	jr	Z, eight_done
eight_more:
	sla	b
	rl	l
	sla	b
	rl	c
	dec	a
	jr	NZ, eight_more
eight_done:
	ld	a, c
	ld	(_eight_low), a
	ld	a, l
	ld	(_eight_high), a
	ret
four_pixels:
	.rept	4
	sla	b
	rl	l
	sla	b
	rl	c
	.endm
	ret
