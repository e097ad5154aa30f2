# SPDX-License-Identifier: MIT
# port.mk - the compiler of the NuttX port. The program names the folders of the kernel's headers.
port.nuttx.cross := arm-none-eabi-
port.nuttx.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.nuttx.needs := the flags of a NuttX build
