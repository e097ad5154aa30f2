#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# consoles.py - the games of the page "Start on your console": compiled for their consoles, and played on this machine with
# stand-ins for the consoles' own headers.

import functools
import glob
import os

import ways
import compiled  # of tests/tools, by ways

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
ARM = ["-mthumb", "-O2", "-ffunction-sections", *WARNINGS]
GXX = ["arm-none-eabi-g++", "-fno-exceptions", "-fno-rtti"]
PORT = ["-I", "hutch/port/auto"]
# The rest is what each kit hands to its compiler.
LCC = ["sdcc", "-msm83", "--no-std-crt0", "--fsigned-char", "--use-stdout", "--no-optsdcc-in-asm", "-D__PORT_sm83", "-D__TARGET_gb"]
BUTANO = ["-std=c++23", "-fno-threadsafe-statics", "-mthumb-interwork", "-Wpedantic", "-Wshadow", "-Wundef", "-Wduplicated-cond",
          "-Wduplicated-branches", "-Wlogical-op", "-Wnull-dereference", "-Wswitch-default", "-Wuseless-cast", "-Wnon-virtual-dtor",
          "-Woverloaded-virtual"]
PLAYDATE = ["-std=gnu11", "-DTARGET_PLAYDATE=1", "-DTARGET_EXTENSION=1", "-mcpu=cortex-m7", "-mfloat-abi=hard", "-mfpu=fpv5-sp-d16",
            "-mword-relocations", "-fno-common", "-Wstrict-prototypes", "-Wdouble-promotion"]
# Where bullets begin, how far they fly in a frame, where they end, how many there are; and how the file is compiled.
GAMES = {
    "gameboy.c": (8, 4, 168, 8, [*LCC, "-I", "hutch/port/sm83"]),
    "gba.c": (0, 3, 240, 16, ["arm-none-eabi-gcc", "-mcpu=arm7tdmi", "-mthumb-interwork", *ARM, *PORT]),
    "butano.cpp": (-120, 3, 120, 16, [*GXX, "-mcpu=arm7tdmi", *ARM, *BUTANO]),
    "playdate.c": (0, 5, 400, 32, ["arm-none-eabi-gcc", *ARM, *PLAYDATE, *PORT]),
    "picosystem.cpp": (0, 3, 120, 16, [*GXX, "-std=c++17", "-mcpu=cortex-m0plus", *ARM, "-I", "hutch/port/rp2040"]),
}
FRAMES = 200


def expected(start, step, end, capacity):
    """Where the bullets of each frame are."""
    flying = []
    for frame in range(FRAMES):
        if frame % 2 == 0 and len(flying) < capacity:
            flying.append(start)
        flying = [x + step for x in flying if x + step < end]
        yield flying


def options(folder):
    return ["-I", os.path.join(folder, "hutch/include"), "-I", os.path.join(folder, "hutch/port/sinks"),
            "-I", os.path.join(ways.HERE, "consoles/stand_in")]


def of_makefile(folder, name):
    """The USERFLAGS of a game's NAME.mk, if it has one: as make sees them from a folder below the project, where kits call it."""
    path = os.path.join(ways.HERE, "consoles", os.path.splitext(name)[0] + ".mk")
    if not os.path.exists(path):
        return []
    makefile, below = os.path.join(folder, "Makefile"), os.path.join(folder, "build")
    os.makedirs(below, exist_ok=True)
    with open(path, encoding="utf-8") as file:
        ways.write(makefile, file.read() + "print:\n\t@echo $(USERFLAGS)\n")
    return ways.run(["make", "-s", "-f", makefile, "print"], below).split()


def compiles(name):
    def test(folder):
        words = [os.path.join(folder, word) if word.startswith("hutch/") else word for word in GAMES[name][-1]]
        text = ways.run([*words, *of_makefile(folder, name), *options(folder), "-c", os.path.join(ways.HERE, "consoles", name), "-o", os.path.join(folder, name + ".rel")])
        ways.must_be_silent(text)
    return f"{name} compiles for its console without a warning", test


@functools.cache
def library(folder, hutch, *more):
    sources = [*glob.glob(hutch + "/src/*.c"), hutch + "/port/host/hutch_port.c"]
    return compiled.objects(["gcc", "-O1", *more, "-I", hutch + "/include", "-I", hutch + "/port/host"], sources, os.path.join(folder, "library" + "".join(more)))


def plays(name, more=()):
    def test(folder):
        program = os.path.join(folder, "game")
        hutch = os.path.join(folder, "hutch")
        objects = library(folder, hutch, *more)
        compiler = ["g++", "-std=c++20"] if name.endswith(".cpp") else ["gcc", "-std=gnu99"]
        ways.run([*compiler, "-O1", *more, *WARNINGS, "-I", hutch + "/port/host", *options(folder), os.path.join(ways.HERE, "consoles", name),
                  *objects, "-o", program])
        frames = [[int(x) for x in line.split()] for line in ways.run([program]).split("\n")[:-1]]
        for frame, (found, wanted) in enumerate(zip(frames, expected(*GAMES[name][:-1]))):
            ways.must_be(sorted(found), sorted(wanted), f"what frame {frame} shows")
        ways.must_be((len(frames), max(map(len, frames))), (FRAMES, GAMES[name][3]), "the number of frames and the most bullets")
    return f"{name} plays {FRAMES} frames on this machine{', as a debug build' if more else ''}: bullets fly, are refused, and leave", test


ways.main([test for name in GAMES for test in (compiles(name), plays(name), plays(name, ("-DHUTCH_CFG_CHECK=2",)))])
