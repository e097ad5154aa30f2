# SPDX-License-Identifier: MIT
# board.mk - Arm MPS2 with the AN505 image: Cortex-M33 with plenty of memory, by QEMU: for unit tests.

include boards/cortexm/mps2.mk

mps2-an505.about := Cortex-M33, 4 MiB of RAM, log only (QEMU)
$(eval $(call mps2,an505,cortex-m33,-DMPS2_UART=0x50200000u))
