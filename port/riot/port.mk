# SPDX-License-Identifier: MIT
# port.mk - the compiler of the RIOT port. The program names the folders of the kernel's headers.
port.riot.cross := arm-none-eabi-
port.riot.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.riot.needs := the flags of a RIOT build
