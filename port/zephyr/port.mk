# SPDX-License-Identifier: MIT
# port.mk - the compiler of the Zephyr port. Where the kernel's headers are, only the program knows.
port.zephyr.cross := arm-none-eabi-
port.zephyr.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.zephyr.needs := the flags of a Zephyr build
