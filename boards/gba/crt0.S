@ SPDX-License-Identifier: MIT
@ crt0.S - the cartridge's header, and the way from reset to main().
@
@ header.py fills in title and complement. The 156 bytes of the logo stay 0; README.md says why.

    .section .header, "ax"
    .arm
    .global start
start:
    b reset
    .space 156                      @ 0x04 logo
    .space 12                       @ 0xA0 title
    .ascii "HUTC"                   @ 0xAC game code
    .ascii "00"                     @ 0xB0 maker
    .byte 0x96                      @ 0xB2 must be that
    .space 2                        @ 0xB3 console, device
    .space 7
    .byte 0                         @ 0xBC version
    .byte 0                         @ 0xBD complement
    .space 2

reset:
    mov r0, #0x12                   @ interrupt mode has a stack of its own
    msr cpsr_c, r0
    ldr sp, =0x03007FA0
    mov r0, #0x1F                   @ system mode
    msr cpsr_c, r0
    ldr sp, =0x03007F00

    mov r0, #0x04000000             @ the display is on and black: off, as it is now, it is white
    mov r1, #0
    strh r1, [r0]

    ldr r0, =data_image
    ldr r1, =data_start
    ldr r2, =data_end
copy:
    cmp r1, r2
    ldrlo r3, [r0], #4
    strlo r3, [r1], #4
    blo copy

    ldr r1, =bss_start
    ldr r2, =bss_end
    bl clear
    ldr r1, =ewram_start
    ldr r2, =ewram_end
    bl clear

    ldr r0, =main
    mov lr, pc
    bx r0
    ldr r1, =board_exit             @ with what main answered
    bx r1
    .pool

clear:                              @ from r1 to r2
    mov r3, #0
    cmp r1, r2
    strlo r3, [r1], #4
    blo clear
    bx lr
