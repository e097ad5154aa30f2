# SPDX-License-Identifier: MIT
# port.mk - the compiler of the BASEPRI port. The program must name the ceiling.
port.cortex_m_basepri.cross := arm-none-eabi-
port.cortex_m_basepri.cflags := -mcpu=cortex-m3 -mthumb -ffreestanding
port.cortex_m_basepri.needs := CFLAGS=-DHUTCH_CFG_BASEPRI=
