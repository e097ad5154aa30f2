#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# table.py - board by board and suite by suite, how many tests passed: from what the last runs have kept.
"""usage: table.py [--check FILE | --keep FILE] BOARD ... -- SUITE ...

Prints the table in Markdown. --keep takes what has not been run from the table in FILE. --check prints in TAP whether the
table in FILE has the boards and the suites that there are now; the numbers are those of the runs that wrote it."""

import glob
import os
import re
import sys

import tap

KINDS = (("unit", "unit tests"), ("model", "model"), ("debug", "misuse"), ("debug-inject", "injected misuse"))
NOT_RUN = "not run"
GAME = re.compile(r"(not )?ok \d+ - scripted game on (\S+): ")
BIG_ENDIAN = re.compile(r"(unit)-(ppc)-")
BLOCK = re.compile(r"<!-- begin results -->\n(.*?)<!-- end results -->", re.S)


def cell_of(suites):
    """Passed, and how many more failed; a suite without a result has not been run."""
    if not suites:
        return "-"
    if not all(os.path.exists(tap.path_of(suite)) for suite in suites):
        return NOT_RUN
    results = [tap.load(suite) for suite in suites]
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
        return NOT_RUN
    failed = sum(bool(match.group(1)) for match in found)
    return NOT_RUN if not found else f"{len(found) - failed}, {failed} failed" if failed else str(len(found))


def rows_of(boards, suites):
    """A board, then a cell for each kind of suite."""
    rows = []
    for board in boards:
        cells = [cell_of([f"{kind}-{board}"] if f"{kind}-{board}" in suites else []) for kind, _ in KINDS]
        rows.append([board] + cells + [game_of(board, suites)])
    foreign = [suite for suite in suites if BIG_ENDIAN.match(suite)]
    if foreign:
        rows.append(["PowerPC, big-endian (QEMU's user mode)", cell_of(foreign)] + ["-"] * 4)
    return [row for row in rows if any(cell != "-" for cell in row[1:])]


def table_of(rows):
    """Markdown."""
    lines = [["board"] + [title for _, title in KINDS] + ["game"], ["---"] * (len(KINDS) + 2)] + rows
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def read_block(path):
    """The table as it stands in a document; empty when there is none."""
    with open(path, encoding="utf-8") as file:
        block = BLOCK.search(file.read())
    return block.group(1) if block else ""


def cells_of(table):
    """{(board, column): cell} of a table in Markdown."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return {(line[0], head): cell for line in lines[2:] for head, cell in zip(lines[0], line)} if lines else {}


def with_kept(rows, table):
    """The rows, with the last value of each cell that has not been run."""
    last, heads = cells_of(table), ["board"] + [title for _, title in KINDS] + ["game"]
    return [[last.get((row[0], head), cell) if cell == NOT_RUN and last.get((row[0], head)) != "-" else cell
             for head, cell in zip(heads, row)] for row in rows]


def shape_of(table):
    """The table with every number alike."""
    return re.sub(r"\| (?:[0-9][^|]*|not run) (?=\|)", "| n ", table)


def check(path, table):
    """Prints TAP; returns the exit code."""
    written = read_block(path)
    problems = []
    if shape_of(written) != shape_of(table):
        problems.append("boards or suites are others now: make boards-results")
    if "failed" in written or NOT_RUN in written:
        problems.append("it was written when tests had failed or had not been run")
    print("1..1")
    print(("not ok" if problems else "ok") + f" 1 - the table of results in {path} has the boards and suites of now")
    for problem in problems:
        print("# " + problem)
    return 1 if problems else 0


def main():
    """Returns the exit code."""
    words = sys.argv[1:]
    option, path = words[:2] if words[0].startswith("--") else (None, None)
    words = words[2:] if path else words
    at = words.index("--")
    rows = rows_of(words[:at], words[at + 1:])
    if option == "--check":
        return check(path, table_of(rows))
    print(table_of(with_kept(rows, read_block(path)) if option == "--keep" else rows), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
