# SPDX-License-Identifier: MIT
# object.py - which instructions of the library's machine code the tests run on a Cortex-M3 and on an AVR, and which of its
# conditional branches they take both ways; from traces of emulators, over programs with the tests of several folders.
#
# usage: object.py [--list] [CPU]   run from the root; prints TAP; --list says what was not run
#
# The library's objects stand first in each program, and nothing is left out, so that its functions have the same addresses in all.

import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, os.pardir, "tools")]
import object_cpus  # noqa: E402
import object_missing  # noqa: E402
import report  # noqa: E402
import tap_out  # noqa: E402  (of tests/tools)

CPUS = [object_cpus.CORTEX_M3, object_cpus.AVR]


class Function:
    """Of the library: [(address, instruction in words, is it a conditional branch)]"""

    def __init__(self, name, path):
        self.name, self.path, self.instructions = re.sub("_[A-Z].*", "", name), path, []


def library_of(cpu, program):
    """{address: name and file} of the library's functions"""
    code = {int(row, 16) & ~1 for row in re.findall(r"([0-9a-f]{8}) +\d+ FUNC", object_cpus.run([cpu.cross + "readelf", "-sW", program]))}
    found = {}
    for line in object_cpus.run([cpu.cross + "nm", "-l", program]).split("\n"):
        row = re.match(r"([0-9a-f]+) [tTwW] (\S+)\t(.*):\d+$", line)
        path = os.path.relpath(row.group(3)) if row else ""
        if path.startswith(("src/", "include/")) and int(row.group(1), 16) & ~1 in code:
            found[int(row.group(1), 16) & ~1] = (row.group(2), path)
    return found


def dropped_sections(cpu, path):
    """The code of an object that no function of other files leads to: a program is linked without it. Calls that fold late leave it."""
    said = object_cpus.run([cpu.cross + "readelf", "-SsrW", path])
    names = {number: name for number, name in re.findall(r"^ +\[ *(\d+)\] (\S+) ", said, re.M)}
    home = {name: names.get(number, "") for number, name in re.findall(r"^ +\d+: .* (\d+) (\S+)$", said, re.M)}
    reached = [names[number] for number in re.findall(r"^ +\d+: .* FUNC +(?:GLOBAL|WEAK) +\S+ +(\d+) ", said, re.M)]
    reached += [name for name in names.values() if not name.startswith((".text", ".debug", ".rel"))]
    leads = {}
    for name, rows in re.findall(r"^Relocation section '\.rela?(\S+)'.*\n.*\n((?:[0-9a-f]+ .*\n)*)", said, re.M):
        words = [row.split() for row in rows.split("\n")]
        leads[name] = {home.get(row[4], row[4]) for row in words if len(row) > 4}
    met = set()
    while reached:
        name = reached.pop()
        if name not in met:
            met.add(name)
            reached += leads.get(name, ())
    return {name for name in names.values() if name.startswith(".text.") and name not in met}


def dropped(cpu, program):
    """The addresses of the functions in such sections."""
    with open(program[:-3] + "map", encoding="utf-8") as file:
        placed = re.findall(r"^ (\.text\S*)\s+0x([0-9a-f]+)\s+0x[0-9a-f]+ (\S+\.o)$", file.read(), re.M)
    gone = {path: dropped_sections(cpu, path) for path in {path for _, _, path in placed if "/library/" in path}}
    return {int(start, 16) for name, start, path in placed if name in gone.get(path, ())}


def functions(cpu, program, where):
    """The functions that begin at these addresses."""
    found, function = {}, None
    for line in object_cpus.run([cpu.cross + "objdump", "-d", "--no-show-raw-insn", program]).split("\n"):
        head = re.match(r"([0-9a-f]+) <\S+>:", line)
        row = re.match(r" +([0-9a-f]+):\s+(\S+)([^<;]*)", line)
        if head:
            address = int(head.group(1), 16)
            function = Function(*where[address]) if address in where else None
            if function:
                found[address] = function
        elif row and function and not row.group(2).startswith((".", "nop")):
            words = re.sub(r"\s+", " ", row.group(2) + row.group(3)).strip()
            function.instructions.append((int(row.group(1), 16), words, cpu.conditional.match(row.group(2)) is not None))
    return list(found.values())


def counts(group, seen):
    """Instructions, those that ran, ways of branches, those that were taken."""
    every = [row for function in group for row in function.instructions]
    branches = [address for address, _, is_branch in every if is_branch]
    return (len(every), sum(address in seen for address, _, _ in every), 2 * len(branches), sum(len(seen.get(address, ())) for address in branches))


def percent(part, whole):
    return f"{100 * part // whole} %" if whole else "-"


def print_missing(cpu, every, seen):
    for function in every:
        for address, words, is_branch in function.instructions:
            ways = {"T", "N"} - seen.get(address, set()) if is_branch else set()
            if address not in seen or ways:
                print(f"{cpu.name} {function.path} {function.name} {address:x}: {words}" +
                      (f" (never {' '.join(sorted(ways))})" if address in seen else ""))


def look_at(cpu):
    """Runs a CPU's programs, and tests or lists what was not run."""
    paths, tracer = object_cpus.built(cpu), cpu.tracer()
    gone = dropped(cpu, paths[0])
    where, seen, said = {at: row for at, row in library_of(cpu, paths[0]).items() if at not in gone}, {}, ""
    every = functions(cpu, paths[0], where)
    for path in paths:
        ran, lines = object_cpus.traced(cpu, path, tracer)
        said += lines
        for address, ways in ran.items():
            seen[address] = seen.get(address, set()) | ways
    missing, met = object_missing.rows_of(cpu, paths[0], every, seen)
    if "--list" in sys.argv:
        print_missing(cpu, every, seen)
        print("\n".join(sorted(missing)))
        return
    kinds = [(address, branch) for function in every for address, _, branch in function.instructions]
    moved = [path for path in paths if [(address, branch) for function in functions(cpu, path, where)
                                        for address, _, branch in function.instructions] != kinds]
    tap_out.result(not moved, f"{cpu.name}: the library's instructions and branches are at the same addresses in every program", " ".join(moved))
    bad = re.findall(r"^not ok.*", said, re.M)
    tap_out.result(not bad and len(re.findall(r"^ok", said, re.M)) > cpu.tests_min, f"{cpu.name}: the tests pass, also with nothing left out",
                   "\n".join(bad) or said[-500:])
    groups = report.excused(f"object_excused_{cpu.mark}.txt")
    problems = object_missing.unexcused(missing, met, groups)
    tap_out.result(not problems, f"{cpu.name}: what was not run has a reason in tests/coverage/object_excused_{cpu.mark}.txt",
                   "\n".join(problems))
    total, ran, ways, taken = counts(every, seen)
    print(f"# {cpu.name}: {percent(ran, total)} of the instructions run, {percent(taken, ways)} of the branches' ways taken")


def main():
    for cpu in [cpu for cpu in CPUS if cpu.mark in sys.argv] or CPUS:
        look_at(cpu)
    return 0 if "--list" in sys.argv else tap_out.end()


if __name__ == "__main__":
    sys.exit(main())
