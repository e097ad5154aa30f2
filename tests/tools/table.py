#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# table.py - board by board and suite by suite, how many tests passed: from what the last runs have kept.
"""usage: table.py [--check FILE] BOARD ... -- SUITE ...

Prints the table in Markdown. --check says in TAP whether the table in FILE has the boards and the suites that there are
now; the numbers are those of the run that wrote it."""

import glob
import re
import sys

import tap

KINDS = (("unit", "unit tests"), ("model", "model"), ("debug", "misuse"), ("debug-inject", "injected misuse"))
GAME = re.compile(r"(not )?ok \d+ - scripted game on (\S+): ")
BIG_ENDIAN = re.compile(r"(unit)-(ppc)-")
BLOCK = re.compile(r"<!-- begin results -->\n(.*?)<!-- end results -->", re.S)


def cell_of(results):
    """Passed, and how many more failed."""
    if not results:
        return "-"
    if all(result.problems and not result.passed for result in results):
        return "not run"
    passed, failed = sum(result.passed for result in results), sum(result.failed for result in results)
    return f"{passed}, {failed} failed" if failed else str(passed)


def game_of(board, suites):
    """The golden files of the scripted game are one suite for all boards."""
    if "golden" not in suites or not glob.glob(f"boards/games/*/golden/{board}.txt"):
        return "-"
    try:
        with open(tap.path_of("golden"), encoding="utf-8") as file:
            found = [match for match in map(GAME.match, file) if match and match.group(2) == board]
    except OSError:
        return "not run"
    failed = sum(bool(match.group(1)) for match in found)
    return "not run" if not found else f"{len(found) - failed}, {failed} failed" if failed else str(len(found))


def rows_of(boards, suites):
    """A board, then a cell for each kind of suite."""
    rows = []
    for board in boards:
        cells = [cell_of([tap.load(f"{kind}-{board}")] if f"{kind}-{board}" in suites else []) for kind, _ in KINDS]
        rows.append([board] + cells + [game_of(board, suites)])
    foreign = [suite for suite in suites if BIG_ENDIAN.match(suite)]
    if foreign:
        rows.append(["PowerPC, big-endian (QEMU's user mode)", cell_of([tap.load(suite) for suite in foreign])] + ["-"] * 4)
    return [row for row in rows if any(cell != "-" for cell in row[1:])]


def table_of(rows):
    """Markdown."""
    lines = [["board"] + [title for _, title in KINDS] + ["game"], ["---"] * (len(KINDS) + 2)] + rows
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def shape_of(table):
    """The table with every number alike."""
    return re.sub(r"\| (?:[0-9][^|]*|not run) (?=\|)", "| n ", table)


def check(path, table):
    """Prints TAP; returns the exit code."""
    with open(path, encoding="utf-8") as file:
        block = BLOCK.search(file.read())
    written = block.group(1) if block else ""
    problems = []
    if shape_of(written) != shape_of(table):
        problems.append("boards or suites are others now: make boards-results")
    if "failed" in written or "not run" in written:
        problems.append("it was written when tests had failed or had not been run")
    print("1..1")
    print(("not ok" if problems else "ok") + f" 1 - the table of results in {path} has the boards and suites of now")
    for problem in problems:
        print("# " + problem)
    return 1 if problems else 0


def main():
    """Returns the exit code."""
    words = sys.argv[1:]
    path = words[1] if words[0] == "--check" else None
    words = words[2:] if path else words
    at = words.index("--")
    table = table_of(rows_of(words[:at], words[at + 1:]))
    if path:
        return check(path, table)
    print(table, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
