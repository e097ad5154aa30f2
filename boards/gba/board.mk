# SPDX-License-Identifier: MIT
# board.mk - Game Boy Advance: ARM7TDMI, sprites and tiles, emulated to the cycle by libmgba.

gba.about := ARM7TDMI at 16.78 MHz, 240 x 160 in colour, hardware sprites (mGBA)
gba.screen := yes
gba.stampede := yes
gba.mode := stampede
gba.stage := stampede_game
gba.stage_without := $(addprefix boards/gba/,screen.c layers.c sprites.c colours.c)
gba.port := arm7tdmi
gba.cross := arm-none-eabi-
gba.cflags := -mcpu=arm7tdmi -mthumb -mthumb-interwork -O2 -ffreestanding -fno-common -DBOARD_SAVES=1 \
    -DBOARD_TUNE=3*HORDE_STAMPEDE # HORDE has the canvas alone
gba.ldflags := -nostdlib -Wl,--gc-sections -T boards/gba/memory.ld
gba.libs := -lgcc
gba.sources := boards/gba/crt0.S $(wildcard boards/gba/*.c) boards/cortexm/memory.c
gba.packages = arm-none-eabi-gcc:gcc-arm-none-eabi python3 $(runners.mgba.packages)
gba.needs := build/runners/mgba
gba.debug_cflags := -DHUTCH_CFG_DEBUG_SECTION='".ewram"'
gba.finish = $(gba.cross)objcopy -O binary $(1) $(1:.elf=.gba) && \
    $(PYTHON) boards/gba/header.py $(1:.elf=.gba)
gba.run := build/runners/mgba
gba.window := mgba
gba.also := speed cheat
gba.play = $(gba.run) $(1) --play $(2) --window "mgba-qt mgba /usr/games/mgba-qt /usr/games/mgba"
gba.record = $(gba.run) $(1) --script $(2) --png $(3).png $(4) >$(3).txt
gba.limit := --budget 280896
