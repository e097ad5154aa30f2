// SPDX-License-Identifier: MIT
// boot.S - what the boot ROM copies into RAM and calls: has the flash read as memory, and starts the program.
//
// By the command that every flash has, 03h, at a quarter of the clock. uf2.py adds the checksum.
    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .section .boot, "ax"
    ldr r3, =0x18000000     // the flash's SPI
    movs r0, #0
    str r0, [r3, #0x08]     // off
    movs r1, #4
    str r1, [r3, #0x14]     // the clock's divider
    ldr r1, =0x001F0300     // words of 32 bits; a command, then data
    str r1, [r3, #0x00]
    str r0, [r3, #0x04]     // one word
    ldr r1, =0x03000218     // 03h, of 8 bits; 24 bits of address
    ldr r2, =0x180000F4
    str r1, [r2]
    movs r1, #1
    str r1, [r3, #0x08]     // on
    ldr r0, =vectors_start
    ldr r1, =0xE000ED08     // where the vectors are
    str r0, [r1]
    ldmia r0!, {r1, r2}
    msr msp, r1
    bx r2
    .ltorg
