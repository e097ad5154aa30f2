; SPDX-License-Identifier: MIT
; actors.s - where things of the world are on the screen: right into the sprites they have.
	.module actors
	.globl	_actor_place
	.globl	_actor_x
	.globl	_actor_y
	.globl	_rabbits_place
	.globl	_phones_place
	.globl	_scores_place
	.globl	_sparks_place
	.globl	_phone_slots
	.globl	_score_slots
	.globl	_score_tile
	.globl	_rabbit_slots
	.globl	_spark_slots
	.globl	_far_left
	.globl	_floor_y
	.globl	_rabbit_sizes
	.area	_CODE

	SHADOW = 0xD0		; the page of the hardware's slots
	RABBITS = 12
	RABBIT_BYTES = 10
	PHONES = 6
	PHONE_BYTES = 8
	SCORE_BYTES = 6
	SPARKS = 32
	SPARK_BYTES = 8
	NO_SPRITE = 0xFF
	TO_SPRITE = 24
	TOO_FAR = 0x0F		; high byte of a distance from far left: 240 pixels
	TOO_HIGH = 0x07		; of a height: 112 pixels
	EDGE_LEFT = 56
	EDGE_RIGHT = 168
	RABBIT_FAR = 208
	SPRITE_RABBIT = 72
	SPRITE_PHONE = 104
	SPRITE_SPARK = 112
	SPRITE_NOUGHT = 144
	SMALL_FROM = 14
	MIRRORED = 0x20
	WHITE = 0x10

	COUNT = 0x92		; above 0xFF00, as are the others
	SLOT_0 = 0x93
	SLOT_1 = 0x94
	TILE = 0x95
	HOW = 0x96

; In DE an object. Returns pixels from far left in B, pixels below the sprite's origin of its lowest line in C;
; carry when it is not to be seen. DE is at the object's fourth byte then.
place:
	ld	hl, #_far_left
	ld	a, (de)
	sub	a, (hl)
	ld	c, a
	inc	hl
	inc	de
	ld	a, (de)
	sbc	a, (hl)
	cp	a, #TOO_FAR
	jr	NC, unseen
	xor	a, c			; its lower half and the upper half of C
	and	a, #0x0F
	xor	a, c
	swap	a
	ld	b, a
	inc	de
	ld	a, (de)
	ld	c, a
	inc	de
	ld	a, (de)
	cp	a, #TOO_HIGH
	jr	NC, unseen
	xor	a, c
	and	a, #0x0F
	xor	a, c
	swap	a
	ld	l, a
	ld	a, (_floor_y)
	sub	a, l
	ld	c, a
	or	a, a
	ret
unseen:
	scf
	ret

_actor_place::
	call	place
	jr	NC, actor_seen
	ld	c, #0			; below the screen, whatever is taken from it
	ld	b, #240
actor_seen:
	ld	hl, #_actor_x
	ld	a, b
	sub	a, #TO_SPRITE
	ld	(hl), a
	ld	hl, #_actor_y
	ld	(hl), c
	ret

; In DE the first phone.
_phones_place::
	ld	hl, #_phone_slots
	ld	b, #PHONES
phone_next:
	ld	a, (hl+)
	cp	a, #NO_SPRITE
	jr	Z, phone_skipped
	push	hl
	push	de
	push	bc
	push	af
	call	place
	ld	a, b
	pop	hl			; H: its slot
	ld	l, h
	ld	h, #SHADOW
	jr	C, phone_unseen
	sub	a, #TO_SPRITE + 4
	ld	b, a
	ld	a, c
	sub	a, #7
	ld	(hl+), a
	ld	(hl), b
	inc	l
	inc	de
	ld	a, (de)			; dx
	ld	b, a
	inc	de
	inc	de
	ld	a, (de)			; its age
	rrca
	and	a, #6
	add	a, #SPRITE_PHONE
	ld	(hl+), a
	ld	a, b
	rlca
	ld	a, #0
	jr	NC, phone_flies_right
	ld	a, #MIRRORED
phone_flies_right:
	ld	(hl), a
	jr	phone_done
phone_unseen:
	ld	(hl), #0
phone_done:
	pop	bc
	pop	de
	pop	hl
phone_skipped:
	ld	a, e
	add	a, #PHONE_BYTES
	ld	e, a
	jr	NC, phone_same_page
	inc	d
phone_same_page:
	dec	b
	jr	NZ, phone_next
	ret

; In DE the first score, in A which of them are live. In A 1 if each of them has as many sprites as it needs, else 0.
_scores_place::
	ld	c, a
	ld	b, #1
	ld	hl, #_score_slots
score_next:
	srl	c
	jr	C, score_live
	jr	Z, scores_done
	inc	hl
	inc	hl
score_skipped:
	ld	a, e
	add	a, #SCORE_BYTES
	ld	e, a
	jr	NC, score_next
	inc	d
	jr	score_next
scores_done:
	ld	a, b
	ret
score_live:
	push	bc
	push	hl
	push	de
	ld	a, (hl+)
	ldh	(SLOT_0), a
	ld	a, (hl)
	ldh	(SLOT_1), a
	call	place
	ldh	a, (SLOT_0)
	ld	l, a
	ld	h, #SHADOW
	inc	a
	jr	Z, score_misfit
	jr	C, score_unseen
	ld	a, c
	sub	a, #7
	ld	(hl+), a
	ld	c, a
	inc	de
	inc	de
	ld	a, (de)			; its tens
	cp	a, #10
	ldh	a, (SLOT_1)
	jr	C, score_short
	dec	b
	dec	b
	inc	a
	jr	Z, score_misfit
	dec	a
	jr	score_across
score_short:
	inc	a
	jr	NZ, score_misfit
	dec	a
score_across:
	push	af			; the second slot
	ld	a, b
	sub	a, #TO_SPRITE + 4
	ld	(hl+), a
	ld	b, a
	push	hl
	push	bc
	ld	a, (de)
	call	_score_tile
	pop	bc
	pop	hl
	ld	(hl), a
	pop	af
	cp	a, #NO_SPRITE
	jr	Z, score_done
	ld	l, a
	ld	(hl), c
	inc	l
	ld	a, b
	add	a, #8
	ld	(hl+), a
	ld	(hl), #SPRITE_NOUGHT
	jr	score_done
score_unseen:
	ld	(hl), #0
	ldh	a, (SLOT_1)
	cp	a, #NO_SPRITE
	jr	Z, score_done
	ld	l, a
	ld	(hl), #0
score_done:
	pop	de
	pop	hl
	pop	bc
	inc	hl
	inc	hl
	jr	score_skipped
score_misfit:
	pop	de
	pop	hl
	pop	bc
	ld	b, #0
	inc	hl
	inc	hl
	jr	score_skipped

; In DE the first spark.
_sparks_place::
	ld	hl, #_spark_slots
	ld	b, #SPARKS
spark_next:
	ld	a, (hl+)
	cp	a, #NO_SPRITE
	jr	Z, spark_skipped
	push	hl
	push	de
	push	bc
	push	af
	call	place
	ld	a, b
	pop	hl			; H: its slot
	ld	l, h
	ld	h, #SHADOW
	jr	C, spark_unseen
	sub	a, #TO_SPRITE
	ld	b, a
	inc	de
	inc	de
	inc	de
	ld	a, (de)			; its age
	cp	a, #SMALL_FROM
	jr	NC, spark_small
	inc	de
	ld	a, (de)			; its size
	dec	a
	jr	Z, spark_small
	dec	c
	dec	c
	ld	a, #SPRITE_SPARK + 2
	jr	spark_put
spark_small:
	dec	c
	ld	a, #SPRITE_SPARK
spark_put:
	ld	(hl), c
	inc	l
	ld	(hl), b
	inc	l
	ld	(hl), a
	jr	spark_done
spark_unseen:
	ld	(hl), #0
spark_done:
	pop	bc
	pop	de
	pop	hl
spark_skipped:
	ld	a, e
	add	a, #SPARK_BYTES
	ld	e, a
	jr	NC, spark_same_page
	inc	d
spark_same_page:
	dec	b
	jr	NZ, spark_next
	ret

; In DE the first rabbit. At the edges of the playing field distances are stretched, see draw.c.
_rabbits_place::
	ld	a, #RABBITS
	ldh	(COUNT), a
	ld	hl, #_rabbit_slots
rabbit_next:
	ld	a, (hl+)
	ld	b, a
	ld	a, (hl+)
	ld	c, a
	cp	a, #NO_SPRITE		; then neither has the first
	jp	Z, rabbit_skipped
	push	hl
	push	de
	push	bc
	call	place
	jp	C, rabbit_unseen
	ld	a, b
	cp	a, #RABBIT_FAR
	jp	NC, rabbit_unseen
	cp	a, #EDGE_LEFT
	jr	NC, rabbit_right
	add	a, a
	sub	a, #EDGE_LEFT
rabbit_right:
	cp	a, #EDGE_RIGHT
	jr	C, rabbit_across
	add	a, a
	sub	a, #EDGE_RIGHT
rabbit_across:
	ld	b, a
	ld	a, (de)			; its height
	ld	l, a
	dec	de
	ld	a, (de)
	or	a, l
	jr	Z, rabbit_sits
	ld	a, #4			; tiles
rabbit_sits:
	ld	h, a
	ld	a, e
	add	a, #4
	ld	e, a
	jr	NC, rabbit_kind
	inc	d
rabbit_kind:
	ld	a, (de)
	add	a, a
	add	a, a
	ld	l, a
	add	a, a
	add	a, h
	add	a, #SPRITE_RABBIT
	ldh	(TILE), a
	ld	a, l
	add	a, #<_rabbit_sizes
	ld	l, a
	ld	a, #>_rabbit_sizes
	adc	a, #0
	ld	h, a
	ld	a, c
	sub	a, (hl)			; tall
	ld	c, a			; c: y
	inc	hl
	inc	de
	inc	de
	ld	a, (de)			; whether it was struck
	or	a, a
	jr	Z, rabbit_unstruck
	ld	a, #WHITE
rabbit_unstruck:
	ldh	(HOW), a
	inc	de
	ld	a, (de)			; whether it looks left
	or	a, a
	jr	Z, rabbit_facing
	ldh	a, (HOW)
	or	a, #MIRRORED
	ldh	(HOW), a
	ldh	a, (TILE)		; of its left half: the second when mirrored
	add	a, #2
	ldh	(TILE), a
	inc	hl
rabbit_facing:
	ld	a, b
	sub	a, (hl)
	ld	b, a			; b: x
	ldh	a, (TILE)
	ld	d, a
	ldh	a, (HOW)
	ld	e, a
	pop	hl
	push	hl
	ld	l, h
	ld	h, #SHADOW
	ld	(hl), c
	inc	l
	ld	(hl), b
	inc	l
	ld	(hl), d
	inc	l
	ld	(hl), e
	pop	hl
	ld	h, #SHADOW
	ld	(hl), c
	inc	l
	ld	a, b
	add	a, #8
	ld	(hl+), a
	ld	a, d
	xor	a, #2
	ld	(hl+), a
	ld	(hl), e
	jr	rabbit_done
rabbit_unseen:
	pop	hl
	ld	c, l
	ld	l, h
	ld	h, #SHADOW
	ld	(hl), #0
	ld	l, c
	ld	(hl), #0
rabbit_done:
	pop	de
	pop	hl
rabbit_skipped:
	ld	a, e
	add	a, #RABBIT_BYTES
	ld	e, a
	jr	NC, rabbit_same_page
	inc	d
rabbit_same_page:
	ldh	a, (COUNT)
	dec	a
	ldh	(COUNT), a
	jp	NZ, rabbit_next
	ret
