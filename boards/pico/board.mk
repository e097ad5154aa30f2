# SPDX-License-Identifier: MIT
# board.mk - Raspberry Pi Pico: RP2040, emulated by rp2040js of npm with our second core: for unit tests.

include boards/rp2040/rp2040.mk

pico.about := RP2040, two Cortex-M0+, 264 KiB of RAM, log only (rp2040js)
pico.screen := no
$(eval $(call rp2040,pico))
pico.no_debug := yes # the microbit's CPU
