#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# object.py - which instructions of the library's machine code the tests run on a Cortex-M3, and which of its conditional
# branches they take both ways; from traces of QEMU, over programs with the tests of several folders.
#
# usage: object.py [--write] [--list]   run from the root; prints TAP; --write renews object.md, --list says what was not run
#
# The library's objects stand first in each program, and nothing is left out, so that its functions have the same addresses in all.

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, os.pardir, "tools"), os.path.join(HERE, os.pardir, "check")]
import cpu_time  # noqa: E402  (of tests/tools)
import generated  # noqa: E402  (of tests/check)
import tap_out  # noqa: E402  (of tests/tools)

BUILD = os.path.join("build", "coverage", "object")
CROSS = "arm-none-eabi-"
FLAGS = ["-mcpu=cortex-m3", "-mthumb", "-Os", "-ffreestanding", "-fno-common", "-std=c99", "-g1", "-w", "-ffunction-sections", "-fdata-sections",
         "-DHUTCH_CFG_LOCK_FREE=1", "-Iinclude", "-Iboards", "-Iport/cortex_m", "-Itests/unit"]
BOARD = "boards/mps2-an385"
LINK = ["-mcpu=cortex-m3", "-mthumb", "-T", BOARD + "/memory.ld", "-nostdlib", "-T", "boards/cortexm/sections.ld"]
EMULATOR = ["qemu-system-arm", "-M", "mps2-an385", "-semihosting-config", "enable=on,target=native", "-display", "none", "-monitor", "none",
            "-serial", "stdio"]
CONDITIONAL = re.compile(r"(b(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)(\.[nw])?|cbn?z)$")


def c_files(*folders):
    return sorted(f"{folder}/{name}" for folder in folders for name in os.listdir(folder) if name.endswith(".c"))


SHARED = ["tests/unit/unit.c", "tests/unit/recorder.c"]


def programs():
    """{name: sources and flags} besides the library, the board and SHARED. Where nothing folds every call is one of the library."""
    unit, called, small = [name for name in c_files("tests/unit") if name not in SHARED], "-DHUTCH_CFG_FOLD=0", "-DHUTCH_CFG_SMALL=1"
    model = ["tests/model/model.c", "-Itests/model", "-DMODEL_SLOTS_MAX=(4*HUTCH_WORD_BITS)"]
    return {
        "unit": [*unit, called],
        "unit-small": [*unit, small],
        "systems": [*c_files("tests/systems"), "-Itests/systems", called],
        "model": ["tests/model/board/bounded.c", *model, called],
        "kinds": ["tests/coverage/kinds.c", called],
        "model-kinds": ["tests/model/board/small.c", "tests/model/kinds.c", *model, small],
    }


def run(command):
    done = cpu_time.run(command, 300, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise RuntimeError(" ".join(command)[:300] + "\n" + done.stdout[-1500:])
    return done.stdout


def compiled(name, words):
    os.makedirs(os.path.join(BUILD, name), exist_ok=True)
    flags, objects = [word for word in words if not word.endswith(".c")], []
    for source in (word for word in words if word.endswith(".c")):
        objects.append(os.path.join(BUILD, name, source.replace("/", "-")[:-1] + "o"))
        run([CROSS + "gcc", *FLAGS, *flags, "-c", source, "-o", objects[-1]])
    return objects


def built():
    """QEMU's plug-in, and the programs."""
    plugin, found = os.path.join(BUILD, "object_trace.so"), []
    shared = compiled("shared", c_files("src", "boards/cortexm", BOARD, "port/cortex_m") + SHARED)
    run([os.environ.get("CC", "gcc"), "-std=gnu11", "-O2", "-Wall", "-Wextra", "-fPIC", "-shared", "tests/coverage/object_trace.c", "-o", plugin])
    for name, words in programs().items():
        found.append(os.path.join(BUILD, name + ".elf"))
        run([CROSS + "gcc", *LINK, *shared, *compiled(name, words), "-lgcc", "-o", found[-1]])
    return plugin, found


def seen_in(program, plugin):
    """({address: ways of its branch}, what the tests said)"""
    path = os.path.join(BUILD, "trace.txt")
    said = run([*EMULATOR, "-plugin", f"{plugin},out={path}", "-kernel", program])
    with open(path, encoding="utf-8") as file:
        rows = [line.split() for line in file]
    return {int(row[0], 16): set(row[1:]) for row in rows}, said


class Function:
    """Of the library: [(address, instruction in words, is it a conditional branch)]"""

    def __init__(self, name, path):
        self.name, self.path, self.instructions = name.split("__")[0], path, []


def library_of(program):
    """{address: name and file} of the library's functions"""
    code = {int(row, 16) & ~1 for row in re.findall(r"([0-9a-f]{8}) +\d+ FUNC", run([CROSS + "readelf", "-sW", program]))}
    found = {}
    for line in run([CROSS + "nm", "-l", program]).split("\n"):
        row = re.match(r"([0-9a-f]+) [tTwW] (\S+)\t(.*):\d+$", line)
        path = os.path.relpath(row.group(3)) if row else ""
        if path.startswith(("src/", "include/")) and int(row.group(1), 16) & ~1 in code:
            found[int(row.group(1), 16) & ~1] = (row.group(2), path)
    return found


def functions(program, where):
    """The functions that begin at these addresses."""
    found, function = {}, None
    for line in run([CROSS + "objdump", "-d", "--no-show-raw-insn", program]).split("\n"):
        head = re.match(r"([0-9a-f]+) <\S+>:", line)
        row = re.match(r" +([0-9a-f]+):\s+(\S+)([^<;]*)", line)
        if head:
            address = int(head.group(1), 16)
            function = Function(*where[address]) if address in where else None
            if function:
                found[address] = function
        elif row and function and not row.group(2).startswith((".", "nop")):
            words = re.sub(r"\s+", " ", row.group(2) + row.group(3)).strip()
            function.instructions.append((int(row.group(1), 16), words, CONDITIONAL.match(row.group(2)) is not None))
    return list(found.values())


def counts(group, seen):
    """Instructions, those that ran, ways of branches, those that were taken."""
    every = [row for function in group for row in function.instructions]
    branches = [address for address, _, is_branch in every if is_branch]
    return (len(every), sum(address in seen for address, _, _ in every), 2 * len(branches), sum(len(seen.get(address, ())) for address in branches))


def percent(part, whole):
    return f"{100 * part // whole} %" if whole else "-"


def table(every, seen):
    rows = []
    for path in sorted({function.path for function in every}):
        total, ran, ways, taken = counts([function for function in every if function.path == path], seen)
        rows.append((f"[`{path}`](../../{path})", str(total), percent(ran, total), str(ways), percent(taken, ways)))
    total, ran, ways, taken = counts(every, seen)
    rows.append(("all", str(total), percent(ran, total), str(ways), percent(taken, ways)))
    return generated.table(["functions of", "instructions", "run", "ways of conditional branches", "taken"], rows)


def shares(page):
    """{file: percent of its instructions, percent of its branches' ways}"""
    rows = re.findall(r"^\| (?:\[`(.*?)`\].*?|(all)) \| \d+ \| (\d+) % \| \d+ \| (?:(\d+) %|-) \|$", page, re.M)
    return {path or every: (int(run), int(taken or 100)) for path, every, run, taken in rows}


def less(now, kept):
    """Where less was run than the table has."""
    there = shares(now)
    return [f"{path}: {there.get(path, 'gone')}, the table has {percents}" for path, percents in shares(kept).items()
            if path not in there or there[path] < percents or there[path][1] < percents[1]]


def print_missing(every, seen):
    for function in every:
        for address, words, is_branch in function.instructions:
            ways = {"T", "N"} - seen.get(address, set()) if is_branch else set()
            if address not in seen or ways:
                print(f"{function.path} {function.name} {address:x}: {words}" + (f" (never {' '.join(sorted(ways))})" if address in seen else ""))


def main():
    plugin, paths = built()
    where, seen, said = library_of(paths[0]), {}, ""
    every = functions(paths[0], where)
    for path in paths:
        ran, lines = seen_in(path, plugin)
        said += lines
        for address, ways in ran.items():
            seen[address] = seen.get(address, set()) | ways
    kinds = [(address, branch) for function in every for address, _, branch in function.instructions]
    moved = [path for path in paths if [(address, branch) for function in functions(path, where) for address, _, branch in function.instructions] != kinds]
    if "--list" in sys.argv:
        print_missing(every, seen)
        return 0
    tap_out.result(not moved, "the library's instructions and branches are at the same addresses in every program", " ".join(moved))
    bad = re.findall(r"^not ok.*", said, re.M)
    tap_out.result(not bad and len(re.findall(r"^ok", said, re.M)) > 250, "the tests pass, also with nothing left out", "\n".join(bad) or said[-500:])
    now = table(every, seen)
    if "--write" in sys.argv:
        generated.rewrite(".", {"object": lambda _root: now})
    with open(os.path.join(HERE, "object.md"), encoding="utf-8") as file:
        page = file.read()
    problems = less(now, page) if shares(page) else ["the page has no table"]
    tap_out.result(not problems, "of no file was less run than tests/coverage/object.md says (make coverage-object-table)", "\n".join(problems))
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main())
