# SPDX-License-Identifier: MIT
# port.mk - the compiler of the Xtensa port: Debian's for the ESP8266. Another's prefix by CROSS.
port.xtensa.cross := xtensa-lx106-elf-
port.xtensa.cflags := -mlongcalls -ffreestanding
