# SPDX-License-Identifier: MIT
# report.py - lines, branches and conditions of the whole library, added up over several builds: what was not seen; and all of
# it as pages, as Cobertura XML, as text, and as a table of tests/README.md.

import collections
import functools
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "check"))
import generated  # noqa: E402  (of tests/check)

FOLDER = "build/coverage"
LIBRARY = ("include/hutch/", "src/")
CONSTANT = re.compile(r"[!( ]*(HUTCH_[A-Z0-9_]+|sizeof\(\w+\)|true|false)( [<>=!]+ \w+)?[) ]*")  # what the compiler decides itself
CONDITION = 6  # the kind of a branch that is a part of a decision
BEGINS = re.compile(r"(?:#\s*define (\w+)|[A-Za-z].*?(\w+)\()")  # a function or a macro, at a line's begin


@functools.lru_cache(maxsize=None)
def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")


def text_at(path, line, column, end_line, end_column):
    lines = lines_of(path)[line - 1:end_line]
    lines[-1] = lines[-1][:end_column - 1]
    lines[0] = lines[0][column - 1:]
    return " ".join(part.strip(" \\") for part in lines)


def is_constant(path, place):
    """Is it decided by options? A macro with arguments is none, though its text ends with its name."""
    _, _, line, column = place
    return CONSTANT.fullmatch(text_at(path, *place)) is not None and lines_of(path)[line - 1][column - 1:column] != "("


def owner(path, line):
    """The function or macro that a line is in: a row of excused.txt names it, because lines move."""
    for text in reversed(lines_of(path)[:line]):
        found = BEGINS.match(text)
        if found:
            return found[1] or found[2]
    return path


class Totals:
    """{path: {line: count}}, {path: {place: [true, false]}}, {path: {place: [condition, ...]}} of all builds."""

    def __init__(self):
        self.lines, self.branches, self.conditions, self.parts = {}, {}, {}, {}

    def add_lines(self, lcov):
        path = None
        for name, _, value in (row.partition(":") for row in lcov.split("\n")):
            if name == "SF":
                path = os.path.relpath(os.path.normpath(value))
            elif name == "DA" and path.startswith(LIBRARY):
                line, count = map(int, value.split(",")[:2])
                counts = self.lines.setdefault(path, {})
                counts[line] = counts.get(line, 0) + count

    def add_files(self, files):
        """Functions in headers are in many programs, and more than once in each: they count by their place."""
        for file in files:
            path = os.path.relpath(os.path.normpath(file["filename"]))
            if not path.startswith(LIBRARY):
                continue
            for branch in file["branches"]:
                place = tuple(branch[:4])
                seen = self.branches.setdefault(path, {}).setdefault(place, [0, 0])
                seen[0] += branch[4]
                seen[1] += branch[5]
                if branch[8] == CONDITION:
                    self.parts.setdefault(path, set()).add(place)
            for record in file["mcdc_records"]:
                places = self.conditions.setdefault(path, {})
                seen = places.get(tuple(record[:4]), [False] * len(record[-1]))
                places[tuple(record[:4])] = [was or now for was, now in zip(seen, record[-1])]

    def parts_of(self, path, place, seen):
        """The places of a decision's conditions; none of those in a macro, which have another place."""
        parts = sorted(part for part in self.parts.get(path, ()) if place[:2] <= part[:2] and part[2:] <= place[2:])
        return parts if len(parts) == len(seen) else [None] * len(seen)

    def drop_constants(self):
        """Forgets conditions on options: a build has one value of each. Those in a macro remain."""
        for path, decisions in self.conditions.items():
            for place, seen in decisions.items():
                decisions[place] = [was or None if part and is_constant(path, part) else was for was, part in zip(seen, self.parts_of(path, place, seen))]
        for path, branches in self.branches.items():
            self.branches[path] = {place: seen for place, seen in branches.items() if any(seen) or not is_constant(path, place)}

    def missing(self):
        """{path: how often each row of excused.txt is missing}. A condition that was seen one way only, which has a row, decides nothing."""
        found = {path: collections.Counter() for path in self.lines}
        for path, branches in self.branches.items():
            for place, seen in branches.items():
                if not all(seen):
                    what = "reached" if not any(seen) else "true" if seen[1] else "false"
                    found[path][row_of(path, place, "never " + what)] += 1
        for path, decisions in self.conditions.items():
            for place, seen in decisions.items():
                both = self.branches.get(path, {})
                numbers = [str(n) for n, (was, part) in enumerate(zip(seen, self.parts_of(path, place, seen)), 1) if was is False and all(both.get(part, (1, 1)))]
                if numbers:
                    found[path][row_of(path, place, "never decides alone: condition " + " ".join(numbers))] += 1
        return found

    def counts(self, path):
        conditions = sum(was is not None for seen in self.conditions.get(path, {}).values() for was in seen)
        return 2 * len(self.branches.get(path, {})), conditions

    def rows(self):
        """[(path, lines seen, lines, branches seen, branches, conditions seen, conditions)]"""
        return [(path, sum(count > 0 for count in counts.values()), len(counts),
                 sum((true > 0) + (false > 0) for true, false in self.branches.get(path, {}).values()), self.counts(path)[0],
                 sum(was is True for seen in self.conditions.get(path, {}).values() for was in seen), self.counts(path)[1])
                for path, counts in sorted(self.lines.items())]

    def trace(self):
        """What gcovr reads."""
        files = []
        for path, counts in self.lines.items():
            lines = []
            for line, count in sorted(counts.items()):
                both = [n for place, seen in sorted(self.branches.get(path, {}).items()) if place[0] == line for n in seen]
                lines.append({"line_number": line, "count": count, "gcovr/noncode": False, "gcovr/excluded": False,
                              "branches": [{"count": n, "fallthrough": False, "throw": False} for n in both]})
            files.append({"file": path, "functions": [], "lines": lines})
        return {"gcovr/format_version": "0.3", "files": files}


def row_of(path, place, what):
    text = text_at(path, *place) or lines_of(path)[place[0] - 1].strip()
    return f"{path} {owner(path, place[0])}: {what}: {text}"


def excused():
    """[(why, [row, ...])] of excused.txt: a paragraph is the reason after #, then the rows; the first one is the head."""
    with open(os.path.join(HERE, "excused.txt"), encoding="utf-8") as file:
        parts = [part.split("\n") for part in file.read().strip().split("\n\n")[1:]]
    return [(" ".join(line[1:].strip() for line in part if line.startswith("#")), [line for line in part if not line.startswith("#")])
            for part in parts]


def share(seen, of):
    return f"{100 * seen // of} %" if of else "-"


def table(totals):
    """Counts what was not seen: a line more that tests reach does not make the table stale."""
    sums = [sum(column) for column in zip(*(row[1:] for row in totals.rows()))]
    return generated.table(["lines not seen", "branches", "conditions"],
                           [[f"{of - seen}, seen {share(seen, of)}" for seen, of in zip(sums[0::2], sums[1::2])]])


def write(totals):
    """Pages, XML and text, by gcovr."""
    os.makedirs(FOLDER, exist_ok=True)
    trace = os.path.join(FOLDER, "trace.json")
    with open(trace, "w", encoding="utf-8") as file:
        json.dump(totals.trace(), file)
    subprocess.run(["gcovr", "--root", ".", "--add-tracefile", trace, "--html-title", "hutch", "--html-details", FOLDER + "/index.html",
                    "--cobertura", FOLDER + "/cobertura.xml", "--txt", FOLDER + "/summary.txt"], check=True)
