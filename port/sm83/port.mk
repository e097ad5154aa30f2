# SPDX-License-Identifier: MIT
# port.mk - the compiler of the Game Boy port: SDCC, with its own flags and file names.
port.sm83.command := sdcc -msm83 --std-c99 --opt-code-size -Iinclude -Iport/sm83
port.sm83.compile := -S
port.sm83.object := asm
port.sm83.ar := $(PYTHON) port/sm83/split.py
port.sm83.library := hutch.lib
port.sm83.needs := PORT=sm83, and some minutes: SDCC takes its time
