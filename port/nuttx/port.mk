# SPDX-License-Identifier: MIT
# port.mk - the compiler of the NuttX port. Where the kernel's headers are, only the program knows.
port.nuttx.cross := arm-none-eabi-
port.nuttx.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.nuttx.needs := the flags of a NuttX build
