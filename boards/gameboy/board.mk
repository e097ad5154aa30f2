# SPDX-License-Identifier: MIT
# board.mk - Game Boy: an 8-bit CPU without a C compiler of GNU's, by SDCC; emulated by libmgba.

gameboy.about := SM83 at 4.19 MHz, 8 KiB of RAM, 160 x 144 in four greys, by SDCC (mGBA)
gameboy.screen := yes
gameboy.port := sm83
gameboy.cc := $(PYTHON) boards/gameboy/sdcc.py
gameboy.assembly := s
gameboy.cflags := -Iboards/gameboy -Iboards/games/$(GAME)/gameboy -DBOARD_SHADES=4 -DBOARD_SAVES=1 -DBOARD_TUNE=3 -DUNIT_TERSE
gameboy.ldflags := --drop=yes --cartridge=3,1 # with a battery and 8 KiB of RAM
# 32 KiB: the debug build has room only with more of the compiler's time, and without demo and pause.
gameboy.debug_ldflags := --effort=--max-allocs-per-node,12000
gameboy.debug_cflags := -DHORDE_HAS_ROOM=0
gameboy.libs :=
gameboy.sources := $(wildcard boards/gameboy/*.s boards/gameboy/*.c)
gameboy.packages = sdcc python3 $(runners.mgba.packages)
gameboy.needs := build/runners/mgba
gameboy.unit := no
gameboy.also := cheat debug-game
gameboy.run := build/runners/mgba
# No window: mGBA's own programs refuse a cartridge without the logo; its library does not.
gameboy.play = $(gameboy.run) $(1) --play $(2)
# A second of the recorded game that has fewer frames than this fails.
gameboy.record = $(gameboy.run) $(1) --script $(2) --png $(3).png --rate 30 >$(3).txt
