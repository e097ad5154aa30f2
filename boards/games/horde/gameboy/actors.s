; SPDX-License-Identifier: MIT
; actors.s - where things of the world are on the screen; rabbits and sparks, of which there are many, right into sprites.
	.module actors
	.globl	_actor_place
	.globl	_actor_x
	.globl	_actor_y
	.globl	_rabbits_place
	.globl	_sparks_place
	.globl	_rabbit_slots
	.globl	_spark_slots
	.globl	_far_left
	.globl	_floor_y
	.globl	_rabbit_talls
	.globl	_rabbit_lefts
	.area	_CODE

	SHADOW = 0xD0		; the page of the hardware's slots
	RABBITS = 12
	RABBIT_BYTES = 10
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
	SPRITE_SPARK = 112
	SMALL_FROM = 14
	MIRRORED = 0x20
	WHITE = 0x10

	COUNT = 0x92		; above 0xFF00, as are the others
	SLOT_0 = 0x93
	SLOT_1 = 0x94
	ACROSS = 0x95
	DOWN = 0x96
	LEAPS = 0x97
	HOW = 0x98

; In DE an object. Answers pixels from far left in B, pixels below the sprite's origin of its lowest line in C;
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
	swap	a
	ld	b, a
	ld	a, c
	swap	a
	and	a, #0x0F
	or	a, b
	ld	b, a
	inc	de
	ld	a, (de)
	ld	c, a
	inc	de
	ld	a, (de)
	cp	a, #TOO_HIGH
	jr	NC, unseen
	swap	a
	ld	l, a
	ld	a, c
	swap	a
	and	a, #0x0F
	or	a, l
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

; In DE the first spark.
_sparks_place::
	ld	a, #SPARKS
	ldh	(COUNT), a
	ld	hl, #_spark_slots
spark_next:
	ld	a, (hl+)
	cp	a, #NO_SPRITE
	jr	Z, spark_skipped
	push	hl
	push	de
	ldh	(SLOT_0), a
	call	place
	ldh	a, (SLOT_0)
	ld	l, a
	ld	h, #SHADOW
	jr	C, spark_unseen
	inc	de
	inc	de
	inc	de
	ld	a, b
	sub	a, #TO_SPRITE
	ld	b, a
	ld	a, (de)			; its age
	cp	a, #SMALL_FROM
	jr	NC, spark_small
	inc	de
	ld	a, (de)			; its size
	dec	a
	jr	Z, spark_small
	dec	c
	dec	c
	ld	(hl), c
	inc	hl
	ld	(hl), b
	inc	hl
	ld	(hl), #SPRITE_SPARK + 2
	jr	spark_done
spark_small:
	dec	c
	ld	(hl), c
	inc	hl
	ld	(hl), b
	inc	hl
	ld	(hl), #SPRITE_SPARK
	jr	spark_done
spark_unseen:
	ld	(hl), #0
spark_done:
	pop	de
	pop	hl
spark_skipped:
	ld	a, e
	add	a, #SPARK_BYTES
	ld	e, a
	jr	NC, spark_same_page
	inc	d
spark_same_page:
	ldh	a, (COUNT)
	dec	a
	ldh	(COUNT), a
	jr	NZ, spark_next
	ret

; In DE the first rabbit. At the edges of the playing field distances are stretched, see draw.c.
_rabbits_place::
	ld	a, #RABBITS
	ldh	(COUNT), a
	ld	hl, #_rabbit_slots
rabbit_next:
	ld	a, (hl+)
	ldh	(SLOT_0), a
	ld	b, a
	ld	a, (hl+)
	ldh	(SLOT_1), a
	cp	a, #NO_SPRITE
	jp	Z, rabbit_skipped
	ld	a, b
	cp	a, #NO_SPRITE
	jp	Z, rabbit_skipped
	push	hl
	push	de
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
	ldh	(ACROSS), a
	ld	a, c
	ldh	(DOWN), a
	dec	de
	ld	a, (de)			; its height
	ld	b, a
	inc	de
	ld	a, (de)
	or	a, b
	ldh	(LEAPS), a
	inc	de
	inc	de
	inc	de
	ld	a, (de)			; its kind
	ld	c, a
	ld	b, #0
	ld	hl, #_rabbit_talls
	add	hl, bc
	ldh	a, (DOWN)
	sub	a, (hl)
	ldh	(DOWN), a
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
	ld	a, #4
rabbit_facing:
	ld	hl, #_rabbit_lefts	; four that look right, four that look left
	add	hl, bc
	ld	e, a
	ld	d, b
	add	hl, de
	ldh	a, (ACROSS)
	sub	a, (hl)
	ld	b, a			; b: x
	ld	a, c
	add	a, a
	add	a, a
	add	a, a
	add	a, #SPRITE_RABBIT
	ld	c, a
	ldh	a, (LEAPS)
	or	a, a
	jr	Z, rabbit_sits
	ld	a, c
	add	a, #4
	ld	c, a
rabbit_sits:
	srl	e
	ld	a, c
	add	a, e
	ld	c, a			; c: the tile of its left half: the second when mirrored
	ldh	a, (SLOT_0)
	ld	l, a
	ld	h, #SHADOW
	ldh	a, (DOWN)
	ld	(hl+), a
	ld	(hl), b
	inc	hl
	ld	(hl), c
	inc	hl
	ldh	a, (HOW)
	ld	(hl), a
	ldh	a, (SLOT_1)
	ld	l, a
	ldh	a, (DOWN)
	ld	(hl+), a
	ld	a, b
	add	a, #8
	ld	(hl+), a
	ld	a, c
	xor	a, #2
	ld	(hl+), a
	ldh	a, (HOW)
	ld	(hl), a
	jr	rabbit_done
rabbit_unseen:
	ld	h, #SHADOW
	ldh	a, (SLOT_0)
	ld	l, a
	ld	(hl), #0
	ldh	a, (SLOT_1)
	ld	l, a
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
