# SPDX-License-Identifier: MIT
# board.mk - Arm MPS2 with the AN386 image: Cortex-M4 with plenty of memory, by QEMU: for unit tests.

include boards/cortexm/cortexm.mk

mps2-an386.about := Cortex-M4, 4 MiB of RAM, log only (QEMU)
mps2-an386.screen := no
mps2-an386.port := cortex_m
mps2-an386.cross := $(cortexm.cross)
mps2-an386.cflags := -mcpu=cortex-m4 $(cortexm.cflags)
mps2-an386.ldflags := -T boards/mps2-an386/memory.ld $(cortexm.ldflags)
mps2-an386.libs := $(cortexm.libs)
mps2-an386.sources := $(cortexm.sources) boards/mps2-an385/board.c
mps2-an386.packages := $(cortexm.packages)
mps2-an386.run := $(call cortexm.run,mps2-an386)
