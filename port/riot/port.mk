# SPDX-License-Identifier: MIT
# port.mk - the compiler of the RIOT port. Where the kernel's headers are, only the program knows.
port.riot.cross := arm-none-eabi-
port.riot.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.riot.needs := the flags of a RIOT build
