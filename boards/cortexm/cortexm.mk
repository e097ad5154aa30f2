# SPDX-License-Identifier: MIT
# cortexm.mk - what every Cortex-M board has in common; their board.mk files include it.

cortexm.cross := arm-none-eabi-
cortexm.sources := $(addprefix boards/cortexm/,startup.c fault.c semihosting.c memory.c)
cortexm.cflags := -mthumb -Os -ffreestanding -fno-common
cortexm.ldflags := -nostdlib -Wl,--gc-sections -T boards/cortexm/sections.ld
cortexm.libs := -lgcc
cortexm.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm

# Log on standard output, the program's exit code as exit code; the ELF file is the next word.
cortexm.emulator = qemu-system-arm -M $(1) -semihosting-config enable=on,target=native
cortexm.run = $(call cortexm.emulator,$(1)) -display none -monitor none -serial stdio -kernel
