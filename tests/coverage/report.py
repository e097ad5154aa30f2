# SPDX-License-Identifier: MIT
# report.py - line and branch coverage of the whole library, added up over several builds: as pages, as Cobertura XML, as
# text, and as the table of README.md.

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
CONSTANT = re.compile(r"[!( ]*(HUTCH_[A-Z0-9_]+|true|false)( [<>=!]+ \w+)?[) ]*")  # what the compiler decides itself


class Totals:
    """{path: {line: count}}, {path: {place: [true, false]}} of all builds."""

    def __init__(self):
        self.lines, self.branches = {}, {}

    def add_lines(self, lcov):
        path = None
        for name, _, value in (row.partition(":") for row in lcov.split("\n")):
            if name == "SF":
                path = os.path.relpath(os.path.normpath(value))
            elif name == "DA" and path.startswith(LIBRARY):
                line, count = map(int, value.split(",")[:2])
                counts = self.lines.setdefault(path, {})
                counts[line] = counts.get(line, 0) + count

    def add_branches(self, files):
        for file in files:
            path = os.path.relpath(os.path.normpath(file["filename"]))
            if path.startswith(LIBRARY):
                for branch in file["branches"]:
                    seen = self.branches.setdefault(path, {}).setdefault(tuple(branch[:4]), [0, 0])
                    seen[0] += branch[4]
                    seen[1] += branch[5]

    def drop_constants(self, text_at):
        """Forgets conditions on options: a build has one value of each."""
        for path, branches in self.branches.items():
            self.branches[path] = {place: seen for place, seen in branches.items()
                                   if any(seen) or not CONSTANT.fullmatch(text_at(path, *place))}

    def rows(self):
        """[(path, lines seen, lines, branches seen, branches)]"""
        return [(path, sum(count > 0 for count in counts.values()), len(counts),
                 sum((true > 0) + (false > 0) for true, false in self.branches.get(path, {}).values()),
                 2 * len(self.branches.get(path, {}))) for path, counts in sorted(self.lines.items())]

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


def share(seen, of):
    return f"{100 * seen // of} %" if of else "-"


def excuses(text):
    """[(file, what no test saw, why)] of excused.txt: a paragraph is the reason after #, the file, what is missing."""
    rows = []
    for part in text.strip().split("\n\n")[1:]:
        lines = part.split("\n")
        why = " ".join(line[1:].strip() for line in lines if line.startswith("#"))
        plain = [line for line in lines if not line.startswith("#")]
        rows += [(path, what, why) for path, what in zip(plain[0::2], plain[1::2])]
    return rows


def table(totals, excused):
    """Counts what was not seen: a line more that tests reach does not make the table stale."""
    rows = totals.rows()
    whole = ("together", *(sum(row[n] for row in rows) for n in (1, 2, 3, 4)))
    cells = [(path if path == "together" else f"[`{path}`](../../{path})", share(lines, of_lines), str(of_lines - lines),
              share(branches, of_branches), str(of_branches - branches))
             for path, lines, of_lines, branches, of_branches in [*rows, whole]]
    return (generated.table(["file", "lines seen", "not", "branches seen", "not"], cells) + "\nExcused in the debug layer:\n\n" +
            generated.table(["file", "what no test sees", "why"],
                            [(f"`{path}`", f"`{generated.escape(what)}`", generated.escape(why)) for path, what, why in excused]))


def write(totals):
    """Pages, XML and text, by gcovr."""
    os.makedirs(FOLDER, exist_ok=True)
    trace = os.path.join(FOLDER, "trace.json")
    with open(trace, "w", encoding="utf-8") as file:
        json.dump(totals.trace(), file)
    subprocess.run(["gcovr", "--root", ".", "--add-tracefile", trace, "--html-title", "hutch", "--html-details", FOLDER + "/index.html",
                    "--cobertura", FOLDER + "/cobertura.xml", "--txt", FOLDER + "/summary.txt"], check=True)
