# SPDX-License-Identifier: MIT
# board.mk - QEMU's RISC-V machine `virt` with a display and a keyboard: a second instruction set of 32 bits.

rv32.about := RV32IMAC with a display and a keyboard, in colour (QEMU)
rv32.screen := yes
rv32.port := riscv
rv32.cross := riscv64-unknown-elf-
rv32.cflags := -march=rv32imac_zicsr -mabi=ilp32 -Os -ffreestanding -fno-common -mcmodel=medany \
    -msmall-data-limit=0
rv32.ldflags := -nostdlib -Wl,--gc-sections -Wl,--no-warn-rwx-segments -march=rv32imac \
    -T boards/rv32/memory.ld
rv32.libs := -lgcc
rv32.sources := boards/rv32/start.S $(wildcard boards/rv32/*.c) boards/canvas/canvas.c boards/lockstep/lockstep.c \
    boards/cortexm/memory.c
rv32.packages := riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf \
    qemu-system-riscv32:qemu-system-misc python3
rv32.emulator := qemu-system-riscv32 -M virt -bios none -global virtio-mmio.force-legacy=false \
    -device bochs-display,romfile= -device virtio-keyboard-device
rv32.run := $(rv32.emulator) -display none -monitor none -serial stdio -kernel
rv32.player := $(PYTHON) boards/tools/play.py --colour --emulator "$(rv32.emulator)"
rv32.play = $(rv32.player) --script $(2) $(1)
rv32.record = $(rv32.player) --headless --script $(2) --out $(3) $(1)
