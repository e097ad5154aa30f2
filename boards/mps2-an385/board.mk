# SPDX-License-Identifier: MIT
# board.mk - Arm MPS2 with the AN385 image: Cortex-M3 with plenty of memory, by QEMU: for unit tests.

include boards/cortexm/mps2.mk

mps2-an385.about := Cortex-M3, 4 MiB of RAM, log only (QEMU)
$(eval $(call mps2,an385,cortex-m3))
mps2-an385.also := unit-debug basepri trap break random
