# SPDX-License-Identifier: MIT
# board.mk - a page in a browser: the game as WebAssembly, by clang and lld alone. page.mk makes the page.

web.about := a page in a browser: the game of the Game Boy Advance as WebAssembly, by keys and touch, the pools live beside it
web.screen := yes
web.stampede := yes
web.mode := stampede
web.stage_of := gba
web.port := wasm
web.cc := clang --target=wasm32
web.cflags := -Os -ffreestanding -mbulk-memory '-DBOARD_TUNE=3*HORDE_STAMPEDE' # memcpy and memset are instructions then
web.ldflags := -nostdlib -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=8192
web.sources := $(addprefix boards/web/,board.c channels.c console.c pools.c) boards/gba/sound.c $(gba.stage_without)
web.packages := clang wasm-ld:lld node:nodejs
web.unit := no # the host runs them
# The page shows what hutch_sizing suggests, and lowers capacities.
web.game_cflags = -UHUTCH_CFG_STATS -DHUTCH_CFG_STATS=2 -include boards/games/$(GAME)/web/limits.h
web.play = $(MAKE) -s --no-print-directory web
web.record = node boards/web/play.mjs $(1) --script $(2) --png $(3).png >$(3).txt
