#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# costs.py - what debug builds cost, check by check and port by port: bytes of code, and instructions of one call
# in QEMU's trace. Makes a block of tests/debug/README.md, or finds that it is stale.
#
# usage: costs.py [--write] BOARD@ABOUT@COMPILER@FLAGS@SOURCES@EMULATOR ...     from the root; prints TAP

import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, os.pardir, os.pardir, folder) for folder in ("tools", "check")]
import cpu_time  # noqa: E402  (of tests/tools)
import generated  # noqa: E402  (of tests/check)
import tap_out  # noqa: E402

OBJECT_BYTES = 24
DEBUG = "-DHUTCH_CFG_CHECK=2 "
# what the row says: flags, bytes of an object
ROWS = {
    "`HUTCH_CFG_CHECK 1`": ("-DHUTCH_CFG_CHECK=1", OBJECT_BYTES),
    "`HUTCH_CFG_CHECK 2`": (DEBUG, OBJECT_BYTES),
    "... with `HUTCH_CFG_STATS 0`: no counters": (DEBUG + "-DHUTCH_CFG_STATS=0", OBJECT_BYTES),
    "... with `HUTCH_CFG_GUARD_BYTES 64`": (DEBUG + "-DHUTCH_CFG_GUARD_BYTES=64", OBJECT_BYTES),
    "... objects of 256 bytes": (DEBUG, 256),
    "... numbers, `HUTCH_POOL_IDS`: no guards, no poison": (DEBUG, 0),
}


class Board:
    """A board's program, built in many ways and run in its emulator."""
    def __init__(self, text, folder):
        self.name, about, self.compiler, flags, sources, emulator = (part.strip() for part in text.split("@"))
        self.cpu = re.split(r",| with ", about)[0]
        self.flags, self.sources, self.emulator, self.folder = flags.split(), sources.split(), emulator.split(), folder

    def tool(self, name):
        return self.compiler.replace("gcc", name)

    def build(self, flags, object_bytes):
        program = os.path.join(self.folder, "program.elf")
        subprocess.run([self.compiler, "-std=c99", "-ffunction-sections", "-fdata-sections", "-Iinclude", "-Iboards", *self.flags,
                        *flags.split(), f"-DOBJECT_BYTES={object_bytes}", os.path.join(HERE, "costs.c"), *self.sources,
                        "-lgcc", "-o", program], check=True)
        return program

    def address(self, program, symbol):
        said = subprocess.run([self.tool("nm"), program], stdout=subprocess.PIPE, text=True, check=True).stdout
        return next(int(words[0], 16) for words in (line.split() for line in said.split("\n")) if words[2:] == [symbol])

    def counts(self, program):
        """Instructions between the marks: of an acquire, a release, a check."""
        log, mark = os.path.join(self.folder, "trace"), self.address(program, "mark")
        done = cpu_time.run([*self.emulator, program, "-singlestep", "-d", "exec,nochain", "-D", log], 60,
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            raise SystemExit(f"Bail out! {self.name} ended with {done.returncode}")
        marks, count = [], 0
        with open(log, encoding="utf-8", errors="replace") as file:
            for line in file:
                place = re.search(r"\[[0-9a-f]+/([0-9a-f]+)/", line)
                if place:
                    count += 1
                    if int(place.group(1), 16) & ~1 == mark & ~1:
                        marks.append(count)
        nothing, *spans = [after - before for before, after in zip(marks, marks[1:])]
        return [span - nothing for span in spans]


def text_bytes(board, program):
    said = subprocess.run([board.tool("size"), program], stdout=subprocess.PIPE, text=True, check=True).stdout
    return int(said.split("\n")[1].split()[0])


def calls_block(boards):
    lines = ["| 16 slots; objects of 24 bytes | " + " | ".join(f"{board.cpu} {what}" for board in boards
                                                           for what in ("code", "acquire", "release", "check")) + " |",
             "|" + " --- |" * (1 + 4 * len(boards))]
    for row, (flags, object_bytes) in ROWS.items():
        cells = []
        for board in boards:
            program = board.build(flags, object_bytes)
            cells += [text_bytes(board, program), *board.counts(program)]
        lines.append(f"| {row} | " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def main():
    with tempfile.TemporaryDirectory() as folder:
        block = calls_block([Board(word, folder) for word in sys.argv[1:] if "@" in word])
    return tap_out.every([("the cost tables of tests/debug/README.md are what is measured now",
                           generated.kept(".", {"costs-calls": lambda _root: block}, "make costs"))])


if __name__ == "__main__":
    sys.exit(main())
