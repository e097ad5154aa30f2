# SPDX-License-Identifier: MIT
# port.mk - the compiler of the CMSIS-RTOS2 port. The program names the folders of the kernel's headers.
port.cmsis_rtos2.cross := arm-none-eabi-
port.cmsis_rtos2.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.cmsis_rtos2.needs := CFLAGS=-I for cmsis_os2.h
