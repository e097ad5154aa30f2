# SPDX-License-Identifier: MIT
# port.mk - the compiler of the ThreadX port. Where the kernel's headers are, only the program knows.
port.threadx.cross := arm-none-eabi-
port.threadx.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.threadx.needs := CFLAGS=-I for tx_api.h and tx_port.h
