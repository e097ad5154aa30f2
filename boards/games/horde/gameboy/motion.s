; SPDX-License-Identifier: MIT
; motion.s - motion.c by hand: what SDCC makes of it takes three to eight times as long.
;
; Slots of a pool are neighbours, and its bitmap says which are live. Where both are is in two fields of the pool's
; descriptor.
	.module motion
	.globl	_sparks_fly
	.globl	_hutch_release
	.globl	_sparks_pool
	.globl	_rabbit_hit
	.globl	_rabbits_pool
	.globl	_pool_slots
	.globl	_spark_oldest
	.area	_CODE

	; where things are in a spark: x 0, height 2, dx 4, dy 5, age 6; in a rabbit and in a phone: x 0, height 2;
	; in a rabbit: kind 6
	SPARKS = 32
	SPARK_BYTES = 8
	SPARK_FRAMES = 44
	RABBITS = 12
	RABBIT_BYTES = 10
	PHONE_HALF = 48

	PHONE_X = 0x92		; above 0xFF00
	PHONE_HEIGHT = 0x94
	SLOTS_LEFT = 0x96

; In HL a pool. In DE its first slot, in HL its bitmap.
arrays:
	ld	a, (_pool_slots)
	add	a, l
	ld	l, a
	jr	NC, arrays_same_page
	inc	h
arrays_same_page:
	ld	a, (hl+)
	ld	e, a
	ld	a, (hl+)
	ld	d, a
	ld	a, (hl+)
	ld	h, (hl)
	ld	l, a
	ret

_sparks_fly::
	ld	hl, #_sparks_pool
	call	arrays
	ld	b, #SPARKS / 8
fly_word:
	ld	a, (hl+)
	push	hl
	ld	c, #8
fly_bit:
	rrca
	jr	NC, fly_next
	push	af
	push	bc
	push	de
	call	fly
	pop	de
	push	de
	ld	b, d
	ld	c, e
	ld	de, #_sparks_pool
	or	a, a
	call	Z, _hutch_release
	pop	de
	pop	bc
	pop	af
fly_next:
	ld	h, a
	ld	a, e
	add	a, #SPARK_BYTES
	ld	e, a
	jr	NC, fly_same_page
	inc	d
fly_same_page:
	ld	a, h
	dec	c
	jr	NZ, fly_bit
	pop	hl
	dec	b
	jr	NZ, fly_word
	ret

; In DE a spark. In A 0 when it has come to its end.
fly:
	ld	hl, #4
	add	hl, de
	ld	a, (hl+)
	ld	c, a			; dx
	ld	b, (hl)			; dy
	dec	(hl)
	dec	(hl)			; gravity
	inc	hl
	inc	(hl)			; age
	ld	h, d
	ld	l, e
	ld	a, (hl)
	add	a, c
	ld	(hl+), a
	ld	a, (hl)
	adc	a, #0
	bit	7, c
	jr	Z, fly_x
	dec	a
fly_x:
	ld	(hl+), a
	ld	a, (hl)
	add	a, b
	ld	(hl+), a
	ld	a, (hl)
	adc	a, #0
	bit	7, b
	jr	Z, fly_height
	dec	a
fly_height:
	ld	(hl), a
	bit	7, a
	jr	Z, fly_on
	xor	a, a			; below the ground: it bounces
	ld	(hl-), a
	ld	(hl+), a
	inc	hl
	ld	a, (hl)
	call	half
	ld	(hl+), a
	xor	a, a
	sub	a, (hl)
	call	half
	ld	(hl), a
fly_on:
	ld	hl, #6
	add	hl, de
	ld	a, (hl)
	cp	a, #SPARK_FRAMES + 1
	jr	NC, fly_end
	inc	de
	ld	a, (de)
	rlca
	jr	C, fly_end
	ld	a, #1
	ret
fly_end:
	xor	a, a
	ret

; Half of A, towards 0.
half:
	bit	7, a
	jr	Z, half_positive
	inc	a
half_positive:
	sra	a
	ret

; In BC the oldest spark. All slots are live: they need not be asked for.
_spark_oldest::
	ld	hl, #_sparks_pool
	call	arrays
	ld	hl, #6
	add	hl, de
	ld	d, h
	ld	e, l
	ld	c, (hl)
	ld	b, #SPARKS - 1
oldest_next:
	ld	a, l
	add	a, #SPARK_BYTES
	ld	l, a
	jr	NC, oldest_same_page
	inc	h
oldest_same_page:
	ld	a, c
	cp	a, (hl)
	jr	NC, oldest_younger
	ld	c, (hl)
	ld	d, h
	ld	e, l
oldest_younger:
	dec	b
	jr	NZ, oldest_next
	ld	hl, #-6
	add	hl, de
	ld	b, h
	ld	c, l
	ret

; In DE a phone. In BC the first rabbit that it touches, or 0. Distances are below 256 where it may.
_rabbit_hit::
	ld	h, d
	ld	l, e
	ld	a, (hl+)
	ldh	(PHONE_X), a
	ld	a, (hl+)
	ldh	(PHONE_X + 1), a
	ld	a, (hl+)
	ldh	(PHONE_HEIGHT), a
	ld	a, (hl)
	ldh	(PHONE_HEIGHT + 1), a
	ld	hl, #_rabbits_pool
	call	arrays
	ld	a, (hl+)
	ld	h, (hl)
	ld	l, a
	push	hl
	ld	h, d
	ld	l, e			; the rabbit
	pop	de			; the bits that are left: twelve in DE
	ld	a, #RABBITS
	ldh	(SLOTS_LEFT), a
hit_next:
	srl	d
	rr	e
	jr	NC, hit_not
	push	hl
	ldh	a, (PHONE_X)
	sub	a, (hl)
	ld	c, a
	inc	hl
	ldh	a, (PHONE_X + 1)
	sbc	a, (hl)
	jr	Z, hit_right
	inc	a
	jr	NZ, hit_far
	xor	a, a			; left of it
	sub	a, c
	jr	Z, hit_far
	ld	c, a
hit_right:
	inc	hl
	ldh	a, (PHONE_HEIGHT)
	sub	a, (hl)
	ld	b, a
	inc	hl
	ldh	a, (PHONE_HEIGHT + 1)
	sbc	a, (hl)
	push	af
	inc	hl
	inc	hl
	inc	hl
	ld	a, (hl)			; its kind
	add	a, a
	add	a, #<hit_sizes
	ld	l, a
	ld	a, #>hit_sizes
	adc	a, #0
	ld	h, a
	ld	a, c
	cp	a, (hl)
	jr	NC, hit_far_below
	inc	hl
	pop	af
	jr	Z, hit_above
	inc	a
	jr	NZ, hit_far
	ld	a, b			; below its feet
	cp	a, #256 - PHONE_HALF + 1
	jr	C, hit_far
	jr	hit_it
hit_above:
	ld	a, b
	cp	a, (hl)
	jr	NC, hit_far
hit_it:
	pop	bc
	ret
hit_far_below:
	pop	af
hit_far:
	pop	hl
hit_not:
	ld	a, l
	add	a, #RABBIT_BYTES
	ld	l, a
	jr	NC, hit_same_page
	inc	h
hit_same_page:
	ldh	a, (SLOTS_LEFT)
	dec	a
	ldh	(SLOTS_LEFT), a
	jr	NZ, hit_next
	ld	bc, #0
	ret

; By kind: how near a phone's middle must be, and below which height; in 1/16 of a pixel, see `kinds` in rabbits.c.
hit_sizes:
	.db	11 * 8 + PHONE_HALF, 11 * 16
	.db	14 * 8 + PHONE_HALF, 9 * 16
	.db	10 * 8 + PHONE_HALF, 13 * 16
	.db	15 * 8 + PHONE_HALF, 13 * 16
