# SPDX-License-Identifier: MIT
# riscv.mk - what every RV32 board has in common; their board.mk files include it.

riscv.cross := riscv64-unknown-elf-
riscv.sources := boards/riscv/start.S boards/cortexm/memory.c
riscv.cflags := -march=rv32imac_zicsr -mabi=ilp32 -Os -ffreestanding -fno-common -mcmodel=medany -msmall-data-limit=0
riscv.ldflags := -nostdlib -Wl,--gc-sections -Wl,--no-warn-rwx-segments -march=rv32imac
riscv.libs := -lgcc
riscv.packages := riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf qemu-system-riscv32:qemu-system-misc
