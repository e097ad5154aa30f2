# SPDX-License-Identifier: MIT
# start.S - from reset to begin, and the vector of exceptions: a level 1 interrupt is counted and cleared, all else ends with 99.
    .section .vectors, "ax"
    .global start
start:
    j       from_reset
    .org    0x30 // the vector beside PS.UM 0
    j       exception
    .literal_position

from_reset:
    movi    a1, stack_top
    movi    a0, start
    wsr     a0, vecbase
    movi    a0, 0
    wsr     a0, ps
    rsync
    movi    a0, begin
    jx      a0

exception:
    wsr     a0, excsave1
    rsr     a0, exccause
    bnei    a0, 4, fault
    addi    a1, a1, -16
    s32i    a2, a1, 0
    movi    a2, interrupts
    l32i    a0, a2, 0
    addi    a0, a0, 1
    s32i    a0, a2, 0
    movi    a0, 0x80
    wsr     a0, intclear
    l32i    a2, a1, 0
    addi    a1, a1, 16
    rsr     a0, excsave1
    rfe

fault:
    movi    a2, 1 // exit
    movi    a3, 99
    simcall
