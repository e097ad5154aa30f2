; SPDX-License-Identifier: MIT
; start.s - the cartridge's vectors and header, and the way from reset to main().
;
; makebin fills in title and checksums. The 48 bytes of the logo at 0x104 stay 0; README.md says why.
	.module start
	.globl	_main
	.globl	_board_exit
	.globl	_on_vblank
	.globl	_on_line

	.area	_HEADER (ABS)
	.org	0x40			; vertical blank
	jp	_on_vblank
	.org	0x48			; a line that was asked for
	jp	_on_line
	.org	0x100
	nop
	jp	start
	.org	0x150
start:
	di
	ld	sp, #0xE000
	ld	hl, #0xC000		; all of the memory, so that every pool is empty
clear:
	xor	a, a
	ld	(hl+), a
	ld	a, h
	cp	a, #0xE0
	jr	NZ, clear
	ld	bc, #l__INITIALIZER
	ld	hl, #s__INITIALIZER
	ld	de, #s__INITIALIZED
copy:
	ld	a, b
	or	a, c
	jr	Z, copied
	ld	a, (hl+)
	ld	(de), a
	inc	de
	dec	bc
	jr	copy
copied:
	call	_main
	ld	d, b			; with what main answered
	ld	e, c
	call	_board_exit
end:
	halt
	nop
	jr	end
	; the order in memory
	.area	_CODE
	.area	_HOME
	.area	_BASE
	.area	_INITIALIZER
	.area	_DATA
	.area	_INITIALIZED
	.area	_BSS
