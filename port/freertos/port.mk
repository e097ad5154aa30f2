# SPDX-License-Identifier: MIT
# port.mk - the compiler of the FreeRTOS port. Where the kernel's headers are, only the program knows.
port.freertos.cross := arm-none-eabi-
port.freertos.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.freertos.needs := CFLAGS=-I for FreeRTOSConfig.h and the kernel
