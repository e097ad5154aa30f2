# SPDX-License-Identifier: MIT
# board.mk - Arm MPS2 with the AN500 image: Cortex-M7 with plenty of memory, by QEMU: for unit tests.

include boards/cortexm/mps2.mk

mps2-an500.about := Cortex-M7, 4 MiB of RAM, log only (QEMU)
$(eval $(call mps2,an500,cortex-m7))
# Its debug builds differ from Cortex-M3's only in the flags of the compiler.
mps2-an500.no_debug := yes
