# SPDX-License-Identifier: MIT
# port.mk - the compiler of the ChibiOS port. Where the kernel's headers are, only the program knows.
port.chibios.cross := arm-none-eabi-
port.chibios.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.chibios.needs := CFLAGS=-I for ch.h and the configuration
