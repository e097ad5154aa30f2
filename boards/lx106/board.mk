# SPDX-License-Identifier: MIT
# board.mk - Xtensa LX106, the ESP8266's core, on QEMU's simulated machine: for unit tests.

lx106.about := Xtensa LX106, the core of the ESP8266, without its peripherals, log only (QEMU)
lx106.screen := no
lx106.port := xtensa
lx106.cross := xtensa-lx106-elf-
lx106.cflags := -Os -mlongcalls -mtext-section-literals -ffreestanding -fno-common
lx106.ldflags := -nostdlib -Wl,--gc-sections -Wl,--no-warn-rwx-segments -T boards/lx106/memory.ld
lx106.libs := -lgcc
lx106.sources := boards/cortexm/memory.c boards/lx106/start.S boards/lx106/board.c
lx106.packages := xtensa-lx106-elf-gcc:gcc-xtensa-lx106 qemu-system-xtensa:qemu-system-misc
lx106.run := qemu-system-xtensa -M sim -cpu lx106 -semihosting -display none -monitor none -serial none -kernel
