# SPDX-License-Identifier: MIT
# suite.mk - what happens at the same time: two emulated cores, threads that wait, each memory order of the lock-free kind.

suites += cores cores-rp2040
cores.run := $(PYTHON) tests/parallel/cores.py m33,rv32
cores.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf \
    qemu-system-riscv32:qemu-system-misc

# An emulator from npm, with our second core. Where npm brings none, cores.py says so and skips.
cores-rp2040.needs := build/rp2040/asked
cores-rp2040.run := $(PYTHON) tests/parallel/cores.py rp2040
cores-rp2040.packages := arm-none-eabi-gcc:gcc-arm-none-eabi node:nodejs npm

suites += orders
orders.run := $(PYTHON) tests/parallel/orders.py
orders.packages := gcc

suites += wait
wait.run := $(PYTHON) tests/parallel/wait.py
wait.packages := clang
