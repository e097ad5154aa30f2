# SPDX-License-Identifier: MIT
# board.mk - a bare ATmega32U4, emulated to the cycle by simavr: unit tests, file by file, in 2.5 KiB of RAM.

atmega32u4.about := 8-bit AVR, 2.5 KiB of RAM, log only (simavr)
atmega32u4.screen := no
atmega32u4.port := avr
atmega32u4.cross := avr-
atmega32u4.cflags := -mmcu=atmega32u4 -DF_CPU=16000000UL -Os -mrelax -mcall-prologues -fshort-enums -fno-common -DUNIT_TERSE \
    -DUNIT_LITTLE_RAM -DHUTCH_PORT_TABLE_IN_FLASH=1
atmega32u4.ldflags := -mmcu=atmega32u4 -Wl,--gc-sections
atmega32u4.libs :=
atmega32u4.sources := boards/atmega32u4/board.c
atmega32u4.packages = /usr/lib/avr/include/avr/io.h:avr-libc $(runners.simavr.packages)
atmega32u4.needs := build/runners/simavr
atmega32u4.unit := parts
atmega32u4.also := wide
# More than 28 KiB of code each.
atmega32u4.unit_shares := levels/3 strides/2 ways/4
# It needs atomic instructions.
atmega32u4.unit_without := lock_free
# More than 28 KiB, too.
atmega32u4.model := parts
atmega32u4.run := build/runners/simavr
# Debug builds: notes, guards of two bytes, and without the files that take more RAM than there is.
atmega32u4.debug_cflags := -DHUTCH_CFG_GUARD_BYTES=2 -DHUTCH_CFG_NOTES=1 -DHUTCH_CFG_ASSERT=1
atmega32u4.debug_without := callers history
