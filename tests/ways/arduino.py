#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# arduino.py - the ZIP of `make arduino`: the builder of the Arduino IDE compiles its example, and an emulated Uno runs it.

import glob
import os
import re
import subprocess
import zipfile

import ways

UNO_FLASH_MAX = 2400
# Two things that Debian's packages lack; the Arduino IDE needs neither.
CTAGS = ('tools.ctags.pattern="{cmd.path}" -u --language-force=c++ -f - --c++-kinds=svpf --fields=KSTtzns --line-directives '
         '"{source_file}"')
PREFERENCES = ["tools.ctags.path=/usr/bin", "tools.ctags.cmd.path=/usr/bin/arduino-ctags", CTAGS,
               "compiler.cpp.extra_flags=-DDECIMAL_DIG=9"]
HARDWARE = "/usr/share/arduino/hardware"
FIRST_LINES = 40


def library(folder):
    """The folder of libraries, with what the ZIP holds."""
    libraries = os.path.join(folder, "libraries")
    if not os.path.exists(libraries):
        hutch = os.path.join(folder, "hutch")
        ways.run(["make", "-s", "arduino"], hutch)
        with zipfile.ZipFile(os.path.join(hutch, "build/hutch-arduino.zip")) as archive:
            archive.extractall(libraries)
    return libraries


def build(folder, board):
    """What the builder prints, and the program."""
    path = os.path.join(folder, board)
    os.makedirs(path, exist_ok=True)
    command = ["arduino-builder", "-compile", "-hardware", HARDWARE, "-tools", "/usr/bin", "-libraries", library(folder),
               "-fqbn", "arduino:avr:" + board, "-warnings", "all", "-build-path", path]
    text = ways.run(command + ["-prefs=" + word for word in PREFERENCES] +
                    [os.path.join(library(folder), "hutch/examples/Rabbits/Rabbits.ino")])
    return text, os.path.join(path, "Rabbits.ino.elf")


def flash_of(program):
    text, data = ways.run(["avr-size", program]).split("\n")[1].split()[:2]
    return int(text) + int(data)


def compiles(board):
    def test(folder):
        text, program = build(folder, board)
        # The core of Arduino has warnings of its own.
        ours = [line for line in text.split("\n") if "warning" in line.lower() and "/cores/" not in line]
        if ours:
            raise ways.Failure("\n".join(ours))
        print(f"# {board}: {flash_of(program)} bytes of flash")
    return f"the example compiles for the {board} without a warning", test


def flash(folder):
    used = flash_of(build(folder, "uno")[1])
    if used > UNO_FLASH_MAX:
        raise ways.Failure(f"{used} bytes")


def runs(folder):
    """simavr prints what the serial port sends, until it is stopped."""
    program = build(folder, "uno")[1]
    with subprocess.Popen(["simavr", "-m", "atmega328p", "-f", "16000000", program], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL) as emulator:
        text = b"".join(emulator.stdout.readline() for _ in range(FIRST_LINES)).decode(errors="replace")
        emulator.kill()
    counts = [int(number) for number in re.findall(r"(\d+)\.\.", text)]  # dots are the line's end
    # Every rabbit goes 7 steps, so after the first ones as many come as go.
    if len(counts) < FIRST_LINES // 2 or counts[:3] != [1, 2, 3] or max(counts) > 8 or counts[-1] < 3:
        raise ways.Failure(text)


def properties(folder):
    """What the specification of Arduino's libraries demands."""
    with open(os.path.join(library(folder), "hutch/library.properties"), encoding="utf-8") as file:
        found = dict(line.strip().split("=", 1) for line in file)
    ways.must_be(found["version"], ways.tree.version(ways.ROOT), "the version")
    missing = {"name", "author", "maintainer", "sentence", "paragraph", "category", "architectures"} - set(found)
    ways.must_be(sorted(missing), [], "what is missing in library.properties")
    ways.must_be(found["category"] in ("Data Storage", "Data Processing", "Other"), True, "that the category is Arduino's")
    for header in found["includes"].split(","):
        ways.must_be(len(glob.glob(os.path.join(library(folder), "hutch/src", header))), 1, f"the number of {header}")


ways.main([("library.properties has what Arduino demands, and hutch's version", properties), compiles("uno"),
           compiles("leonardo"), (f"the example takes at most {UNO_FLASH_MAX} bytes of flash on an Uno", flash),
           ("it runs on an emulated Uno", runs)])
