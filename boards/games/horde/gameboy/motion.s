; SPDX-License-Identifier: MIT
; motion.s - motion.c by hand: what SDCC makes of it takes three to eight times as long.
;
; Slots of a pool are neighbours, and its bitmap says which are live. Where both are is in two fields of the pool's
; descriptor.
	.module motion
	.globl	_sparks_fly
	.globl	_hutch_release
	.globl	_sparks_pool
	.globl	_phone_fly
	.globl	_rabbits_hop
	.globl	_rabbits_meet
	.globl	_dino_meet
	.globl	_rabbit_leap
	.globl	_rabbit_land
	.globl	_rabbits_pool
	.globl	_pool_slots
	.globl	_spark_oldest
	.area	_CODE

	; where things are in a spark, a rabbit and a phone: x 0, height 2, dx 4, dy 5; in a spark and a phone: age 6;
	; in a rabbit: kind 6, rest 7, shown_struck 8
	SPARKS = 32
	SPARK_BYTES = 8
	SPARK_AGE = 6
	SPARK_FRAMES = 44
	RABBITS = 12
	RABBIT_BYTES = 10
	RABBIT_STRUCK = 8
	PHONE_AGE = 6
	PHONE_HALF = 48

	PHONE_HEIGHT = 0x92	; above 0xFF00: two bytes
	BITS = 0x94

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
	ld	b, h
	ld	c, l			; the bitmap
	ld	hl, #SPARK_AGE
	add	hl, de
	ld	d, #SPARKS / 8
fly_word:
	ld	a, (bc)
	inc	bc
	push	bc
	push	de
	ld	de, #SPARK_BYTES
	scf				; behind the word's bits one that is set: after it A is 0
	rra
	jr	fly_bit
fly_next:
	ldh	a, (BITS)
	srl	a
	jr	Z, fly_word_done
fly_bit:
	jr	C, fly
	add	hl, de
	srl	a
	jr	NZ, fly_bit
fly_word_done:
	pop	de
	pop	bc
	dec	d
	jr	NZ, fly_word
	ret

; HL is at the spark's age, and goes through its fields from the last to the first.
fly:
	ldh	(BITS), a
	inc	(hl)
	ld	a, (hl-)
	cp	a, #SPARK_FRAMES + 1
	jr	NC, fly_end_of_age
	ld	a, (hl)
	ld	b, a			; dy
	sub	a, #2			; gravity
	ld	(hl-), a
	ld	a, (hl-)
	ld	c, a			; dx
	dec	hl
	ld	a, (hl)
	add	a, b
	ld	(hl+), a		; height
	ld	a, (hl)
	adc	a, #0
	bit	7, b
	jr	Z, fly_height
	dec	a
fly_height:
	ld	(hl-), a
	rlca
	call	C, bounce
	dec	hl
	dec	hl
	ld	a, (hl)
	add	a, c
	ld	(hl+), a		; x
	ld	a, (hl)
	adc	a, #0
	bit	7, c
	jr	Z, fly_x
	dec	a
fly_x:
	ld	(hl), a
	rlca
	jr	C, fly_end
fly_on:
	ld	c, #SPARK_AGE + SPARK_BYTES - 1
	ld	b, #0
	add	hl, bc
	jr	fly_next
fly_end_of_age:
	dec	hl
	dec	hl
	dec	hl
	dec	hl
fly_end:				; HL is at its second byte
	push	de
	push	hl
	ldh	a, (BITS)
	push	af
	dec	hl
	ld	b, h
	ld	c, l
	ld	de, #_sparks_pool
	call	_hutch_release
	pop	af
	ldh	(BITS), a
	pop	hl
	pop	de
	jr	fly_on

; HL is at the height, which is negative. The way across is still that of before.
bounce:
	xor	a, a
	ld	(hl+), a
	ld	(hl+), a
	ld	a, (hl)
	call	half
	ld	(hl+), a
	xor	a, a
	sub	a, (hl)
	call	half
	ld	(hl-), a
	dec	hl
	dec	hl
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

; HL is at an object's height. Adds B to that, C to where it is across. In ED the height; in HL its second byte's place.
move:
	ld	a, (hl)
	add	a, b
	ld	(hl+), a
	ld	d, a
	ld	a, (hl)
	adc	a, #0
	bit	7, b
	jr	Z, move_height
	dec	a
move_height:
	ld	(hl-), a
	ld	e, a
	dec	hl
	dec	hl
	ld	a, (hl)
	add	a, c
	ld	(hl+), a
	ld	a, (hl)
	adc	a, #0
	bit	7, c
	jr	Z, move_across
	dec	a
move_across:
	ld	(hl), a
	ret

; In HL the first rabbit's slot, in carry whether it is live, and in DE the bits of the others. Behind the last bit of
; either word is one that is set: when E is shifted and is 0, the word is done. Then the other's turn comes, and D is 0.
rabbit_bits:
	ld	hl, #_rabbits_pool
	call	arrays
	ld	a, (hl+)
	push	af
	ld	a, (hl)
	or	a, #1 << (RABBITS - 8)
	ld	h, d
	ld	l, e
	ld	d, a
	pop	af
	scf
	rra
	ld	e, a
	ret

_rabbits_hop::
	call	rabbit_bits
	jr	hop_bit
hop_next:
	ld	a, l
	add	a, #RABBIT_BYTES
	ld	l, a
	jr	NC, hop_same_page
	inc	h
hop_same_page:
	srl	e
	jr	Z, hop_word_done
hop_bit:
	jr	NC, hop_next
	push	de
	push	hl
	ld	de, #RABBIT_STRUCK
	add	hl, de
	ld	a, (hl)
	or	a, a
	jr	Z, hop_unstruck
	dec	(hl)
hop_unstruck:
	dec	hl
	dec	hl
	dec	hl
	ld	a, (hl)			; dy
	or	a, a
	jr	NZ, hop_in_air
	dec	hl
	dec	hl
	ld	a, (hl-)
	or	a, (hl)			; height
	inc	hl
	inc	hl
	inc	hl
	jr	NZ, hop_in_air
	inc	hl
	inc	hl
	ld	a, (hl)			; rest
	or	a, a
	jr	Z, hop_leap
	dec	(hl)
	jr	hop_done
hop_leap:
	pop	de
	push	de
	call	_rabbit_leap
	pop	de
	push	de
	ld	hl, #5
	add	hl, de
hop_in_air:
	ld	a, (hl)
	ld	b, a
	sub	a, #2			; gravity
	ld	(hl-), a
	ld	c, (hl)
	dec	hl
	dec	hl
	call	move
	bit	7, e
	jr	NZ, hop_land
	ld	a, e
	or	a, d
	jr	NZ, hop_done
hop_land:
	pop	de
	push	de
	inc	hl
	xor	a, a
	ld	(hl+), a		; height
	ld	(hl+), a
	inc	hl
	ld	(hl), a			; dy
	call	_rabbit_land
hop_done:
	pop	hl
	pop	de
	jr	hop_next
hop_word_done:
	ld	e, d
	ld	d, #0
	srl	e
	jr	NZ, hop_bit
	ret

; Goes on to the next live rabbit that is less than 256 from where BC is across: its slot in HL, and carry.
near_next:
	ld	a, l
	add	a, #RABBIT_BYTES
	ld	l, a
	jr	NC, near_same_page
	inc	h
near_same_page:
	srl	e
	jr	Z, near_word_done
near_bit:
	jr	NC, near_next
	ld	a, (hl+)
	sub	a, c
	ld	a, (hl-)
	sbc	a, b
	inc	a			; of 255 and 0: 0 and 1
	cp	a, #2
	ret	C
	jr	near_next
near_word_done:
	ld	e, d
	ld	d, #0
	srl	e
	jr	NZ, near_bit
	ret

; In DE where the dinosaur is across. Its reach is less than 256.
_rabbits_meet::
	ld	b, d
	ld	c, e
	call	rabbit_bits
	call	near_bit
meet_near:
	ret	NC
	push	bc
	push	de
	push	hl
	ld	d, h
	ld	e, l
	call	_dino_meet
	pop	hl
	pop	de
	pop	bc
	call	near_next
	jr	meet_near

; In DE a phone. In BC the first rabbit that it touches, or 0. Distances are below 256 where it may.
_phone_fly::
	push	de
	ld	hl, #PHONE_AGE
	add	hl, de
	inc	(hl)
	ld	a, (hl-)
	ld	b, (hl)			; dy
	rrca
	jr	NC, phone_even
	dec	(hl)			; gravity is half a unit
phone_even:
	dec	hl
	ld	a, (hl-)
	ld	c, a			; dx
	dec	hl
	call	move
	pop	de
	ld	h, d
	ld	l, e
	ld	a, (hl+)
	ld	c, a
	ld	a, (hl+)
	ld	b, a			; where the phone is across
	ld	a, (hl+)
	ldh	(PHONE_HEIGHT), a
	ld	a, (hl)
	ldh	(PHONE_HEIGHT + 1), a
	call	rabbit_bits
	call	near_bit
hit_near:
	jr	NC, hit_none
	push	de
	push	hl
	ld	a, (hl+)
	sub	a, c
	ld	d, a			; how far
	ld	a, (hl+)
	sbc	a, b
	jr	Z, hit_left
	xor	a, a			; right of it
	sub	a, d
	jr	Z, hit_far
	ld	d, a
hit_left:
	ldh	a, (PHONE_HEIGHT)
	sub	a, (hl)
	ld	e, a			; how high
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
	ld	a, d
	cp	a, (hl)
	jr	NC, hit_far_across
	inc	hl
	pop	af
	jr	Z, hit_above
	inc	a
	jr	NZ, hit_far
	ld	a, e			; below its feet
	cp	a, #256 - PHONE_HALF + 1
	jr	C, hit_far
	jr	hit_it
hit_above:
	ld	a, e
	cp	a, (hl)
	jr	NC, hit_far
hit_it:
	pop	bc
	pop	hl
	ret
hit_far_across:
	pop	af
hit_far:
	pop	hl
	pop	de
	call	near_next
	jr	hit_near
hit_none:
	ld	bc, #0
	ret

; By kind: how near a phone's middle must be, and below which height; in 1/16 of a pixel, see `kinds` in rabbits.c.
hit_sizes:
	.db	11 * 8 + PHONE_HALF, 11 * 16
	.db	14 * 8 + PHONE_HALF, 9 * 16
	.db	10 * 8 + PHONE_HALF, 13 * 16
	.db	15 * 8 + PHONE_HALF, 13 * 16
