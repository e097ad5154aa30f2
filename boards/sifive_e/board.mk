# SPDX-License-Identifier: MIT
# board.mk - SiFive E, a RISC-V microcontroller with 16 KiB of RAM, emulated by QEMU: for unit tests.

sifive_e.about := RV32IMAC, 16 KiB of RAM, log only (QEMU)
sifive_e.screen := no
sifive_e.port := riscv
sifive_e.cross := riscv64-unknown-elf-
sifive_e.cflags := -march=rv32imac_zicsr -mabi=ilp32 -Os -ffreestanding -fno-common -mcmodel=medany \
    -msmall-data-limit=0
sifive_e.ldflags := -nostdlib -Wl,--gc-sections -march=rv32imac -T boards/sifive_e/memory.ld
sifive_e.libs := -lgcc
sifive_e.sources := boards/sifive_e/start.S boards/sifive_e/board.c boards/cortexm/memory.c
sifive_e.packages := riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf qemu-system-riscv32:qemu-system-misc
sifive_e.run := qemu-system-riscv32 -M sifive_e -semihosting-config enable=on,target=native -display none \
    -monitor none -serial stdio -kernel
