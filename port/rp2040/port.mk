# SPDX-License-Identifier: MIT
# port.mk - the compiler of the RP2040 port. For the RP2350 CFLAGS name its core: -mcpu=cortex-m33.
port.rp2040.cross := arm-none-eabi-
port.rp2040.cflags := -mcpu=cortex-m0plus -mthumb -ffreestanding
