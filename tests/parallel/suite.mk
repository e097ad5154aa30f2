# SPDX-License-Identifier: MIT
# suite.mk - what happens at the same time: two emulated cores, threads that wait, each memory order of the lock-free kind.

suites += cores
cores.run := $(PYTHON) tests/parallel/cores.py
cores.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf \
    qemu-system-riscv32:qemu-system-misc

suites += orders
orders.run := $(PYTHON) tests/parallel/orders.py
orders.packages := gcc

suites += wait
wait.run := $(PYTHON) tests/parallel/wait.py
wait.packages := clang
