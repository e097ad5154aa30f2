# SPDX-License-Identifier: MIT
# port.mk - the compiler of the BASEPRI port. Which priority is the ceiling, only the program knows.
port.cortex_m_basepri.cross := arm-none-eabi-
port.cortex_m_basepri.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.cortex_m_basepri.needs := CFLAGS=-DHUTCH_CFG_BASEPRI=
