# SPDX-License-Identifier: MIT
# suite.mk - what happens at the same time: two emulated cores, threads that wait, each memory order of the lock-free kind.

suites += cores cores-rp2040
cores.run := $(PYTHON) tests/parallel/cores.py m33,rv32
cores.packages := arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf \
    qemu-system-riscv32:qemu-system-misc

# An emulator from npm, to which rp2040.mjs adds the second core. Where npm brings none, cores.py says so and skips.
rp2040.module := build/rp2040/asked
cores-rp2040.needs := $(rp2040.module)
cores-rp2040.run := $(PYTHON) tests/parallel/cores.py rp2040
cores-rp2040.packages := arm-none-eabi-gcc:gcc-arm-none-eabi node:nodejs npm

$(rp2040.module): tests/parallel/suite.mk
	$(call say,npm,rp2040js)
	@mkdir -p build/rp2040
	$(quiet)npm install --prefix build/rp2040 --no-save --no-fund --no-audit --loglevel=error rp2040js@1.4.1 >/dev/null || true
	@touch $@

suites += orders
orders.run := $(PYTHON) tests/parallel/orders.py
orders.packages := gcc

suites += wait
wait.run := $(PYTHON) tests/parallel/wait.py
wait.packages := clang
