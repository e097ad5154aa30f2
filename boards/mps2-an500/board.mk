# SPDX-License-Identifier: MIT
# board.mk - Arm MPS2 with the AN500 image: Cortex-M7 with plenty of memory, by QEMU: for unit tests.

include boards/cortexm/cortexm.mk

mps2-an500.about := Cortex-M7, 4 MiB of RAM, log only (QEMU)
mps2-an500.screen := no
mps2-an500.port := cortex_m
mps2-an500.cross := $(cortexm.cross)
mps2-an500.cflags := -mcpu=cortex-m7 $(cortexm.cflags)
mps2-an500.ldflags := -T boards/mps2-an500/memory.ld $(cortexm.ldflags)
mps2-an500.libs := $(cortexm.libs)
mps2-an500.sources := $(cortexm.sources) boards/mps2-an385/board.c
mps2-an500.packages := $(cortexm.packages)
mps2-an500.run := $(call cortexm.run,mps2-an500)
