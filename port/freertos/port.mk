# SPDX-License-Identifier: MIT
# port.mk - the compiler of the FreeRTOS port. The program names the folders of the kernel's headers.
port.freertos.cross := arm-none-eabi-
port.freertos.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.freertos.needs := CFLAGS=-I for FreeRTOSConfig.h and the kernel
