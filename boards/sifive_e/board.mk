# SPDX-License-Identifier: MIT
# board.mk - SiFive E, a RISC-V microcontroller with 16 KiB of RAM, emulated by QEMU: for unit tests.

include boards/riscv/riscv.mk

sifive_e.about := RV32IMAC, 16 KiB of RAM, log only (QEMU)
sifive_e.screen := no
sifive_e.port := riscv
sifive_e.cross := $(riscv.cross)
sifive_e.cflags := $(riscv.cflags)
sifive_e.ldflags := $(riscv.ldflags) -T boards/sifive_e/memory.ld
sifive_e.libs := $(riscv.libs)
sifive_e.sources := $(riscv.sources) boards/riscv/semihosting.S boards/sifive_e/board.c
sifive_e.packages := $(riscv.packages)
sifive_e.run := qemu-system-riscv32 -M sifive_e -semihosting-config enable=on,target=native -display none \
    -monitor none -serial stdio -kernel
# All unit tests in one program find no room in 16 KiB.
sifive_e.unit := parts
# Of 16 KiB of RAM wide guards would take too much.
sifive_e.debug_cflags := -DHUTCH_CFG_GUARD_BYTES=2
