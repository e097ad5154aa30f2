# SPDX-License-Identifier: MIT
# suite.mk - the tools that show pools, src/tools: lines of hutch_snapshot over time, the debugger, the map.

see-lines.run := $(PYTHON) tests/see/lines_test.py

# What hutch_ring.c records.
see-ring.run := /usr/bin/python3 -B tests/see/ring_test.py
see-ring.packages := gcc arm-none-eabi-gcc:gcc-arm-none-eabi avr-gcc:gcc-avr

# What an editor says, and analysers.
see-editor.run := $(PYTHON) tests/see/editor_test.py
see-editor.packages := clangd-19
see-analysers.run := $(PYTHON) tests/see/analysers_test.py
see-analysers.packages := cppcheck clang-tidy ctags:universal-ctags

# hutch-sizes, and what it is for: libraries of Debian in memory of several sizes.
see-sizes.run := $(PYTHON) tests/see/sizes_test.py
see-sizes.packages := gcc /usr/include/cjson/cJSON.h:libcjson-dev /usr/include/lua5.4/lua.h:liblua5.4-dev \
    /usr/include/mbedtls/certs.h:libmbedtls-dev /usr/include/sqlite3.h:libsqlite3-dev \
    arm-none-eabi-gcc:gcc-arm-none-eabi /usr/lib/arm-none-eabi/newlib/libc.a:libnewlib-arm-none-eabi qemu-system-arm

# Of the tools themselves: input that means harm.
see-hostile.run := /usr/bin/python3 -B tests/see/hostile_test.py $(call full,21 100000)
see-hostile.seconds := $(if $(FULL),14400,600)
see-hostile.packages := g++ clang arm-none-eabi-gcc:gcc-arm-none-eabi /usr/lib/python3/dist-packages/elftools:python3-pyelftools

# GDB on a program with a pool of each kind. FULL=1: more builds; LLDB on the same programs, the core file is GDB's; and mGBA,
# which has a GDB server, on the program of tests/debug/trap.
see-gdb.more := release listed plain folded debug-w64 lto clang cxx-debug cxx-clang m3-debug m3-lto rv32 rv32-debug avr
see-gdb.run := $(PYTHON) tests/see/gdb/gdb_test.py debug m3 cxx $(call full,$(see-gdb.more) \
    --then $(PYTHON) tests/see/gdb/lldb_test.py release debug folded lto clang cxx cxx-debug cxx-clang m3 m3-debug \
    --then $(PYTHON) tests/see/gdb/mgba_test.py build/gba/trap_gba)
see-gdb.needs := $(call full,build/gba/trap_gba.elf)
see-gdb.packages := gdb-multiarch g++ arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm $(call full,clang lldb-14 \
    avr-gdb:gdb-avr avr-gcc:gcc-avr /usr/lib/avr/include/avr/io.h:avr-libc simavr riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf \
    qemu-system-riscv32:qemu-system-misc /usr/games/mgba:mgba-sdl $(gba.packages))

# The map, of small programs and of the game on boards.
see-report.boards := gba arduboy lm3s6965evb
see-report.needs := $(see-report.boards:%=build/%/$(GAME).elf)
see-report.run := $(PYTHON) tests/see/report_test.py \
    $(foreach board,$(see-report.boards),build/$(board)/$(GAME).elf=$(or $(wildcard $(game.golden)/$(board).txt),$(game.golden)/gba.txt))
see-report.packages := g++ clang arm-none-eabi-gcc:gcc-arm-none-eabi avr-gcc:gcc-avr /usr/lib/avr/include/avr/io.h:avr-libc \
    /usr/lib/python3/dist-packages/elftools:python3-pyelftools $(foreach board,$(see-report.boards),$($(board).packages))
