# SPDX-License-Identifier: MIT
# board.mk - BBC micro:bit: Cortex-M0, emulated by QEMU without its LEDs and buttons: for unit tests.

include boards/cortexm/cortexm.mk

microbit.about := Cortex-M0, 16 KiB of RAM, log only (QEMU)
microbit.screen := no
microbit.port := cortex_m
microbit.cross := $(cortexm.cross)
microbit.cflags := -mcpu=cortex-m0 -DUNIT_LITTLE_RAM $(cortexm.cflags)
microbit.ldflags := -T boards/microbit/memory.ld -Wl,--defsym=stack_bytes=2176 $(cortexm.ldflags)
microbit.libs := $(cortexm.libs)
microbit.sources := $(cortexm.sources) boards/microbit/board.c
microbit.packages := $(cortexm.packages)
microbit.run := $(call cortexm.run,microbit)
# Of 16 KiB of RAM wide guards would take too much.
microbit.debug_cflags := -DHUTCH_CFG_GUARD_BYTES=2
microbit.also := speed trap
