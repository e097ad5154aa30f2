#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# ports.py - -I port/auto: each CPU's compiler gets the port of its CPU, and an unknown CPU a sentence.

import glob
import os
import re
import subprocess

import ways

M0, M4 = "arm-none-eabi-gcc -mthumb -mcpu=cortex-m0", "arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 -mfloat-abi=hard"
CHOICES = [
    (M0, "cortex_m"), (M4, "cortex_m"), ("arm-none-eabi-gcc -mthumb -mcpu=cortex-m33", "cortex_m"),
    ("clang --target=thumbv7em-none-eabi -ffreestanding", "cortex_m"), ("arm-none-eabi-gcc -mthumb -mcpu=arm7tdmi", "arm7tdmi"),
    ("arm-none-eabi-gcc -march=armv5te -mtune=arm946e-s -mthumb -D__NDS__ -DARM9", "arm7tdmi"),  # as devkitPro and BlocksDS compile
    ("xtensa-lx106-elf-gcc -mlongcalls -ffreestanding", "xtensa"),
    ("avr-gcc -mmcu=atmega328p", "avr"), ("avr-gcc -mmcu=attiny85", "avr"),
    ("riscv64-unknown-elf-gcc -march=rv32imac_zicsr -mabi=ilp32 -ffreestanding", "riscv"),
    ("riscv64-unknown-elf-gcc -march=rv64gc_zicsr -mabi=lp64 -ffreestanding", "riscv"),
    *((f"{compiler} -ffreestanding", "riscv") for compiler in (  # without zicsr: a name of before ISA 20191213
        "riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32", "riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32",
        "riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64", "riscv64-unknown-elf-gcc -march=rv32imac -misa-spec=2.2 -mabi=ilp32",
        "clang --target=riscv32-unknown-elf -march=rv32imac")),
    ("sdcc -msm83", "sm83"), ("clang --target=wasm32 -ffreestanding", "wasm"),
    ("gcc", "host"), ("clang", "host"), ("powerpc-linux-gnu-gcc", "host")]
ABROAD = ("clang --target=arm64-apple-macos11", "clang --target=x86_64-pc-windows-gnu")
UNKNOWN = ["arm-none-eabi-gcc -mcpu=cortex-a9", "arm-none-eabi-gcc -mcpu=arm946e-s", "xtensa-lx106-elf-gcc -ffreestanding -DESP_PLATFORM", "clang --target=msp430", "sdcc -mz80"]
NOT_CHOSEN = {"auto", "cpu", "template"}
SENTENCE = "no port for this CPU: copy hutch's port/template/hutch_port.h, and name it by HUTCH_PORT_HEADER"
PATHS = ["-Iinclude", "-Iport/auto"]


def own_flags(compiler):
    return ["--std-c99"] if compiler.startswith("sdcc") else ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def chosen(hutch, command):
    """The port whose header the preprocessed text of the program has."""
    text = ways.run([*command, *PATHS, "-E", "program.c"], hutch)
    return sorted(set(re.findall(r"auto/\.\./(\w+)/hutch_port\.h", text)))


def chooses(compiler, port):
    def test(folder):
        hutch, command = os.path.join(folder, "hutch"), [*compiler.split(), *own_flags(compiler)]
        ways.write(os.path.join(hutch, "program.c"), PROGRAM)
        ways.must_be(chosen(hutch, command), [port], "the port")
        for source in ("program.c", "port/auto/hutch_port.c"):
            ways.run([*command, *PATHS, "-c", source, "-o", os.path.join(folder, "object")], hutch)
    return f"{compiler}: the port is {port}, and compiles", test


def refuses(compiler):
    def test(folder):
        hutch = os.path.join(folder, "hutch")
        ways.write(os.path.join(hutch, "program.c"), PROGRAM)
        ways.must_fail([*compiler.split(), *PATHS, "-E", "program.c"], SENTENCE, hutch)
    return f"{compiler}: no port, and a sentence that says what to write", test


def one_error(folder):
    hutch = os.path.join(folder, "hutch")
    ways.write(os.path.join(hutch, "include_only.c"), '#include "hutch/hutch.h"\n')
    done = subprocess.run(["arm-none-eabi-gcc", "-mcpu=cortex-a9", "-std=c99", *PATHS, "-c", "include_only.c"], cwd=hutch, stderr=subprocess.PIPE,
                          text=True, check=False)
    ways.must_be((done.stderr.count("error:"), SENTENCE in done.stderr), (1, True), "how many errors there are, and the sentence")


def template_locks(folder):
    """The template masks nothing: a pool with a lock is refused until the copy says that it masks."""
    hutch = os.path.join(folder, "hutch")
    for lock in ("NONE", "IRQ"):
        ways.write(os.path.join(hutch, "locked.c"), '#include "hutch/hutch.h"\nHUTCH_POOL(mail, int, 4, .lock = HUTCH_LOCK_%s);\n' % lock)
        for option in ((), ("-DHUTCH_PORT_MASKS=1",)):
            command = ["gcc", "-std=c99", "-Iinclude", "-Iport/template", *option, "-DHUTCH_CFG_CORES=0", "-fsyntax-only", "locked.c"]
            if lock == "IRQ" and not option:
                ways.must_fail(command, "this_port_masks_nothing_set_HUTCH_PORT_MASKS_1_in_it_when_it_does", hutch)
            else:
                ways.run(command, hutch)


def debug_headers(folder):
    """What a debug build includes by a macro of the port is found, too."""
    for compiler in ("gcc", M4, "arm-none-eabi-gcc -mthumb -mcpu=arm7tdmi"):
        for source in ("src/hutch_fault.c", "src/hutch_debug_bytes.c"):
            ways.run([*compiler.split(), *PATHS, "-DHUTCH_CFG_CHECK=2", "-c", source, "-o", os.path.join(folder, "object")],
                     os.path.join(folder, "hutch"))


def named(folder):
    """Each port can be chosen: by a compiler above, or by its own macro in capitals."""
    hutch = os.path.join(folder, "hutch")
    by_cpu = {port for _, port in CHOICES}
    for port in sorted(set(os.listdir(os.path.join(hutch, "port"))) - NOT_CHOSEN - by_cpu):
        if os.path.exists(os.path.join(hutch, "port", port, "hutch_port.h")):
            # -MG: a kernel's own headers need not be here.
            text = ways.run([*M4.split(), *PATHS, "-DHUTCH_PORT_" + port.upper(), "-DHUTCH_CFG_BASEPRI=0x40",
                             "-M", "-MG", "port/auto/hutch_port.h", "port/auto/hutch_port.c"], hutch)
            found = set(re.findall(r"auto/\.\./(\w+)/hutch_port\.[hc]", text))
            ways.must_be(found, {port}, f"what HUTCH_PORT_{port.upper()} chooses")
            for source in os.listdir(os.path.join(hutch, "port", port)):
                if source.endswith(".c") and f"{port}/{source}" not in text:
                    raise ways.Failure(f"port/auto/hutch_port.c leaves out port/{port}/{source}")


def abroad(folder):
    """For systems that the tests do not have, the library is compiled and no more: by clang, with the port to hosts."""
    hutch = os.path.join(folder, "hutch")
    for compiler in ABROAD:
        command = [*compiler.split(), "-ffreestanding", "-nostdlibinc", *own_flags(compiler), "-Iinclude", "-Iport/host"]
        for source in sorted(glob.glob(os.path.join(hutch, "src", "*.c"))):
            for check in ("1", "2"):
                ways.run([*command, "-DHUTCH_CFG_CHECK=" + check, "-c", source, "-o", os.path.join(folder, "object")], hutch)


def shown(folder):
    """The port.mk that port/README.md shows is one that works."""
    with open(os.path.join(folder, "hutch/port/README.md"), encoding="utf-8") as page, \
            open(os.path.join(folder, "hutch/port/riscv/port.mk"), encoding="utf-8") as file:
        lines = re.findall(r"^port\.riscv\..*$", page.read(), re.M)
        ways.must_be(lines, re.findall(r"^port\.riscv\..*$", file.read(), re.M), "the port.mk that port/README.md shows")


def old_freertos(folder):
    """A kernel before V11.1, by a stand-in: it defines no portHAS_NESTED_INTERRUPTS, and needs none on Cortex-M."""
    hutch = os.path.join(folder, "hutch")
    ways.write(os.path.join(hutch, "program.c"), PROGRAM)
    for compiler in (M0, M4):
        for source in ("program.c", "port/auto/hutch_port.c"):
            ways.run([*compiler.split(), *own_flags(compiler), *PATHS, "-Itests/misuse/kernels", "-DHUTCH_PORT_FREERTOS", "-DOLD_KERNEL",
                      "-DHUTCH_CFG_WAIT=1", "-c", source, "-o", os.path.join(folder, "object")], hutch)


def options(folder):
    """The options of a HUTCH_CONFIG_HEADER reach every .c file of every port; of a kernel's the headers need not be here."""
    hutch, config = os.path.join(folder, "hutch"), os.path.join(folder, "my_config.h")
    ways.write(config, "#define HUTCH_PORT_ARM7_LOCK 1\n#define HUTCH_PORT_TABLE_IN_FLASH 1\n")
    given = [*PATHS, f'-DHUTCH_CONFIG_HEADER="{config}"']
    sources = sorted(name for name in glob.glob("port/*/*.c", root_dir=hutch) if not name.startswith("port/auto/"))
    ways.must_be([name for name in sources if config not in ways.run([
        *M4.split(), *given, "-DHUTCH_CFG_BASEPRI=0x40", "-I" + os.path.dirname(name), "-M", "-MG", name], hutch)], [], "what they do not reach")
    for compiler, port, wanted in (("arm-none-eabi-gcc -mthumb -mcpu=arm7tdmi", "arm7tdmi", "T hutch_port_enter"),
                                   ("avr-gcc -Os -mmcu=atmega328p", "avr", "hutch_first_set_table")):
        made = os.path.join(folder, "port.o")
        ways.run([*compiler.split(), *given, "-c", f"port/{port}/hutch_port.c", "-o", made], hutch)
        ways.must_be(wanted in ways.run(["nm", made]), True, f"that port/{port} is compiled with the options")


def own_port(folder):
    """A port of the user's own."""
    hutch = os.path.join(folder, "hutch")
    ways.write(os.path.join(folder, "my_port.h"), '#include "port/template/hutch_port.h"\n')
    ways.write(os.path.join(hutch, "program.c"), PROGRAM)
    text = ways.run(["clang", "--target=msp430", *PATHS, "-I.", "-I" + folder, '-DHUTCH_PORT_HEADER="my_port.h"', "-E",
                     "program.c"], hutch)
    if "port/template/hutch_port.h" not in text or "auto/../" in text:
        raise ways.Failure("HUTCH_PORT_HEADER is not what is included")


def installs(folder):
    """`make install` without a port takes that of the compiler."""
    stage = os.path.join(folder, "stage")
    ways.run(["make", "-s", "install", "CC=arm-none-eabi-gcc", "AR=arm-none-eabi-ar", "CFLAGS=-mcpu=cortex-m4 -O2",
              "PREFIX=" + stage], os.path.join(folder, "hutch"))
    ways.must_be("port/cortex_m/hutch_port.h" in ways.tree.read(stage, "include/hutch/hutch_port.h"), True, "that the port for Cortex-M is installed")


PROGRAM = """#include "hutch/hutch.h"
struct rabbit {
    int x;
};
HUTCH_POOL(rabbits, struct rabbit, 8, .lock = HUTCH_LOCK_IRQ);
int main(void)
{
    struct rabbit *const rabbit = rabbits_acquire();
    return rabbits_release(rabbit) ? 0 : 1;
}
"""

ways.main([chooses(*choice) for choice in CHOICES] + [refuses(compiler) for compiler in UNKNOWN] +
          [("the port.mk that port/README.md shows is that of port/riscv", shown),
           ("clang compiles the library for macOS and for Windows, where nothing is linked or run", abroad),
           ("a debug build finds what the port's macros name", debug_headers),
           ("every port can be chosen, and all of its files are compiled", named),
           ("FreeRTOS before V11.1 is taken as it is, on Cortex-M", old_freertos),
           ("the options of a HUTCH_CONFIG_HEADER reach every .c file of a port", options),
           ("without a port there is one error, with the sentence", one_error),
           ("port/template, as it is, refuses pools with a lock", template_locks),
           ("HUTCH_PORT_HEADER names a port of the user's own, on any CPU", own_port),
           ("make install without a port takes that of the compiler's CPU", installs)])
