# SPDX-License-Identifier: MIT
# port.mk - the compiler of the Zephyr port. The program names the folders of the kernel's headers.
port.zephyr.cross := arm-none-eabi-
port.zephyr.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.zephyr.needs := the flags of a Zephyr build
