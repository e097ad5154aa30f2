# SPDX-License-Identifier: MIT
# board.mk - Stellaris LM3S6965 evaluation board: a handheld with an OLED and five buttons, emulated by QEMU.

include boards/cortexm/cortexm.mk

lm3s6965evb.about := Cortex-M3, 64 KiB of RAM, OLED with 16 greys, five buttons (QEMU)
lm3s6965evb.screen := yes
lm3s6965evb.stampede := yes
lm3s6965evb.port := cortex_m
lm3s6965evb.cross := $(cortexm.cross)
lm3s6965evb.cflags := -mcpu=cortex-m3 $(cortexm.cflags)
lm3s6965evb.ldflags := -T boards/lm3s6965evb/memory.ld $(cortexm.ldflags)
lm3s6965evb.libs := $(cortexm.libs)
lm3s6965evb.sources := $(cortexm.sources) $(wildcard boards/lm3s6965evb/*.c) boards/canvas/canvas.c \
    boards/lockstep/lockstep.c
lm3s6965evb.packages := $(cortexm.packages) python3
lm3s6965evb.needs := build/runners/view
lm3s6965evb.run := $(call cortexm.run,lm3s6965evb)
lm3s6965evb.window := Qemu-system-arm --window
lm3s6965evb.also := systems cheat
lm3s6965evb.player := $(PYTHON) boards/tools/play.py --emulator "$(call cortexm.emulator,lm3s6965evb)"
lm3s6965evb.play = $(lm3s6965evb.player) --script $(2) $(1)
lm3s6965evb.record = $(lm3s6965evb.player) --headless --script $(2) --out $(3) $(1)
