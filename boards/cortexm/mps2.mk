# SPDX-License-Identifier: MIT
# mps2.mk - what the images of Arm's MPS2 have in common: $(call mps2,image,CPU[,more flags]) in their board.mk files.

include boards/cortexm/cortexm.mk

define mps2
mps2-$(1).screen := no
mps2-$(1).port := cortex_m
mps2-$(1).cross := $(cortexm.cross)
mps2-$(1).cflags := $(3) -mcpu=$(2) $(cortexm.cflags)
mps2-$(1).ldflags := -T boards/mps2-$(1)/memory.ld $(cortexm.ldflags)
mps2-$(1).libs := $(cortexm.libs)
mps2-$(1).sources := $(cortexm.sources) boards/mps2-an385/board.c
mps2-$(1).packages := $(cortexm.packages)
mps2-$(1).run := $(call cortexm.run,mps2-$(1))
endef
