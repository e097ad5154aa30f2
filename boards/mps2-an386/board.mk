# SPDX-License-Identifier: MIT
# board.mk - Arm MPS2 with the AN386 image: Cortex-M4 with plenty of memory, by QEMU: for unit tests.

include boards/cortexm/mps2.mk

mps2-an386.about := Cortex-M4, 4 MiB of RAM, log only (QEMU)
$(eval $(call mps2,an386,cortex-m4))
# Its debug builds differ from Cortex-M3's only in the flags of the compiler.
mps2-an386.no_debug := yes
