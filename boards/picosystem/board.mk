# SPDX-License-Identifier: MIT
# board.mk - PicoSystem: RP2040 with an ST7789 of 240 x 240 pixels, the Game Boy Advance's stage drawn by the second core.

include boards/rp2040/rp2040.mk

picosystem.about := RP2040, 240 x 240 in colour by SPI, the game on one core and the screen on the other (rp2040js)
picosystem.screen := yes
picosystem.stampede := yes
picosystem.mode := stampede
picosystem.stage_of := gba
$(eval $(call rp2040,picosystem))
picosystem.cflags += -O2 -DBOARD_CONSOLE=1 '-DCONSOLE_FAST=__attribute__((section(".fast"),noinline))' \
    '-DBOARD_TUNE=3*HORDE_STAMPEDE'
picosystem.sources += boards/lockstep/lockstep.c boards/gba/sound.c boards/web/channels.c boards/web/console.c $(gba.stage_without)
picosystem.needs += build/runners/view
picosystem.debug_cflags := -DHUTCH_CFG_GUARD_BYTES=0 # else there are two pictures, of 100 KB each
picosystem.unit := no # those of the pico
picosystem.play = $(picosystem.run) $(1) --play $(2)
picosystem.record = $(picosystem.run) $(1) --script $(2) --png $(3).png $(4) >$(3).txt
picosystem.limit := --budget 2083333
