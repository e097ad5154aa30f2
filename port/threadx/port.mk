# SPDX-License-Identifier: MIT
# port.mk - the compiler of the ThreadX port. The program names the folders of the kernel's headers.
port.threadx.cross := arm-none-eabi-
port.threadx.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.threadx.needs := CFLAGS=-I for tx_api.h and tx_port.h
