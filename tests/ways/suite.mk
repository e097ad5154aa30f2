# SPDX-License-Identifier: MIT
# suite.mk - other people's projects: each builds hutch in its own way, from a clean copy outside of this tree.

ways-ports.run := $(PYTHON) tests/ways/ports.py
ways-ports.packages := clang arm-none-eabi-gcc:gcc-arm-none-eabi avr-gcc:gcc-avr sdcc \
    riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf powerpc-linux-gnu-gcc:gcc-powerpc-linux-gnu /usr/lib/avr/include/stdlib.h:avr-libc \
    /usr/powerpc-linux-gnu/include/stdio.h:libc6-dev-powerpc-cross xtensa-lx106-elf-gcc:gcc-xtensa-lx106

ways-two-files.run := $(PYTHON) tests/ways/two_files.py $(call full,--then $(PYTHON) tests/ways/two_files.py more)
ways-two-files.packages := $(ways-ports.packages) g++ qemu-ppc:qemu-user \
    /usr/powerpc-linux-gnu/include/stdio.h:libc6-dev-powerpc-cross /usr/lib/arm-none-eabi/newlib/libc.a:libnewlib-arm-none-eabi

ways-cmake.run := $(PYTHON) tests/ways/cmake.py
ways-cmake.packages := cmake ninja:ninja-build git arm-none-eabi-gcc:gcc-arm-none-eabi \
    /usr/lib/arm-none-eabi/newlib/libc.a:libnewlib-arm-none-eabi

ways-meson.run := $(PYTHON) tests/ways/meson.py
ways-meson.packages := meson ninja:ninja-build git arm-none-eabi-gcc:gcc-arm-none-eabi \
    /usr/lib/arm-none-eabi/newlib/libc.a:libnewlib-arm-none-eabi

ways-pkgconfig.run := $(PYTHON) tests/ways/pkgconfig.py
ways-pkgconfig.packages := pkg-config:pkgconf arm-none-eabi-gcc:gcc-arm-none-eabi \
    /usr/lib/arm-none-eabi/newlib/libc.a:libnewlib-arm-none-eabi

ways-cpp.run := $(PYTHON) tests/ways/cpp.py
ways-cpp.packages := g++ clang avr-g++:gcc-avr arm-none-eabi-g++:gcc-arm-none-eabi

ways-editors.run := $(PYTHON) tests/ways/editors.py
ways-editors.packages := clangd editorconfig

ways-api.run := $(PYTHON) tests/ways/api.py
ways-api.packages := clang

.PHONY: api
api: ## Renews tests/ways/api.txt, the public names with their versions, if the version allows it.
	@$(PYTHON) tests/ways/api.py --write

ways-dist.run := $(PYTHON) tests/ways/dist.py $(call full,--then $(PYTHON) tests/ways/dist.py all --then $(PYTHON) tests/ways/deb.py)
ways-dist.packages = git $(call full,$(gba.packages) $(gameboy.packages) $(avr.packages) $(site.tools) pkg-config:pkgconf lintian groff:groff-base $(deb.packages))

# Debian's Python sees Debian's kconfiglib and yaml.
ways.python := $(if $(wildcard /usr/bin/python3),/usr/bin/python3 -B,$(PYTHON))
ways-manifests.run := $(ways.python) tests/ways/manifests.py $(call full,--then $(PYTHON) tests/ways/arduino.py)
ways-manifests.packages := cmake gcc avr-gcc:gcc-avr arm-none-eabi-gcc:gcc-arm-none-eabi \
    riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf /usr/lib/avr/include/stdlib.h:avr-libc \
    /usr/lib/python3/dist-packages/kconfiglib.py:python3-kconfiglib /usr/lib/python3/dist-packages/yaml:python3-yaml \
    $(call full,arduino-builder /usr/share/arduino/hardware/arduino/avr/boards.txt:arduino-core-avr simavr)

ways-devkitarm.run := $(PYTHON) tests/ways/makefiles.py
ways-devkitarm.packages := arm-none-eabi-gcc:gcc-arm-none-eabi /usr/lib/arm-none-eabi/newlib/libc.a:libnewlib-arm-none-eabi
ways-gbdk.run := $(PYTHON) tests/ways/makefiles.py gbdk
ways-gbdk.packages := sdcc

ways-start.run := $(PYTHON) tests/ways/start.py
ways-start.packages := g++ make cmake ninja:ninja-build meson pkg-config:pkgconf /usr/include/cjson/cJSON.h:libcjson-dev

ways-on-boards.run := $(PYTHON) tests/ways/on_boards.py
ways-on-boards.packages = make cmake $(foreach board,microbit rv32 atmega32u4 gba sm83,$($(board).packages))

ways-commands.run := $(PYTHON) tests/ways/commands.py
ways-commands.packages = gcov:gcc g++ clang /usr/share/doc/libclang-rt-dev:libclang-rt-dev addr2line:binutils cmake make \
    $(foreach board,microbit rv32,$($(board).packages))

ways-host-builds.run := $(PYTHON) tests/ways/host_builds.py
ways-host-builds.packages := gcc clang /usr/share/doc/libclang-rt-dev:libclang-rt-dev cmake valgrind setarch:util-linux

ways-consoles.run := $(PYTHON) tests/ways/consoles.py
ways-consoles.packages := g++ sdcc arm-none-eabi-g++:gcc-arm-none-eabi /usr/lib/arm-none-eabi/newlib/libc.a:libnewlib-arm-none-eabi
