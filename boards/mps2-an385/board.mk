# SPDX-License-Identifier: MIT
# board.mk - Arm MPS2 with the AN385 image: Cortex-M3 with plenty of memory, by QEMU: for unit tests.

include boards/cortexm/cortexm.mk

mps2-an385.about := Cortex-M3, 4 MiB of RAM, log only (QEMU)
mps2-an385.screen := no
mps2-an385.port := cortex_m
mps2-an385.cross := $(cortexm.cross)
mps2-an385.cflags := -mcpu=cortex-m3 $(cortexm.cflags)
mps2-an385.ldflags := -T boards/mps2-an385/memory.ld $(cortexm.ldflags)
mps2-an385.libs := $(cortexm.libs)
mps2-an385.sources := $(cortexm.sources) boards/mps2-an385/board.c
mps2-an385.packages := $(cortexm.packages)
mps2-an385.run := $(call cortexm.run,mps2-an385)
