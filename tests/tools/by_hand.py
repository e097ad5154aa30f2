#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# by_hand.py - writes into by_hand.md when the suites that CI leaves out were run last, and how they ended.
#
# usage: by_hand.py SUITE ...      these are all of them; after one or more were run on what is committed

import os
import re
import subprocess
import sys

import tap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join(ROOT, "tests", "tools", "by_hand.md")
ROW = re.compile(r"\| `([\w-]+)` \|")


def row_of(suite, result, commit):
    return f"| `{suite}` | {result.passed} | {result.failed} | {result.skipped} | {result.seconds:.0f} | {commit} |"


def renewed(text, suites, commit, since):
    """The page with a row for each suite: a new one if its result is newer than `since`, else the old one. `since` is a time as
    os.path.getmtime returns it."""
    lines = text.rstrip("\n").split("\n")
    old = {ROW.match(line).group(1): line for line in lines if ROW.match(line)}
    rows = []
    for suite in suites:
        path = tap.path_of(suite)
        is_new = os.path.exists(path) and os.path.getmtime(path) > since
        rows.append(row_of(suite, tap.load(suite), commit) if is_new else old.get(suite, f"| `{suite}` | - | - | - | - | - |"))
    return "\n".join([line for line in lines if not ROW.match(line)] + rows) + "\n"


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def main():
    if set(git("diff", "--name-only", "HEAD").split("\n")) - {"", os.path.relpath(TABLE, ROOT)}:
        sys.exit("by_hand.py: commit first: the table names the commit that was tested")
    with open(TABLE, encoding="utf-8") as file:
        text = file.read()
    text = renewed(text, sys.argv[1:], git("rev-parse", "--short=7", "HEAD"), float(git("log", "-1", "--format=%ct")))
    with open(TABLE, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
