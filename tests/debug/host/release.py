#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# release.py - a release build gains nothing from the debug layer: compiles the library and a program that uses it, for
# M0 and M3, from the sources and from a copy without debug.h in which every debug branch is 0, and compares the
# bytes and instructions; then breaks one guard to show that the comparison notices. Run from the root; prints TAP.

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, os.pardir, "tools"))
from tap_out import end, result  # noqa: E402  (of tests/tools)

PROGRAM = os.path.join(HERE, "released.c")
TOOLS = "arm-none-eabi-"
GUARD = "HUTCH_CFG_CHECK >= 2"
CONVERSE = "HUTCH_CFG_CHECK < 2"


def copy(folder, change):
    for path in glob.glob("include/hutch/**/*.h", recursive=True) + glob.glob("src/*.[ch]"):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8") as file:
            file.write(change(path, text))
    return folder


def without_debug(path, text):
    if path.endswith("/debug.h"):  # release builds take from it what it includes
        return "\n".join(re.findall("^#include .*", text, re.M)) + "\n"
    return text.replace(GUARD, "0").replace(CONVERSE, "1")


def with_open_guard(_, text):
    return text.replace(f"({GUARD} || HUTCH_CFG_STATS >= 2 || (HUTCH_SERVES_ANY", "(1 || (HUTCH_SERVES_ANY")  # in hooks.h


def code_of_all(root, flags, folder):
    return {os.path.basename(source): code_of(source, root, flags, folder)
            for source in [PROGRAM] + sorted(glob.glob(os.path.join(root, "src", "*.c")))}


def code_of(source, root, flags, folder):
    """(bytes, instructions); not which ones: what the compiler shares depends on the order of declarations."""
    target = os.path.join(folder, "object.o")
    subprocess.run([TOOLS + "gcc", "-std=gnu99", "-w", "-mthumb", "-ffreestanding", "-ffunction-sections", *flags,
                    "-I" + os.path.join(root, "include"), "-Iport/cortex_m", "-c", source, "-o", target], check=True)
    said = subprocess.run([TOOLS + "objdump", "-h", "-d", target], stdout=subprocess.PIPE, text=True, check=True).stdout
    sizes = re.findall(r"^ *\d+ \.(?:text|rodata|data|bss)\S* +(\S+)", said, re.M)
    return sum(int(size, 16) for size in sizes), len(re.findall(r"^ +\w+:\t", said, re.M))


def main():
    with tempfile.TemporaryDirectory() as folder:
        bare = copy(os.path.join(folder, "bare"), without_debug)
        broken = copy(os.path.join(folder, "broken"), with_open_guard)
        for cpu in "cortex-m0", "cortex-m3":
            for level in "-O2", "-Os":
                for check in 0, 1:
                    flags = ["-mcpu=" + cpu, level, f"-DHUTCH_CFG_CHECK={check}"]
                    wanted = code_of_all(bare, flags, folder)
                    got = code_of_all(".", flags, folder)
                    larger = [name for name in got if got[name][0] > wanted[name][0] or got[name][1] > wanted[name][1]]
                    result(not larger, f"{cpu} {level} with checks at {check}: not one byte of {len(got)} objects comes from the debug layer",
                           "larger: " + " ".join(larger))
        flags = ["-mcpu=cortex-m3", "-Os", "-DHUTCH_CFG_CHECK=1"]
        is_noticed = code_of(PROGRAM, broken, flags, folder) > code_of(PROGRAM, bare, flags, folder)
        runs = code_of(PROGRAM, ".", flags, folder)
        plain = code_of(PROGRAM, ".", flags + ["-DHUTCH_POOL_RUNS=HUTCH_POOL"], folder)
        result(runs == plain, "a pool of runs is HUTCH_POOL in a release build")
        result(is_noticed, "a debug branch whose guard is open is noticed")
        shutil.rmtree(bare)
    return end()


if __name__ == "__main__":
    raise SystemExit(main())
