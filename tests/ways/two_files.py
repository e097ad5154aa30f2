#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# two_files.py - hutch.h and hutch.c, as `make amalgamation` writes them: in a stranger's folder, and under the unit tests.
#
# usage: two_files.py [more]   more: only the other builds of the unit tests

import glob
import os
import re
import sys

import ways
import compiled  # of tests/tools, by ways

BYTES_MAX = 485_000  # of both files: code, manual and contracts
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
BARE = ["-nostartfiles", "--specs=nosys.specs", "-Wl,--gc-sections", "-Wl,-e,main", "-Wl,--no-warn-rwx-segments"]
# What compiles, what links, and what runs the program.
COMPILERS = [
    ("gcc -std=c99", [], []), ("clang -std=c11", [], []), ("g++ -x c++ -std=c++11", [], []), ("g++ -x c++ -std=c++20", [], []),
    ("clang++ -x c++ -std=c++17", [], []), ("powerpc-linux-gnu-gcc -std=c99", ["-static"], ["qemu-ppc"]),
    ("avr-gcc -std=gnu99 -mmcu=atmega328p", ["-Wl,--gc-sections"], None),
    ("arm-none-eabi-gcc -std=c99 -mthumb -mcpu=cortex-m4", BARE, None),
    ("arm-none-eabi-gcc -std=c99 -mthumb -mcpu=arm7tdmi", BARE, None),
    ("riscv64-unknown-elf-gcc -std=c99 -march=rv32imac_zicsr -mabi=ilp32 -ffreestanding", ["-nostdlib", "-Wl,--gc-sections",
                                                                                         "-Wl,-e,main"], None)]
# Compiled without -ffunction-sections: bytes of code and constants of acquire and release of one pool.
LEAN = [("arm-none-eabi-gcc -mthumb -mcpu=arm7tdmi -O2", [], 420), ("arm-none-eabi-gcc -mthumb -mcpu=cortex-m3 -Os", [], 380),
        ("riscv64-unknown-elf-gcc -march=rv32imac_zicsr -mabi=ilp32 -ffreestanding -Os", [], 460),
        ("avr-gcc -mmcu=atmega32u4 -Os", [], 720),
        ("clang --target=thumbv7m-none-eabi -ffreestanding -Os", ["arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m3"], 450)]
LEAN_PROGRAM = """#include "hutch.h"
struct bullet { uint8_t x, y; int8_t d; };
HUTCH_POOL(bullets, struct bullet, 15);
struct bullet *shoot(void);
struct bullet *shoot(void) { return bullets_acquire(); }
void gone(struct bullet *bullet);
void gone(struct bullet *bullet) { bullets_release(bullet); }
"""
KERNELS = [("FREERTOS", "FreeRTOS.h"), ("THREADX", "tx_api.h"), ("ZEPHYR", "zephyr/kernel.h"), ("CHIBIOS", "ch.h"),
           ("ESP_IDF", "freertos/FreeRTOS.h"), ("RIOT", "irq.h"), ("NUTTX", "nuttx/irq.h"), ("CMSIS_RTOS2", "cmsis_os2.h")]
UNIT = ["gcc -O2 -DHUTCH_CFG_STATS=1", "gcc -O0 -DHUTCH_CFG_WORD_BITS=8", "clang -Os",
        "gcc -O1 -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_LATE_REUSE=0"]


def make(folder):
    """The folder of a stranger, with the two files and a program."""
    there = os.path.join(folder, "two_files")
    if not os.path.exists(there):
        hutch = os.path.join(folder, "hutch")
        ways.run(["make", "-s", "amalgamation"], hutch)
        ways.copy_program(folder, "two_files")
        for name in ("hutch.h", "hutch.c", "hutch.hpp"):
            os.rename(os.path.join(hutch, "build/amalgamation", name), os.path.join(there, name))
    return there


def small(folder):
    there = make(folder)
    size = sum(os.path.getsize(os.path.join(there, name)) for name in ("hutch.h", "hutch.c"))
    if size > BYTES_MAX:
        raise ways.Failure(f"they have {size} bytes, more than {BYTES_MAX}")


def manual(folder):
    """What its head names is there: the folders of the project are not, nor its other files."""
    text = ways.tree.read(make(folder), "hutch.h")
    head = text[:text.index("\n\n")]
    ways.must_be(re.findall(r"port/auto|src/\*|-I include|\b(?!hutch|my_port)\w+\.[hc]\b", head), [], "what the head of hutch.h names")
    ways.must_be("search for HUTCH_CFG_" in head, True, "that the head says where options and contracts are")


def unknown(folder):
    """There is no folder to copy or to name by -I: the sentence names what works with two files."""
    there = make(folder)
    ways.must_fail(["clang", "--target=msp430", "-E", "main.c"], "name it by HUTCH_PORT_HEADER", there)
    ways.run(["clang", "--target=msp430", "-I.", "-I" + os.path.join(folder, "hutch/port/template"), '-DHUTCH_PORT_HEADER="hutch_port.h"', "-DHUTCH_PORT_MASKS=1",
              "-ffreestanding", "-E", "main.c"], there)


def builds(compiler, linking, runner):
    def test(folder):
        there = make(folder)
        sections = ["-ffunction-sections", "-fdata-sections"]
        for source in ("hutch.c", "main.c"):
            ways.run([*compiler.split(), "-O2", *WARNINGS, *sections, "-c", source, "-o", source + ".o"], there)
        command = [word for word in compiler.split() if word not in ("-x", "c++")]
        ways.run([*command, "hutch.c.o", "main.c.o", *linking, "-o", "program"], there)
        if runner is not None:
            ways.run([*runner, os.path.join(there, "program")], there)
    return f"{compiler}: both files compile without a warning, and the program {'links' if runner is None else 'runs'}", test


def lean(compiler, linker, bytes_max):
    """The linker drops what is not called, although the compiler was not told to give each function a section."""
    def test(folder):
        there = make(folder)
        ways.write(os.path.join(there, "lean.c"), LEAN_PROGRAM)
        objects = ["lean.o", "hutch.o"]
        for name in objects:
            ways.run([*compiler.split(), "-std=gnu99", *WARNINGS, "-c", name[:-1] + "c", "-o", name], there)
        ways.run([*(linker or compiler.split()), "-nostartfiles", "-nostdlib", "-Wl,--gc-sections", "-Wl,-e,shoot,-u,gone", *objects, "-lgcc", "-o", "lean"], there)
        size = compiled.flash("", os.path.join(there, "lean"))
        if size > bytes_max:
            raise ways.Failure(f"it has {size} bytes, more than {bytes_max}")
    return f"{compiler}: without -ffunction-sections acquire and release take at most {bytes_max} bytes", test


def classes(folder):
    """C++ classes, with hutch.hpp beside the two files."""
    there = make(folder)
    ways.write(os.path.join(there, "classes.cpp"), """#include "hutch.hpp"
struct cat {
    int lives;
    explicit cat(int its_lives) : lives(its_lives)
    {
    }
};
int main()
{
    return hutch::pool<cat, 4>::create(9)->lives - 9;
}
""")
    ways.run(["gcc", "-std=c99", "-c", "hutch.c", "-o", "classes_hutch.o"], there)
    for level in ("-O0", "-O2"):
        ways.run(["g++", "-std=c++11", level, *WARNINGS, "classes.cpp", "classes_hutch.o", "-o", "classes"], there)
        ways.run([os.path.join(there, "classes")], there)


def sdcc(folder):
    """SDCC has no weak symbols: a handler of the program's own takes the place of the default by a macro."""
    there, command = make(folder), ["sdcc", "-msm83", "--std-c99", "-c"]
    ways.must_be_silent(ways.run([*command, "main.c", "-o", "main.rel"], there))
    ways.must_be_silent(ways.run([*command, "-DHUTCH_WITHOUT_FAULT_DEFAULT", "hutch.c", "-o", "hutch.rel"], there))
    text = ways.tree.read(there, "hutch.rel")
    ways.must_be("S _hutch_on_fault Ref" in text, True, "that hutch_on_fault is the program's")
    ways.must_be("S _hutch_tick Def" in text, True, "that hutch_tick is defined")


def kernels(folder):
    """-MG: the kernel's own headers need not be here."""
    there = make(folder)
    for kernel, header in KERNELS:
        for source in ("hutch.c", "main.c"):
            text = ways.run(["arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m4", "-DHUTCH_PORT_" + kernel,
                             "-M", "-MG", source], there)
            if header not in text.split():
                raise ways.Failure(f"{source} with HUTCH_PORT_{kernel} does not include {header}:\n{text}")


def unit(build):
    def test(folder):
        there, hutch = make(folder), os.path.join(folder, "hutch")
        shim = os.path.join(folder, "shim")
        for name in glob.glob("**/*.h", root_dir=os.path.join(hutch, "include/hutch"), recursive=True):
            os.makedirs(os.path.dirname(os.path.join(shim, "hutch", name)), exist_ok=True)
            ways.write(os.path.join(shim, "hutch", name), "#include <hutch.h>\n")
        sources = glob.glob(os.path.join(ways.ROOT, "tests/unit/*.c")) + [os.path.join(ways.ROOT, "tests/unit/host/board.c")]
        program = os.path.join(folder, "unit")
        ways.run([*build.split(), "-std=c99", "-I" + there, "-I" + shim, "-I" + os.path.join(hutch, "boards"),
                  "-I" + os.path.join(ways.ROOT, "tests/unit"), *sources, os.path.join(there, "hutch.c"), "-o", program])
        text = ways.run([program])
        if "\nnot ok" in text or "\nok 100 " not in text:
            raise ways.Failure(text)
    return f"all unit tests of the host pass on the two files: {build}", test


TESTS = [(f"the two files have at most {BYTES_MAX} bytes", small),
         ("the manual in hutch.h names no file that is not there", manual), ("an unknown CPU: a sentence that says what to write, and it works", unknown),
         *(builds(*row) for row in COMPILERS),
         *(lean(*row) for row in LEAN),
         ("hutch.hpp is beside them, and a C++ program of classes runs", classes),
         ("SDCC compiles both without a warning, and leaves out what the program defines", sdcc),
         ("each kernel's macro chooses its port, in both files", kernels), unit(UNIT[0])]
ways.main([unit(build) for build in UNIT[1:]] if "more" in sys.argv else TESTS)
