# SPDX-License-Identifier: MIT
# start.S - from reset to main(), and the entry of every trap, for a board whose board.c has trap_report().

    .section .start, "ax"
    .global start
start:
    la sp, stack_top
    la t0, trap_entry
    csrw mtvec, t0
    la t0, data_image
    la t1, data_start
    la t2, data_end
    beq t0, t1, copied
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

# No interrupt is ever taken: a masked one ends the sleep all the same. So a trap is a fault: none returns.
    .align 2
trap_entry:
    la sp, stack_top
    csrr a0, mcause
    csrr a1, mepc
    csrr a2, mtval
    call trap_report
