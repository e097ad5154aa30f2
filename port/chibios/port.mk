# SPDX-License-Identifier: MIT
# port.mk - the compiler of the ChibiOS port. The program names the folders of the kernel's headers.
port.chibios.cross := arm-none-eabi-
port.chibios.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.chibios.needs := CFLAGS=-I for ch.h and the configuration
