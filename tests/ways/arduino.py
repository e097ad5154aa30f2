#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# arduino.py - the ZIP of `make arduino`: the builder of the Arduino IDE compiles its examples, and an emulated Uno runs them.

import glob
import os
import re
import subprocess
import threading
import zipfile

import ways
import compiled  # of tests/tools, by ways

UNO_FLASH_MAX = 2400
# Two things that Debian's packages lack; the Arduino IDE needs neither.
CTAGS = ('tools.ctags.pattern="{cmd.path}" -u --language-force=c++ -f - --c++-kinds=svpf --fields=KSTtzns --line-directives '
         '"{source_file}"')
PREFERENCES = ["tools.ctags.path=/usr/bin", "tools.ctags.cmd.path=/usr/bin/arduino-ctags", CTAGS,
               "compiler.cpp.extra_flags=-DDECIMAL_DIG=9"]
HARDWARE = "/usr/share/arduino/hardware"
FIRST_LINES = 40
SECONDS = 60


def library(folder):
    """The folder of libraries, with what the ZIP holds."""
    libraries = os.path.join(folder, "libraries")
    if not os.path.exists(libraries):
        hutch = os.path.join(folder, "hutch")
        ways.run(["make", "-s", "arduino"], hutch)
        with zipfile.ZipFile(os.path.join(hutch, "build/hutch-arduino.zip")) as archive:
            archive.extractall(libraries)
    return libraries


def build(folder, board, example="Rabbits", flags=""):
    """What the builder prints, and the program."""
    path = os.path.join(folder, board + example + flags)
    os.makedirs(path, exist_ok=True)
    command = ["arduino-builder", "-compile", "-hardware", HARDWARE, "-tools", "/usr/bin", "-libraries", library(folder),
               "-fqbn", "arduino:avr:" + board, "-warnings", "all", "-build-path", path]
    preferences = PREFERENCES[:-1] + [f"{PREFERENCES[-1]} {flags}", "compiler.c.extra_flags=" + flags]
    text = ways.run(command + ["-prefs=" + word for word in preferences] +
                    [os.path.join(library(folder), f"hutch/examples/{example}/{example}.ino")])
    return text, os.path.join(path, example + ".ino.elf")


def compiles(board):
    def test(folder):
        for example in EXAMPLES:
            text, program = build(folder, board, example)
            # The core of Arduino has warnings of its own.
            ours = [line for line in text.split("\n") if "warning" in line.lower() and "/cores/" not in line]
            if ours:
                raise ways.Failure("\n".join(ours))
            print(f"# {example}, {board}: {compiled.flash('avr-', program)} bytes of flash")
    return f"the examples {', '.join(EXAMPLES)} compile for the {board} without a warning", test


def flash(folder):
    used = compiled.flash("avr-", build(folder, "uno")[1])
    if used > UNO_FLASH_MAX:
        raise ways.Failure(f"{used} bytes")


def output(folder, example, flags=""):
    """What the serial port sends, line by line, on an emulated Uno. simavr prints it, with dots at the end of a line."""
    program = build(folder, "uno", example, flags)[1]
    with subprocess.Popen(["simavr", "-m", "atmega328p", "-f", "16000000", program], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL) as emulator:
        patience = threading.Timer(SECONDS, emulator.kill)  # a sketch that says nothing ends no line
        patience.start()
        text = b"".join(emulator.stdout.readline() for _ in range(FIRST_LINES)).decode(errors="replace")
        patience.cancel()
        emulator.kill()
    return [re.sub(r"\x1b\[\d*m", "", line).rstrip("\r") for line in text.split("\n")[:-1]]


def runs_rabbits(lines):
    """Every rabbit goes 7 steps, so after the first ones as many come as go."""
    counts = [int(found.group(1)) for line in lines for found in [re.fullmatch(r"(\d+)\.\.", line)] if found]
    return len(counts) >= FIRST_LINES // 2 and counts[:3] == [1, 2, 3] and max(counts) <= 8 and counts[-1] >= 3


def runs_bullets(lines):
    """A release build knows no names on AVR: the line is the code. Then a line a frame, with as many bullets as it says."""
    frames = [found for line in lines for found in [re.match(r"([.>]{24}) (\d)\.\.", line)] if found]
    shown = all(found.group(1).count(">") >= int(found.group(2)) - 1 for found in frames)
    return "DOUBLE_RELEASE." in lines and len(frames) >= FIRST_LINES // 2 and shown and {found.group(2) for found in frames} >= {"1", "4"}


def runs_packets(lines):
    found = [re.fullmatch(r"packet from (\d+), wrong (\d+), lost (\d+)\.\.", line) for line in lines]
    firsts = [int(packet.group(1)) for packet in found if packet]
    return (len(firsts) >= FIRST_LINES // 2 and firsts[:3] == [1, 16, 31] and
            all(packet.group(2) == "0" and packet.group(3) == "0" for packet in found if packet))


def runs_objects(lines):
    """A foe lives for two of the loop's rounds and dies in the third, in which the aim is gone; then another one is the aim."""
    found = [re.fullmatch(r"(\d+) foes, aim at (\d+)\.\.", line) for line in lines]
    return [packet.groups() for packet in found if packet][:5] == [("1", "10"), ("2", "10"), ("2", "0"), ("2", "40"), ("2", "40")]


def runs(example, flags=""):
    def test(folder):
        lines = output(folder, example, flags)
        if not EXAMPLES[example](lines):
            raise ways.Failure("\n".join(lines))
    return f"{example} does on an emulated Uno what it shows", test


def debug_line(folder):
    """A debug build has names; its line and the default handler's come by the same sink."""
    lines = output(folder, "Bullets", "-DHUTCH_CFG_CHECK=2")
    if "bullets 0 DOUBLE_RELEASE." not in lines:
        raise ways.Failure("\n".join(lines))


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


EXAMPLES = {"Rabbits": runs_rabbits, "Bullets": runs_bullets, "Packets": runs_packets, "Objects": runs_objects}
ways.main([("library.properties has what Arduino demands, and hutch's version", properties), compiles("uno"),
           compiles("leonardo"), (f"Rabbits takes at most {UNO_FLASH_MAX} bytes of flash on an Uno", flash),
           *(runs(example) for example in EXAMPLES),
           ("a debug build of Bullets names pool and slot of the fault, by hutch_serial.h", debug_line)])
