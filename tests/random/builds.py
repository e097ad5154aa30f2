# SPDX-License-Identifier: MIT
# builds.py - the compilers, CPUs and options that random programs are run with.

import hashlib
import os
import platform
import random
import shlex
import shutil
import subprocess
import threading

from shapes import Config, random_config

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OUT = os.path.join("build", "random")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wno-unused-function", "-Werror"]
FOLLOWED = ["-Wno-stringop-overflow", "-Wno-array-bounds"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
WIDTHS = [8, 16, 32, 64]


class Row:
    """A compiler with its flags, and how its programs are run."""

    def __init__(self, command, runner="", widths=WIDTHS, port="host", atomic_widths=WIDTHS):
        self.cc, *self.flags = command.split()
        self.runner, self.widths, self.port, self.atomic_widths = runner.split(), widths, port, atomic_widths
        self.cxx = {"gcc": "g++", "clang": "clang++"}[self.cc] if self.cc in ("gcc", "clang") and "-m32" not in self.flags else None
        self.link = ["-lpthread"]
        self.libs = []
        self.sources = ["tests/unit/host/board.c"]


NARROW = [8, 16, 32]
ROWS = {f"{cc}{level}": Row(f"{cc} {level}") for cc in ("gcc", "clang") for level in ("-O0", "-O1", "-O2", "-O3", "-Os")}
ROWS.update({
    "gcc-m32-O2": Row("gcc -m32 -static -O2", "qemu-i386", NARROW),
    "clang-m32-Os": Row("clang -m32 -static -Os", "qemu-i386", NARROW),
    "gcc-sanitized": Row("gcc -O1 -g1 " + " ".join(SANITIZERS)),
    "clang-sanitized": Row("clang -O1 -g1 " + " ".join(SANITIZERS)),
    "powerpc": Row("powerpc-linux-gnu-gcc -static -O2", "qemu-ppc", NARROW),
    "s390x": Row("s390x-linux-gnu-gcc -static -O2", "qemu-s390x"),
    "arm": Row("arm-linux-gnueabihf-gcc -static -O2", "qemu-arm", NARROW),
    "thumb": Row("arm-linux-gnueabihf-gcc -static -mthumb -Os", "qemu-arm", NARROW),
    "riscv64": Row("riscv64-linux-gnu-gcc -static -O2", "qemu-riscv64", atomic_widths=[32, 64]),
    "aarch64": Row("aarch64-linux-gnu-gcc -static -O3", "qemu-aarch64"),
})
PORTABLE = "-DHUTCH_HOST_PORTABLE_FIRST_SET"

# What `make test-ci` runs: seed N is row N modulo the number of rows. Each has a library to itself.
QUICK = [
    ("gcc-O2", dict(stats=1)),
    ("clang-O2", dict(stats=1, word=64, ref_bits=16)),
    ("gcc-O3", dict(stats=2, word=8, more=[PORTABLE])),
    ("gcc-sanitized", dict(stats=1, ref_bits=16, language="c11")),
    ("clang-Os", dict(stats=0, check=1, word=16, register=1, small=1, language="c++20")),
    ("gcc-m32-O2", dict(stats=1, check=0)),
    ("gcc-O1", dict(stats=1, check=2, late_reuse=0, word=8, ref_bits=16)),
    ("powerpc", dict(stats=1, ref_bits=16)),
    ("mps2-an385", dict(stats=1)),
    ("clang-sanitized", dict(stats=1, check=2, late_reuse=1)),
]
FIRST_LONG = 1000  # seeds from here on choose their row and their options
BATCH = 8  # so many of them share a library
BOARDS = ["mps2-an385"]
LONG = [*ROWS, *BOARDS]


def board_row(name):
    """A board's row, from what `make` has written about it."""
    path = os.path.join(ROOT, OUT, name + ".board")
    if not os.path.exists(path):
        subprocess.run(["make", "-s", "--no-print-directory", os.path.join(OUT, name + ".board")], cwd=ROOT, check=True)
    with open(path, encoding="utf-8") as file:
        values = dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)
    row = Row(values["cc"] + " " + values["cflags"], values["run"], NARROW, values["port"])
    row.link, row.sources, row.libs = shlex.split(values["ldflags"]), values["sources"].split(), values["libs"].split()
    return row


def row_of(name):
    if name not in ROWS:
        ROWS[name] = board_row(name)
    return ROWS[name]


def choose(seed):
    """(row's name, options) of a seed: the same on every machine."""
    if seed < FIRST_LONG:
        name, values = QUICK[seed % len(QUICK)]
        return name, Config(**values)
    rng = random.Random(seed // BATCH)
    name = rng.choice(LONG)
    config = random_config(rng, NARROW if name in BOARDS else ROWS[name].widths)
    if rng.random() < 0.2:
        config.more = (PORTABLE,)
    return name, config


def fit(config, name):
    """Takes from the options what a row cannot do."""
    row = row_of(name)
    if config.word not in row.widths:
        config.word = 32
    if config.language == "c++20" and row.cxx is None:
        config.language = "c99"
    config.has_lock_free = config.word in row.atomic_widths
    config.wait = row.port == "host" and not row.runner


def c_files(folder):
    return sorted(f"{folder}/{f}" for f in os.listdir(os.path.join(ROOT, folder)) if f.endswith(".c"))


class Builder:
    def __init__(self):
        self.locks, self.lock = {}, threading.Lock()
        self.digest = self.library_digest()

    @staticmethod
    def library_digest():
        digest = hashlib.sha256()
        for folder in ("include", "src", "port", os.path.join("tests", "random", "rig"), os.path.join("boards", "cortexm")):
            for path, _, names in sorted(os.walk(os.path.join(ROOT, folder))):
                for name in sorted(names):
                    with open(os.path.join(path, name), "rb") as file:
                        digest.update(name.encode() + file.read())
        return digest.hexdigest()

    def run(self, command, where, seconds=300):
        done = subprocess.run(command, cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=seconds, check=False)
        if done.returncode != 0:
            raise BuildError(" ".join(command) + "\n" + done.stdout.decode(errors="replace")[:4000])

    def common(self, row, config):
        paths = ["include", os.path.join("port", row.port), "boards", os.path.join("tests", "random", "rig")]
        return [*row.flags, *config.defines(), *(f"-I{os.path.join(ROOT, path)}" for path in paths)]

    def library(self, name, config):
        """The folder of the objects that every program of this row and these options is linked to."""
        row = row_of(name)
        key = hashlib.sha256(repr((self.digest, name, row.flags, config.defines())).encode()).hexdigest()[:16]
        folder = os.path.join(ROOT, OUT, "lib-" + key)
        with self.lock:
            lock = self.locks.setdefault(key, threading.Lock())
        with lock:
            if not os.path.exists(folder):
                self.build_library(row, config, f"{folder}.{os.getpid()}")
                try:
                    os.rename(f"{folder}.{os.getpid()}", folder)  # whole or not at all, for whoever else runs
                except OSError:
                    shutil.rmtree(f"{folder}.{os.getpid()}")
        return folder

    def build_library(self, row, config, folder):
        objects = []
        for part, sources in (("src", c_files("src")), ("port", c_files(os.path.join("port", row.port))),
                              ("rig", ["tests/random/rig/rig.c", *row.sources])):
            where = os.path.join(folder, part)  # objects of one name: each part has a folder
            os.makedirs(where, exist_ok=True)
            if sources:
                self.run([row.cc, "-std=gnu99", *self.common(row, config), "-c", *(os.path.join(ROOT, f) for f in sources)], where)
            objects += [os.path.join(part, f) for f in sorted(os.listdir(where)) if f.endswith(".o")]
        self.run([row.cc.replace("gcc", "ar") if row.cc.endswith("-gcc") else "ar", "rcs", "lib.a", *objects], folder)

    def program(self, name, config, folder):
        """Compiles the program in `folder`; returns the command that runs it."""
        row, library = row_of(name), self.library(name, config)
        is_cxx = config.language == "c++20"
        compiler = row.cxx if is_cxx else row.cc
        language = ["-x", "c++", "-Wno-missing-field-initializers"] if is_cxx else ["-x", "c"]
        sources = [f for f in ("program.c", "more.c") if os.path.exists(os.path.join(folder, f))]
        rig = os.path.join(library, "rig")
        warnings = WARNINGS + ([] if row.cc == "clang" else FOLLOWED)
        self.run([compiler, f"-std={config.language}", *warnings, *self.common(row, config), *language, *sources, "-x", "none",
                  *(os.path.join(rig, f) for f in sorted(os.listdir(rig))), os.path.join(library, "lib.a"),
                  *(os.path.join(ROOT, f) if f.startswith("boards/") else f for f in row.link), *row.libs, "-o", "program"], folder)
        return [*row.runner, "./program"]


class BuildError(Exception):
    """The compiler refused a program, or warned."""


def is_here(name):
    """Whether a row's compiler and emulator are on this machine."""
    row = row_of(name)
    if "-m32" in row.flags and platform.machine() != "x86_64":
        return False
    return all(shutil.which(tool) for tool in [row.cc, *row.runner[:1]])
