# SPDX-License-Identifier: MIT
# port.mk - the compiler of the ARM7TDMI port: Thumb code that may be called from ARM code.
port.arm7tdmi.cross := arm-none-eabi-
port.arm7tdmi.cflags := -mcpu=arm7tdmi -mthumb -mthumb-interwork -ffreestanding
