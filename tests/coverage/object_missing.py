# SPDX-License-Identifier: MIT
# object_missing.py - names what was not run by its place in the source, and compares that with the CPU's list of reasons.

import os
import re

import object_cpus
from report import lines_of


def places(cpu, program, addresses):
    """{address: (the .c file whose object it is in, "file function", text of the line)}"""
    units, found = {}, {}
    with open(program[:-3] + "map", encoding="utf-8") as file:
        for start, bytes_long, path in re.findall(r"^ \.text\S*\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S+)\.o$", file.read(), re.M):
            units.update(dict.fromkeys(range(int(start, 16), int(start, 16) + int(bytes_long, 16)), os.path.basename(path).replace("src-", "")))
    said = object_cpus.run([cpu.cross + "addr2line", "-a", "-f", "-i", "-e", program, *(f"{address:x}" for address in addresses)])
    for block in re.split(r"^0x", said, flags=re.M)[1:]:
        address, function, place = block.split("\n")[:3]
        path, _, line = place.split(" ")[0].rpartition(":")
        path = os.path.relpath(path)
        text = lines_of(path)[int(line) - 1].strip() if line.isdigit() else ""
        found[int(address, 16)] = (units.get(int(address, 16), "") + ".c", f"{path} {re.sub('([.]|_(?=[A-Z])).*', '', function)}", text)
    return found


def rows_of(cpu, program, every, seen):
    """(rows of what is missing, {row without its .c file} of what was met somewhere)"""
    wanted = {}
    for address, _, is_branch in (row for function in every for row in function.instructions):
        wanted[address] = {"never taken": "T", "never passed": "N"} if is_branch else {}
    where, missing, met = places(cpu, program, sorted(wanted)), set(), set()
    for address, ways in wanted.items():
        unit, function, text = where[address]
        for what, is_met in [("never run", address in seen), *((what, way in seen.get(address, ())) for what, way in ways.items())]:
            if is_met:
                met.add(f"{function}: {what}: {text}")
            elif what == "never run" or address in seen:
                missing.add(f"{unit} | {function}: {what}: {text}")
    return missing, met


def unexcused(missing, met, groups):
    """What is missing without a reason, and reasons for what is not missing. A row of all .c files, with *, may miss any of them."""
    rows = [row for _, part in groups for row in part]
    general = {row[4:] for row in rows if row.startswith("* | ")}
    problems = [f"missing: {row}" for row in sorted(missing) if row not in rows and row.partition(" | ")[2] not in general]
    problems += [f"excused, but seen: {row}" for row in rows if not row.startswith("* | ") and row not in missing]
    return problems + [f"excused in all files, but met in none: {row}" for row in sorted(general - met)]
