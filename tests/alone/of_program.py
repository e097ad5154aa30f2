#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# of_program.py - a program's fault handler, clock and list of pools, each alone in a file of a static library, replace the
# library's defaults, whichever order the linker is given; who defines none pays nothing. Prints TAP.

import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
from tap_out import end, result  # noqa: E402

POOL = '#include "hutch/all.h"\nHUTCH_POOL_DECLARE(things, int, 4);\n'
MAIN = POOL + """
HUTCH_POOL_DEFINE(things);
volatile int seen[4];
int main(void)
{
    int *thing = things_acquire();
    things_release(thing);
    seen[0] = !things_release(thing);
    seen[1] = (int)hutch_tick();
    seen[2] = hutch_listed_pool(0) == &things_pool;
    return seen[3] == 20 && seen[1] == 42 && seen[2] == 1 ? 0 : 1;
}
"""
SEEN = "extern volatile int seen[4];\n"
MACROS = {"fault": SEEN + "HUTCH_ON_FAULT(fault) { seen[3] = fault->code; }\n", "tick": "HUTCH_TICK() { return 42; }\n",
          "list": "HUTCH_POOL_LIST(&things_pool);\n"}
# Without the macros: called only if the linker needs the file for another reason.
PLAIN = {"fault": SEEN + "void hutch_on_fault(const struct hutch_fault *fault) { seen[3] = fault->code; }\n",
         "tick": "unsigned long hutch_tick(void) { return 42; }\n", "list": ""}
ORDERS = {"the program's library first": "app.a hutch.a", "hutch's first": "hutch.a app.a",
          "both in a group": "-Wl,--start-group hutch.a app.a -Wl,--end-group", "hutch as objects": "OBJECTS app.a"}
PIECES = " -ffunction-sections -fdata-sections"
HERE_RUN = [("gcc -O2", ""), ("gcc -O0", ""), ("gcc -O1 -DHUTCH_CFG_CHECK=2 -DHUTCH_PORT_TRAP()=", ""), ("gcc -O2", "-fuse-ld=gold"),
            ("clang -O2", "-fuse-ld=lld"), ("clang -O2 -flto", "-fuse-ld=lld"), ("g++ -O2 -x c++", ""),
            ("gcc -O2 -flto", " ".join(f"-Wl,-u,hutch_{name}_of_program" for name in ("on_fault", "tick", "pool_list")))]
CROSS = [("arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -ffreestanding -Os", "cortex_m", "-nostdlib -Wl,-e,main"),
         ("avr-gcc -mmcu=atmega328p -Os", "avr", ""),
         ("riscv64-unknown-elf-gcc -march=rv32imac_zicsr -mabi=ilp32 -ffreestanding -Os", "riscv", "-nostdlib -Wl,-e,main")]


def call(words, folder, text=None):
    done = subprocess.run(words, cwd=folder, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def must(words, folder, text=None):
    code, out = call(words, folder, text)
    if code != 0:
        sys.exit(f"{' '.join(words)}: {out}")
    return out


def tool(compiler, name):
    prefix = re.match(r"(\S+-)gcc", compiler)
    return (prefix.group(1) if prefix else "llvm-" if "clang" in compiler else "gcc-" if "-flto" in compiler and name == "ar" else "") + name


def compiled(folder, compiler, port, name, text):
    must([*compiler.split(), *PIECES.split(), "-I" + ROOT + "/include", "-I" + ROOT + "/port/" + port, "-c",
          *([] if "-x" in compiler else ["-x", "c"]), "-", "-o", name + ".o"], folder, text)
    return name + ".o"


def library(folder, compiler, port):
    """hutch.a, and its objects."""
    objects = []
    for where in ("src", "port/" + port):
        for name in sorted(os.listdir(os.path.join(ROOT, where))):
            if name.endswith(".c"):
                text = f'#include "{ROOT}/{where}/{name}"\n'
                objects.append(compiled(folder, compiler.replace("g++ ", "gcc ").replace(" -x c++", "") + " -w -I" + ROOT + "/src", port, name[:-2], text))
    must([tool(compiler, "ar"), "rcs", "hutch.a", *objects], folder)
    return objects


def linked(folder, compiler, flags, files, objects):
    order = files.replace("OBJECTS", " ".join(objects))
    return call([*re.sub(r"-x c\+\+", "", compiler).split(), "main.o", *order.split(), *flags.split(), "-Wl,--gc-sections", "-o", "program"], folder)


def run(folder):
    return call(["./program"], folder)


def bytes_of(folder, compiler):
    return must([tool(compiler, "size"), "program"], folder).splitlines()[1].split()[:3]


def replaced(folder, compiler, flags, objects, pieces, is_found):
    """What the program defines is called, in each order; or, as a control, the default is."""
    must([tool(compiler, "ar"), "rcs", "app.a", *pieces], folder)
    for order, files in ORDERS.items():
        code, out = linked(folder, compiler, flags, files, objects)
        if code == 0:
            code, out = is_found(folder)
        yield order, code == 0, out


def native(folder, compiler, flags):
    objects = library(folder, compiler, "host")
    compiled(folder, compiler, "host", "main", MAIN)
    pieces = [compiled(folder, compiler, "host", name, POOL + text) for name, text in MACROS.items()]
    for order, is_ok, why in replaced(folder, compiler, flags, objects, pieces, run):
        result(is_ok, f"{compiler} {flags}".strip() + f": handler, clock and list are the program's, {order}", why)
    os.remove(os.path.join(folder, "app.a"))
    code, out = linked(folder, compiler, flags, "hutch.a", objects)
    result(code == 0, f"{compiler} {flags}".strip() + ": a program that defines none of them links", out)


def control(folder):
    objects = library(folder, "gcc -O2", "host")
    compiled(folder, "gcc -O2", "host", "main", MAIN)
    pieces = [compiled(folder, "gcc -O2", "host", name, POOL + text) for name, text in PLAIN.items()]
    found = [is_ok for _, is_ok, _ in replaced(folder, "gcc -O2", "", objects, pieces, run)]
    result(not any(found), "control: without the macros the defaults are called")


def cross(folder, compiler, port, flags):
    objects = library(folder, compiler, port)
    compiled(folder, compiler, port, "main", MAIN)
    pieces = [compiled(folder, compiler, port, name, POOL + text) for name, text in MACROS.items()]

    def found(where):
        at = {words[2]: words[0] for words in map(str.split, must([tool(compiler, "nm"), "program"], where).splitlines()) if len(words) == 3}
        pairs = [("hutch_on_fault",) * 2, ("hutch_tick",) * 2, ("hutch_pool_list", "hutch_pool_list_length")]
        wrong = [name for name, real in pairs if at.get(name + "_of_program", 0) != at.get(real, 1)]
        return len(wrong), f"not the program's: {wrong}"

    for order, is_ok, why in replaced(folder, compiler, flags, objects, pieces, found):
        result(is_ok, f"{compiler}: handler, clock and list are the program's, {order}", why)
    linked(folder, compiler, flags, "hutch.a", objects)
    size = bytes_of(folder, compiler)
    must([*compiler.split(), *PIECES.split(), "-I" + ROOT + "/include", "-I" + ROOT + "/port/" + port, "-S", "-x", "c", "-", "-o", "main.s"], folder, MAIN)
    with open(os.path.join(folder, "main.s"), encoding="utf-8") as file:
        text, seeks = re.subn(r"\s*\.globl \w+_of_program\n", "\n", file.read())
    must([*compiler.split(), "-c", "-x", "assembler", "-", "-o", "main.o"], folder, text)
    linked(folder, compiler, flags, "hutch.a", objects)
    result(seeks == 3 and bytes_of(folder, compiler) == size, f"{compiler}: a program that defines none of them has not a byte more",
                f"{seeks} references, {size}")


def main():
    for compiler, flags in HERE_RUN:
        with tempfile.TemporaryDirectory() as folder:
            native(folder, compiler, flags)
    with tempfile.TemporaryDirectory() as folder:
        control(folder)
    for compiler, port, flags in CROSS:
        with tempfile.TemporaryDirectory() as folder:
            cross(folder, compiler, port, flags)
    return end()


if __name__ == "__main__":
    sys.exit(main())
