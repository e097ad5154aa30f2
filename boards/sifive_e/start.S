# SPDX-License-Identifier: MIT
# start.S - from reset to main(), the end by semihosting, and the entry of every trap.

    .section .start, "ax"
    .global start
start:
    la sp, stack_top
    la t0, trap_entry
    csrw mtvec, t0
    la t0, data_image
    la t1, data_start
    la t2, data_end
copy:
    bgeu t1, t2, copied
    lw t3, 0(t0)
    sw t3, 0(t1)
    addi t0, t0, 4
    addi t1, t1, 4
    j copy
copied:
    la t0, bss_start
    la t1, bss_end
clear:
    bgeu t0, t1, run
    sw zero, 0(t0)
    addi t0, t0, 4
    j clear
run:
    call main
    call board_exit

# No interrupt is used, so a trap is a fault.
    .align 2
trap_entry:
    la sp, stack_top
    li a0, 99
    call board_exit

# An emulator or a debugger knows the three instructions, uncompressed and in one place, as a call: a0 says which,
# a1 points to what it takes.
    .text
    .global semihosting_call
    .option push
    .option norvc
    .balign 16
semihosting_call:
    slli zero, zero, 0x1F
    ebreak
    srai zero, zero, 7
    ret
    .option pop
