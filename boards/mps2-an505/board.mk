# SPDX-License-Identifier: MIT
# board.mk - Arm MPS2 with the AN505 image: Cortex-M33 with plenty of memory, by QEMU: for unit tests.

include boards/cortexm/cortexm.mk

mps2-an505.about := Cortex-M33, 4 MiB of RAM, log only (QEMU)
mps2-an505.screen := no
mps2-an505.port := cortex_m
mps2-an505.cross := $(cortexm.cross)
mps2-an505.cflags := -DMPS2_UART=0x50200000u -mcpu=cortex-m33 $(cortexm.cflags)
mps2-an505.ldflags := -T boards/mps2-an505/memory.ld $(cortexm.ldflags)
mps2-an505.libs := $(cortexm.libs)
mps2-an505.sources := $(cortexm.sources) boards/mps2-an385/board.c
mps2-an505.packages := $(cortexm.packages)
mps2-an505.run := $(call cortexm.run,mps2-an505)
