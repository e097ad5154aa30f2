# SPDX-License-Identifier: MIT
# measure.py - builds the programs behind rows.txt for every target, and counts their bytes.

import concurrent.futures
import fcntl
import functools
import glob
import hashlib
import json
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, "build", "size")
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
import compiled  # noqa: E402  (of tests/tools)
from cpu_time import call  # noqa: E402

OPTIMISATIONS = ("-Os", "-O2")
OBJECT_BYTES = 24  # struct object of row.c

COMMON = "-std=c99 -ffreestanding -fno-asynchronous-unwind-tables -fno-stack-protector -pipe".split()
LINK = "-nostdlib -Wl,--gc-sections,--build-id=none,-e,probe".split()


class Target:
    def __init__(self, name, port, cross, flags, find_first=()):
        self.name, self.port, self.cross, self.flags = name, port, cross, flags.split()
        self.find_first = list(find_first)  # what .base keeps of src/hutch_bits.c

    @property
    def compiler(self):
        return self.cross + "gcc"

    def version(self):
        """The compiler's name and version; None when it is not here."""
        if shutil.which(self.compiler) is None:
            return None
        return f"{call([self.compiler, '-dumpmachine']).strip()} gcc {call([self.compiler, '-dumpfullversion']).strip()}"


TARGETS = [
    Target("Cortex-M0", "cortex_m", "arm-none-eabi-", "-mcpu=cortex-m0 -mthumb", find_first=["hutch_bits_table"]),
    Target("Cortex-M3", "cortex_m", "arm-none-eabi-", "-mcpu=cortex-m3 -mthumb"),
]


class Row:
    def __init__(self, name, above, words, text):
        self.name, self.above, self.text = name, above, text
        self.keeps = [word[1:] for word in words if word.startswith("+")]
        self.source = next((word for word in words if word.endswith(".c")), "row.c")
        self.flags = [word for word in words if word.startswith("-")]
        macros = [word for word in words if not word.startswith(("+", "-")) and word != self.source]
        self.options = tuple(word for word in macros if word.startswith("HUTCH_CFG_"))
        self.macros = [word for word in macros if not word.startswith("HUTCH_CFG_")]
        self.capacity = next((int(word.split("=")[1]) for word in macros if word.startswith("CAPACITY=")), 0)
        self.slot_bytes = 0 if "USE_IDS" in macros else self.capacity * OBJECT_BYTES
        self.is_shown = not name.startswith(".")


def read_rows():
    rows = []
    with open(os.path.join(HERE, "rows.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, above, words, text = (field.strip() for field in line.split("|"))
                rows.append(Row(name, above, words.split(), text))
    for row in rows:  # what the row below keeps, this one has too; rows stand in that order
        row.keeps = [symbol for below in rows if below.name == row.above for symbol in below.keeps] + row.keeps
    return rows


def compile_flags(target, optimisation, options):
    return COMMON + target.flags + [optimisation, "-Iinclude", "-Iport/" + target.port] + ["-D" + o for o in options]


@functools.lru_cache(maxsize=None)
def symbols_of(target, archive):
    """{name in C: name for the linker}: HUTCH_ABI puts the options that are not usual after a name."""
    names = re.findall(r"^[0-9a-f]+ [A-Z] (\S+)$", call([target.cross + "nm", "-g", "--defined-only", archive]), re.M)
    return {re.sub("_[A-Z].*", "", name): name for name in names}


def bytes_of(target, program):
    """(flash, RAM) of a program: what is stored, and its variables. Padding between those is left out, because it depends on
    what else the program has."""
    variables = re.findall(r"^[0-9a-f]+ ([0-9a-f]+) [bBdD] ", call([target.cross + "nm", "-S", program]), re.M)
    return compiled.flash(target.cross, program), sum(int(length, 16) for length in variables)


def build_row(target, optimisation, row, archive, folder):
    """(flash, RAM) of the row's whole program, the objects' own bytes left out"""
    program = os.path.join(folder, row.name.strip(".") + ".elf")
    symbols = symbols_of(target, archive)
    keeps = [symbols[symbol] for name in row.keeps
             for symbol in (target.find_first if name == "find_first" else [name])]
    call([target.compiler] + compile_flags(target, optimisation, row.options) + ["-D" + m for m in row.macros] + row.flags +
        [os.path.join(HERE, row.source)] + LINK + ["-Wl,-u," + symbol for symbol in keeps] +
        [archive, "-lgcc", "-o", program], ROOT)
    flash, ram = bytes_of(target, program)
    return flash, ram - row.slot_bytes


def measure_build(target, optimisation, rows):
    """{row name: [flash, RAM]} of one target and optimisation, each counted above the row that it names"""
    archives, whole = {}, {}
    for row in rows:
        if row.options not in archives:
            folder = os.path.join(BUILD, target.name, optimisation, "_".join(row.options) or "default")
            os.makedirs(folder, exist_ok=True)
            sources = sorted(glob.glob("src/*.c", root_dir=ROOT) + glob.glob(f"port/{target.port}/*.c", root_dir=ROOT))
            words = [target.compiler, *compile_flags(target, optimisation, row.options), "-ffunction-sections", "-fdata-sections"]
            archives[row.options] = (compiled.archive(words, sources, folder, ROOT), folder)
        archive, folder = archives[row.options]
        whole[row.name] = build_row(target, optimisation, row, archive, folder)
    figures = {}
    for row in rows:
        if row.is_shown:
            below = whole[row.above]
            figures[row.name] = [whole[row.name][0] - below[0], whole[row.name][1] - below[1]]
    return figures


def state_of_inputs(versions):
    digest = hashlib.sha256(json.dumps(versions).encode())
    for pattern in ("include/hutch/*.h", "include/hutch/*/*.h", "src/*.c", "port/*/*.[ch]", "tests/size/*"):
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    digest.update(path[len(ROOT):].encode() + b"\0" + file.read() + b"\0")
    return digest.hexdigest()


@functools.lru_cache(maxsize=None)
def measure():
    """Measures, or waits until another process has: two suites may ask at the same time."""
    os.makedirs(BUILD, exist_ok=True)
    with open(os.path.join(BUILD, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return measure_alone()


def measure_alone():
    """{"versions": {target: text}, "figures": {target: {optimisation: {row: [flash, RAM]}}}}; kept until an input changes"""
    versions = {target.name: target.version() for target in TARGETS}
    state = state_of_inputs(versions)
    cache = os.path.join(BUILD, "figures.json")
    if os.path.exists(cache):
        with open(cache, encoding="utf-8") as file:
            result = json.load(file)
        if result["state"] == state:
            return result
    rows = read_rows()
    figures = {target.name: {} for target in TARGETS if versions[target.name]}
    jobs = [(target, optimisation) for target in TARGETS if versions[target.name] for optimisation in OPTIMISATIONS]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for (target, optimisation), got in zip(jobs, pool.map(lambda job: measure_build(*job, rows), jobs)):
            figures[target.name][optimisation] = got
    result = {"state": state, "versions": versions, "figures": figures}
    with open(cache, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)
    return result
