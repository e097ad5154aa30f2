#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# limits.py - how much one has to read: the project's own limits, and the figures of now.
#
# usage: limits.py   prints the table; check.py fails for each row that is above its limit
#
# What one call can reach is counted in the preprocessed text of a program with one pool, for Cortex-M3 with default options:
# functions, their lines, and the files that they stand in. A branch that is never taken counts; a macro does not.

import bisect
import graphlib
import os
import re
import shutil
import subprocess
import sys

import layers
import tree

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))
COMPILER = "arm-none-eabi-gcc"
COMMAND = [COMPILER, *"-mcpu=cortex-m3 -mthumb -std=c99 -O2 -ffreestanding -I. -Isrc -Iinclude -Iport/cortex_m -E -x c -".split()]
PROGRAM = """#include "hutch/hutch.h"
struct rabbit { int a[6]; };
HUTCH_POOL(rabbits, struct rabbit, 16);
void visit_all(void);
void visit_all(void) { HUTCH_FOREACH (struct rabbit, it, rabbits) { it->a[0]++; } }
"""
PATHS = ("include/hutch", "include", "port/cortex_m")
MAIN_HEADER = "include/hutch/hutch.h"
KEYWORDS = {"if", "for", "while", "switch", "do", "return", "__attribute__"}
# What is called, its function in the program, and at most how many functions, lines and files.
CALLS = (("acquire", "rabbits_acquire", (25, 300, 8)), ("release", "rabbits_release", (25, 300, 9)),
         ("HUTCH_FOREACH", "visit_all", (25, 250, 7)))
# The small engine: its functions are reached only if HUTCH_CFG_SMALL is 1, and then they are the whole path.
SMALL = re.compile(r"hutch_small_")
SMALL_SOURCE = '#include "src/hutch_small.c"\n'
SMALL_CALLS = (("hutch_small_acquire", (12, 120, 5)), ("hutch_small_release", (12, 120, 5)))
PATH = "**A reading path.**"  # of src/README.md
CORE_NAMES, PATH_LINES, HEADERS, CHAIN, FUNCTION_LINES, HOOKS, TEST_FOLDERS = 90, 1840, 47, 11, 40, 13, 24
MAY_ASK_FOR_DEBUG = ("engine.h", "guarded.h", "hooks.h", "misuse.h", "policed.h", "typed.h", "sizes.h", "config.h")
README_LINES, README_BYTES, SOURCE_README_LINES, DESIGN_LINES = 150, 9 * 1024, 300, 80


class Row:
    """A limit: what it is about, the figure of now, the most that it may be, and where it is worst."""

    def __init__(self, name, figure, most, where=""):
        self.name, self.figure, self.most, self.where = name, figure, most, where

    def is_kept(self):
        return self.figure is not None and self.figure <= self.most

    def __str__(self):
        figure = "none" if self.figure is None else self.figure
        return f"{self.name}: {figure}, at most {self.most}" + ("" if self.is_kept() else f" ({self.where or 'take something away, or raise it in tests/check/limits.py and say why'})")


# ---- What one call reaches.

def preprocessed(root, program):
    """(the text, [(file, line) of each of its lines]) of a program"""
    done = subprocess.run(COMMAND, input=program, cwd=root, capture_output=True, text=True, check=False)
    lines, places, file, number = [], [], None, 0
    for line in done.stdout.split("\n") if done.returncode == 0 else []:
        mark = re.match(r'# (\d+) "([^"]+)"', line)
        if mark:
            number, file = int(mark.group(1)) - 1, mark.group(2)
            continue
        number += 1
        lines.append(line)
        places.append((file, number))
    return "\n".join(lines), places


def end_of_body(text, at):
    """The offset of the brace that closes the one at an offset."""
    depth = 0
    while True:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
        at += 1


def bodies(root, program):
    """{function: (file, lines, body)} of all that a program sees"""
    text, places = preprocessed(root, program)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)

    def place(offset):
        return places[bisect.bisect_right(starts, offset) - 1]
    found = {}
    for match in re.finditer(r"\b([a-z]\w*)\s*\(([^;{}]*?)\)\s*\{", text):
        if match.group(1) not in KEYWORDS:
            end = end_of_body(text, match.end() - 1)
            (file, first), (_, last) = place(match.start()), place(end)
            found.setdefault(match.group(1), (file, last - first + 1, text[match.end():end]))
    return found


def reached(functions, start):
    """The functions that a call may run into, itself included."""
    return tree.closure([start] if start in functions else [], lambda name: [
        called for called in re.findall(r"\b([a-z]\w*)\s*\(", functions[name][2]) if called in functions])


def rows_of(functions, call, start, limits):
    seen = [functions[name] for name in reached(functions, start)]
    figures = (len(seen), sum(lines for _, lines, _ in seen), len({os.path.basename(file) for file, _, _ in seen}))
    for what, figure, most in zip(("functions", "lines", "files"), figures, limits):
        yield Row(f"{what} that {call} reaches", figure if seen else None, most, "" if seen else f"there is no {start}")


def reach_rows(root):
    functions = {name: found for name, found in bodies(root, PROGRAM).items() if not SMALL.match(name)}
    for call, start, limits in CALLS:
        yield from rows_of(functions, call, start, limits)
    functions = bodies(root, PROGRAM + SMALL_SOURCE)
    for call, limits in SMALL_CALLS:
        yield from rows_of(functions, call, call, limits)


# ---- Files.

def found_include(root, path, name):
    """The file that an #include line means; None for what is not the project's."""
    for folder in (os.path.dirname(path), *PATHS):
        candidate = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(os.path.join(root, candidate)):
            return candidate
    return None


def include_graph(root):
    """{file: the files that it includes}, of the library and the port that the program has"""
    folders = ("include/hutch/", "src/", "port/cortex_m/")
    paths = [path for path in tree.files(root, ".h", ".c") if path.startswith(folders)]
    return {path: [found for found in (found_include(root, path, name) for _, name in tree.includes(tree.read(root, path))) if found]
            for path in paths}


def chain(graph):
    """The longest chain of includes from the main header on; a circle instead, if there is one."""
    longest = {}
    try:
        for path in graphlib.TopologicalSorter(graph).static_order():
            longest[path] = [path, *max((longest[name] for name in graph.get(path, ())), key=len, default=[])]
    except graphlib.CycleError as error:
        return error.args[1], True
    return longest[MAIN_HEADER], False


def function_lengths(text):
    """[(name, lines)] of the functions of a file, in macros too: their braces stand on lines of their own."""
    lines, found = [re.sub(r"\s*\\$", "", line).rstrip() for line in text.split("\n")], []
    for number, line in enumerate(lines):
        if line.strip() == "{" and number and lines[number - 1].endswith(")"):
            last = next((later for later in range(number, len(lines)) if lines[later] == line.replace("{", "}")), None)
            first = number - 1
            while first and "(" not in lines[first].lstrip("# "):
                first -= 1
            while first and lines[first].startswith(line.replace("{", " ") + " "):  # a parameter list of several lines
                first -= 1
            name = re.search(r"([\w#]+)\s*\(", lines[first])
            if last and name:
                found.append((name.group(1), last - first + 1))
    return found


def file_rows(root):
    headers = {os.path.basename(path): tree.read(root, path) for path in tree.files(root, ".h") if path.startswith("include/hutch/")}
    graph = include_graph(root)
    longest, is_circle = chain(graph)
    yield Row("longest chain of includes, which is no circle", len(longest), 0 if is_circle else CHAIN, " > ".join(os.path.basename(path) for path in longest))
    yield Row("headers in include/hutch", len(headers), HEADERS)
    yield Row("folders of tests", len([path for path in tree.files(root, "suite.mk") if path.startswith("tests/")]), TEST_FOLDERS)
    page = tree.read(root, "src/README.md").partition(PATH)[2].partition("\n## ")[0]
    path = {name: found_include(root, MAIN_HEADER, name) or found_include(root, MAIN_HEADER, "core/" + name)
            for row in re.findall(r"^\| \d+ \|([^|]*)\|", page, re.M) for name in re.findall(r"`(\w+\.h)`", row)}
    missing = [name for name, found in path.items() if found is None]
    yield Row("lines of the reading path", None if missing else sum(tree.read(root, found).count("\n") for found in path.values()), PATH_LINES,
              "there is no " + ", ".join(missing) if missing else "")
    lengths = sorted(((count, f"{name} in {path}") for path in tree.files(root, ".h", ".c") if path.startswith(("include/", "src/"))
                      for name, count in function_lengths(tree.read(root, path))), reverse=True)
    yield Row("lines of the longest function", lengths[0][0] if lengths else None, FUNCTION_LINES,
              ", ".join(f"{count}: {where}" for count, where in lengths if count > FUNCTION_LINES))
    asking = [name for name in sorted(headers) if name not in MAY_ASK_FOR_DEBUG
              and re.search(r"HUTCH_CFG_CHECK\s*>=\s*2", headers[name])]
    yield Row("headers with `HUTCH_CFG_CHECK >= 2` besides " + ", ".join(MAY_ASK_FOR_DEBUG), len(asking), 0, ", ".join(asking))
    numbers = [number for path in tree.files(root, ".h", ".c") if path.startswith(("include/", "src/"))
               for number in re.findall(r"\bHUTCH_ASSERT\((\d+),", tree.read(root, path))]
    twice = sorted({number for number in numbers if numbers.count(number) > 1}, key=int)
    yield Row("numbers that two HUTCH_ASSERT have", len(twice), 0, ", ".join(twice))


def core_names(root):
    """The functions, macros and constants of api.txt that the headers of the core declare."""
    path = "tests/ways/api.txt"
    rows = re.findall(r"^ *(\w+) +[\d.]+ +(?:function:|macro|constant)", tree.read(root, path), re.M) if os.path.exists(os.path.join(root, path)) else []
    core = layers.reachable(layers.header_graph(root), layers.MAIN) | {layers.MAIN}
    text = "\n".join(re.sub(r"//[^\n]*", "", tree.read(root, path)) for path in tree.files(root, ".h")
                     if path.startswith("include/hutch/") and os.path.basename(path) in core - {layers.NEEDS})
    declared = set(re.findall(r"#\s*define\s+(HUTCH_\w+)|^[A-Za-z][\w *]*[ *](hutch_\w+)\(|^ +(HUTCH_\w+) = \d", text, re.M))
    return [name for name in rows if any(name in found for found in declared)]


def document_rows(root):
    for path, most in (("README.md", README_LINES), ("src/README.md", SOURCE_README_LINES), ("src/DESIGN.md", DESIGN_LINES)):
        yield Row(f"lines of {path}", tree.read(root, path).count("\n"), most)
    yield Row("public names of the core", len(core_names(root)), CORE_NAMES)
    yield Row("bytes of README.md", os.path.getsize(os.path.join(root, "README.md")), README_BYTES)
    template = tree.read(root, "port/template/hutch_port.h")
    yield Row("optional hooks in port/template/hutch_port.h",
              len(set(re.findall(r"^//\s*#\s*define (HUTCH_PORT_\w+)", template, re.M))), HOOKS)


def cannot():
    """Why the figures cannot be counted here; None when they can."""
    return None if shutil.which(COMPILER) else f"{COMPILER} is not installed"


def rows(root):
    return [*reach_rows(root), *file_rows(root), *document_rows(root)]


def problems(root):
    return [str(row) for row in rows(root) if not row.is_kept()]


def main():
    found = rows(ROOT)
    print(f"{'':4}{'now':>7}{'most':>7}")
    for row in found:
        figure = "none" if row.figure is None else row.figure
        print(f"{'':4}{figure:>7}{row.most:>7}  {row.name}" + ("" if row.is_kept() else f"  <-- {row.where}".rstrip()))
    return 1 if any(not row.is_kept() for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())
