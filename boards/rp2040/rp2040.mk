# SPDX-License-Identifier: MIT
# rp2040.mk - what boards with an RP2040 have in common: $(call rp2040,BOARD) in their board.mk files.

include boards/cortexm/cortexm.mk

define rp2040
$(1).port := rp2040
$(1).cross := $(cortexm.cross)
$(1).cflags := -mcpu=cortex-m0plus $(cortexm.cflags)
$(1).ldflags := -T boards/rp2040/memory.ld $(cortexm.ldflags)
$(1).libs := $(cortexm.libs)
$(1).sources := $(cortexm.sources) boards/rp2040/boot.S boards/rp2040/start.c boards/rp2040/core_1.c $(wildcard boards/$(1)/*.c)
$(1).packages := arm-none-eabi-gcc:gcc-arm-none-eabi node:nodejs npm python3
$(1).needs := build/rp2040/asked
$(1).finish = $$($(1).cross)objcopy -O binary $$(1) $$(1:.elf=.bin) && \
    $$(PYTHON) boards/rp2040/uf2.py $$(1:.elf=.bin) $$(1:.elf=.uf2)
$(1).run := node boards/runners/pico.mjs
endef
