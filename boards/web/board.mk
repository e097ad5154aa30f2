# SPDX-License-Identifier: MIT
# board.mk - a page in a browser: the game as WebAssembly, by clang and lld alone. page.mk makes the page.

web.about := a page in a browser: WebAssembly, touch and sound, the pools live beside the game
web.screen := yes
web.stampede := yes
web.port := wasm
web.cc := clang --target=wasm32
web.cflags := -Os -ffreestanding -mbulk-memory # memcpy and memset are instructions then
web.ldflags := -nostdlib -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=8192
web.sources := boards/web/board.c boards/web/pools.c boards/canvas/canvas.c
web.packages := clang wasm-ld:lld node:nodejs
web.unit := no # the host runs them
web.game_cflags := -UHUTCH_CFG_STATS -DHUTCH_CFG_STATS=2 # the page shows what hutch_sizing suggests
web.play = $(MAKE) -s --no-print-directory web
web.record = node boards/web/play.mjs $(1) --script $(2) --png $(3).png >$(3).txt
