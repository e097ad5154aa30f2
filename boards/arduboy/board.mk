# SPDX-License-Identifier: MIT
# board.mk - ATmega32U4 wired as an Arduboy: 2.5 KiB of RAM, one bit a pixel, emulated to the cycle by simavr.

arduboy.about := ATmega32U4 (8-bit AVR), 2.5 KiB of RAM, OLED with one bit a pixel (simavr)
arduboy.screen := yes
arduboy.port := avr
arduboy.cross := avr-
arduboy.cflags := -mmcu=atmega32u4 -DF_CPU=16000000UL -DBOARD_SHADES=2 -DBOARD_SAVES=1 -DBOARD_TUNE=1 -O2 -ffunction-sections -fshort-enums \
    -fno-common -gdwarf-4 # avr-gcc's -g is stabs, in which GDB finds no pool
arduboy.ldflags := -mmcu=atmega32u4 -Wl,--gc-sections
arduboy.libs :=
arduboy.sources := $(wildcard boards/arduboy/*.c)
arduboy.packages = /usr/lib/avr/include/avr/io.h:avr-libc python3 $(runners.simavr.packages)
arduboy.needs := build/runners/simavr
arduboy.finish = sh boards/arduboy/ram.sh $(1) && $(arduboy.cross)objcopy -O ihex -R .eeprom $(1) $(1:.elf=.hex)
arduboy.debug_cflags := -Os -mrelax -mcall-prologues
arduboy.unit := no # they take more RAM than there is
arduboy.also := cheat debug-game
arduboy.run := build/runners/simavr
arduboy.play = $(arduboy.run) $(1) --play $(2)
arduboy.record = $(arduboy.run) $(1) --script $(2) --png $(3).png $(4) >$(3).txt
arduboy.limit := --budget 266667
