# SPDX-License-Identifier: MIT
# board.mk - Arduino Uno: ATmega328P, 2 KiB of RAM, emulated to the cycle by simavr: for boards/silicon.

uno.about := ATmega328P (8-bit AVR), 2 KiB of RAM, log only (simavr)
uno.screen := no
uno.port := avr
uno.cross := avr-
uno.cflags := -mmcu=atmega328p -DF_CPU=16000000UL -O2 -fshort-enums -fno-common -gdwarf-4
uno.ldflags := -mmcu=atmega328p -Wl,--gc-sections
uno.libs :=
uno.sources := boards/uno/board.c
uno.packages = $(arduboy.packages)
uno.needs := build/runners/simavr
uno.finish = $(uno.cross)objcopy -O ihex -R .eeprom $(1) $(1:.elf=.hex)
uno.unit := no # those of the atmega32u4
uno.no_debug := yes
uno.run := build/runners/simavr
