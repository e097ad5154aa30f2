; SPDX-License-Identifier: MIT
; gameboy.s - the end of the measured program: the runner's last mark, with the exit code in DE.
	.module gameboy
	.area	_CODE
_rig_exit::
_board_exit::
	ld	h, h
	jr	_rig_exit
