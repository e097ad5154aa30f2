#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# links.py - what the linker refuses, and in which words: files that differ about a shared pool, or none of which defines it; a
# pool of one file that two files get from a header; with SDCC files of different options. That this takes no byte; and that
# HUTCH_CFG_REGISTER 1 lists pools where the linker drops sections. Prints TAP.

import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests", "tools"), os.path.join(ROOT, "tests", "check")]
import tree  # noqa: E402  (of tests/check)
from tap_out import end, result  # noqa: E402  (of tests/tools)

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I" + os.path.join(ROOT, "include")]
# Only what this file is about is linked: calls of the library are left open.
LINK = ["-nostdlib", "-static", "-Wl,-e,main", "-Wl,--unresolved-symbols=ignore-all", "-Qunused-arguments"]
ARM = ["--target=thumbv7m-none-eabi", "-ffreestanding"]
RISCV = ["-march=rv32imac_zicsr", "-mabi=ilp32", "-ffreestanding"]
# Name, compiler and its flags, port, how it links, the prefix of its `size` if its firmware is measured.
TOOLS = [("gcc, GNU ld", ["gcc", "-std=c99", "-fno-pie"], "host", [], None),
         ("g++, lld", ["g++", "-std=c++20", "-fno-pie", "-x", "c++"], "host", ["-fuse-ld=lld"], None),
         ("clang, GNU ld", ["clang", "-std=c11"], "host", [], None),
         ("clang, lld", ["clang", "-std=c99"], "host", ["-fuse-ld=lld"], None),
         ("clang for Cortex-M3, lld", ["clang", "-std=c99", *ARM], "cortex_m", [*ARM, "-fuse-ld=lld"], "arm-none-eabi-"),
         ("arm-none-eabi-gcc", ["arm-none-eabi-gcc", "-std=c99", "-mcpu=cortex-m3", "-mthumb"], "cortex_m", [], "arm-none-eabi-"),
         ("avr-gcc", ["avr-gcc", "-std=gnu99", "-mmcu=atmega328p"], "avr", [], "avr-"),
         ("riscv64-unknown-elf-gcc", ["riscv64-unknown-elf-gcc", "-std=c99", *RISCV], "riscv", RISCV, "riscv64-unknown-elf-")]
HEADER = """#include "hutch/hutch.h"
struct bullet { unsigned char bytes[SIZE]; };
extern const struct hutch_policy careful;
%s
DECLARE(bullets, struct bullet, CAPACITY OPTIONS);
#ifdef IDS
HUTCH_POOL_IDS_DECLARE(shots, 9);
#endif
"""
USER = HEADER + """
struct bullet *fire(void);
struct bullet *fire(void) { return bullets_acquire(); }
int main(void) { return fire() != NULL; }
"""
DEFINER = HEADER + "HUTCH_POOL_DEFINE(bullets);\n#ifdef IDS\nHUTCH_POOL_IDS_DEFINE(shots);\n#endif\n"
NOTHING = "#undef HUTCH_MUST_AGREE_\n#define HUTCH_MUST_AGREE_(kind, name, bytes)"
SAME = {"SIZE": "5", "CAPACITY": "12", "OPTIONS": "", "DECLARE": "HUTCH_POOL_DECLARE", "IDS": ""}
DIFFERENT = [("capacity", {"CAPACITY": "(sizeof(struct bullet) + 4u)"}), ("object_size", {"SIZE": "6"}),
             ("kind", {"DECLARE": "HUTCH_POOL_TRACKED_DECLARE"}),
             ("lock_and_options", {"OPTIONS": ", .lock = HUTCH_LOCK_IRQ"}),
             ("lock_and_options", {"OPTIONS": ", .policy = &careful"})]
LOCAL = "#pragma once\n#include \"hutch/hutch.h\"\nHUTCH_POOL(bullets, int, 4);\n"
LISTED = """#include "hutch/hutch.h"
HUTCH_POOL(cats, int, 4);
HUTCH_POOL_IDS(dogs, 4);
extern const struct hutch_pool *const __start_hutch_pools[], *const __stop_hutch_pools[];
int main(void) { return (int)(__stop_hutch_pools - __start_hutch_pools); }
"""
# For SDCC: options, and a value that differs from the default of a release build, or of a debug build.
DEBUG = ["-DHUTCH_CFG_CHECK=2"]
OPTIONS = [("CHECK", 0, []), ("CHECK", 2, []), ("STATS", 1, []), ("WORD_BITS", 16, []), ("REF_BITS", 32, []), ("NAMES", 1, []),
           ("ASSERT", 1, []), ("NOTES", 1, DEBUG), ("GUARD_BYTES", 8, DEBUG), ("POISON", 0, DEBUG),
           ("LATE_REUSE", 0, [*DEBUG, "-DHUTCH_CFG_NOTES=1"])]
SDCC = ["sdcc", "-msm83", "--std-c99", "-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "port", "sm83")]


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env=dict(os.environ, LC_ALL="C"))
    return done.returncode, done.stdout


def defines(different):
    return [f"-D{name}={value}" for name, value in {**SAME, **different}.items()]


class Tool:
    """One compiler and linker, at one level of optimisation."""

    def __init__(self, folder, row, level):
        self.name, self.command, self.port, self.linked, self.prefix = row
        self.folder, self.level = folder, level
        self.name += " " + level

    def compile(self, name, text, *flags):
        path, out = os.path.join(self.folder, name + ".c"), os.path.join(self.folder, name + ".o")
        tree.write(path, text)
        code, said = run([*self.command, self.level, *WARNINGS, "-I" + os.path.join(ROOT, "port", self.port), *flags, "-c", path,
                          "-o", out])
        if code != 0 or said:
            sys.exit(f"{self.name}: {said}")
        return out

    def link(self, objects, *flags):
        """What the linker says, "" when it makes a program."""
        words = [word for word in LINK if "clang" in self.command[0] or word != "-Qunused-arguments"]
        code, said = run([self.command[0], *(self.command[2:3] if self.port == "avr" else []), *self.linked, *words, *flags,
                          *objects, "-o", os.path.join(self.folder, "program")])
        return said if code != 0 else ""

    def bytes(self):
        code, said = run([self.prefix + "size", os.path.join(self.folder, "program")])
        return sum(map(int, said.splitlines()[1].split()[:3])) if code == 0 else said


def shared_pools(tool):
    """Yields (claim, what is wrong)."""
    small = ["-ffunction-sections", "-fdata-sections"]
    definer = tool.compile("definer", DEFINER % "", *defines({}), *small)
    said = tool.link([tool.compile("user", USER % "", *defines({}), *small), definer], "-Wl,--gc-sections")
    yield "files that agree about a shared pool link", said
    said = tool.link([tool.compile("user", USER % "", *defines({}), *small)], "-Wl,--gc-sections", "-Wl,--unresolved-symbols=report-all")
    yield ("a shared pool that no file defines does not link, and the missing name says what to write",
           "" if re.search(r"bullets_\w+_or_its_HUTCH_POOL_DEFINE_is_missing", said) else said or "it links")
    for what, different in DIFFERENT:
        if what == "lock_and_options" and "clang" in tool.command and tool.level == "-O0":
            continue  # there a file takes them from the descriptor
        said = tool.link([tool.compile("user", USER % "", *defines(different), *small), definer], "-Wl,--gc-sections")
        yield (f"files that differ about a shared pool's {what} ({''.join(different.values())}) do not link",
               "" if f"hutch_pool_bullets_must_have_the_same_{what}_in_every_file" in said else said or "they link")
    if tool.prefix:
        sizes = []
        for replaced in (NOTHING, ""):
            files = [tool.compile(name, text % replaced, *defines({})) for name, text in (("user", USER), ("definer", DEFINER))]
            sizes.append(tool.link(files) or tool.bytes())
        yield "that takes no byte, without --gc-sections either", "" if sizes[1] <= sizes[0] else str(sizes)


def pools_in_headers(tool):
    tree.write(os.path.join(tool.folder, "local.h"), LOCAL)
    other = "#include \"hutch/hutch.h\"\nHUTCH_POOL(bullets, int, 4);\n"
    of_header = tool.compile("first", "#include \"local.h\"\nint main(void) { return bullets_acquire() != NULL; }\n")
    said = tool.link([of_header, tool.compile("second", "#include \"local.h\"\n")])
    name = "hutch_pool_bullets_is_in_a_header_write_HUTCH_POOL_DECLARE_and_DEFINE"
    yield "a HUTCH_POOL that two files get from a header does not link", "" if name in said else said or "it links"
    yield "in a header of one file it does, beside another file's pool of that name", tool.link(
        [of_header, tool.compile("second", other)])


def has_retain(tool):
    """Whether the compiler can keep a variable whose section the linker may drop. Some gcc warn that they cannot."""
    path = os.path.join(tool.folder, "retain.c")
    tree.write(path, '__attribute__((used, retain)) int kept;\n')
    return not run([*tool.command, "-c", path, "-o", os.devnull])[1]


def listed_pools(tool):
    program = tool.compile("listed", LISTED, "-DHUTCH_CFG_REGISTER=1", "-ffunction-sections", "-fdata-sections")
    is_lld = "-fuse-ld=lld" in tool.linked
    for words in (["-Wl,--gc-sections"], ["-Wl,--gc-sections", "-Wl,-z,start-stop-gc"]):
        if (is_lld or len(words) > 1) and not has_retain(tool):
            continue  # as config.h says
        said = tool.link([program], *words)
        symbols = {} if said else {name: int(address, 16) for address, name in re.findall(
            r"^(\w+) \w (__st\w+_hutch_pools)$", run(["nm", os.path.join(tool.folder, "program")])[1], re.M)}
        word = {"host": 8, "avr": 2}.get(tool.port, 4)
        found = (symbols.get("__stop_hutch_pools", 0) - symbols.get("__start_hutch_pools", 0)) // word
        yield f"HUTCH_CFG_REGISTER 1 lists both pools with {' '.join(words)}", said or ("" if found == 2 else f"it lists {found}")


def sdcc_message(folder, user, definer):
    """What SDCC's linker says of two files and one of the library. Without the rest of the library it always says something."""
    names = []
    for name, text, options in (("user", USER, user), ("definer", DEFINER, definer), ("library", None, definer)):
        path = os.path.join(ROOT, "src", "hutch_bits.c")
        if text:
            path = os.path.join(folder, name + ".c")
            tree.write(path, text % "")
        names.append(os.path.join(folder, name + ".rel"))
        code, said = run([*SDCC, *options, "-c", path, "-o", names[-1]])
        if code != 0 or said:
            sys.exit("sdcc: " + said)
    code, said = run(["sdcc", "-msm83", *names, "-o", os.path.join(folder, "program.ihx")])
    return said if code != 0 else ""


def sdcc_cases(folder):
    both = defines({})
    said = sdcc_message(folder, both, both)
    yield "files that agree are not complained of", said if "Multiple definition" in said else ""
    for what, different in DIFFERENT:
        said = sdcc_message(folder, defines(different), both)
        yield (f"files that differ about a shared pool's {what} ({''.join(different.values())}) do not link",
               "" if f"Multiple definition of _hutch_pool_bullets_must_have_the_same_{what}_in_every_file" in said else said)
    for option, value, base in OPTIONS:
        other = base + [f"-DHUTCH_CFG_{option}={value}"] if option != "CHECK" else [f"-DHUTCH_CFG_CHECK={value}"]
        said = sdcc_message(folder, both + other, both + base)
        yield (f"{option} {value} beside a library without does not link",
               "" if f"Multiple definition of _HUTCH_CFG_{option}_must_be_the_same_in_every_file" in said else said)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for row in TOOLS:
            for level in ("-O0", "-Os"):
                tool = Tool(folder, row, level)
                for cases in (shared_pools, pools_in_headers, listed_pools):
                    for claim, wrong in cases(tool):
                        result(not wrong, f"{tool.name}: {claim}", wrong)
        for claim, wrong in sdcc_cases(folder):
            result(not wrong, f"sdcc: {claim}", wrong)
    return end()


if __name__ == "__main__":
    sys.exit(main())
