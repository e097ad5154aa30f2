# SPDX-License-Identifier: MIT
# board.mk - QEMU's RISC-V machine `virt` with a display and a keyboard: a second instruction set of 32 bits.

include boards/riscv/riscv.mk

rv32.about := RV32IMAC with a display and a keyboard, in colour (QEMU)
rv32.screen := yes
rv32.stampede := yes
rv32.port := riscv
rv32.cross := $(riscv.cross)
rv32.cflags := $(riscv.cflags)
rv32.ldflags := $(riscv.ldflags) -T boards/rv32/memory.ld
rv32.libs := $(riscv.libs)
rv32.sources := $(riscv.sources) $(wildcard boards/rv32/*.c) boards/canvas/canvas.c boards/lockstep/lockstep.c
rv32.packages := $(riscv.packages) python3
rv32.needs := build/runners/view
rv32.emulator := qemu-system-riscv32 -M virt -bios none -global virtio-mmio.force-legacy=false \
    -device bochs-display,romfile= -device virtio-keyboard-device
rv32.run := $(rv32.emulator) -display none -monitor none -serial stdio -kernel
rv32.window := Qemu-system-riscv32 --window
rv32.player := $(PYTHON) boards/tools/play.py --colour --emulator "$(rv32.emulator)"
rv32.play = $(rv32.player) --script $(2) $(1)
rv32.record = $(rv32.player) --headless --script $(2) --out $(3) $(1)
