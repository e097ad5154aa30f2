#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# boards_test.py - shows that a board's folder is all that the suites need: adds boards to a copy of the tree. Run from the root.

import functools
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

import tap_out
from seeds import tree

# What may have a list of boards: what `make test` runs, and what suites of one program need.
MAY_LIST = re.compile(r"^quick\b|^[\w-]+-few\.boards|^see-report\.boards|\.packages\b")
SHOWN = ("suites", "boards.with_screen")
KINDS = ("unit", "model", "debug", "debug-inject")

# a new board, the one that it is a copy of, what is changed in its board.mk, the suites that it must add
NEW = [
    ("raven", "mps2-an386", "", {"unit-raven", "model-raven"}),
    ("raven", "microbit", "", {f"{kind}-raven" for kind in KINDS} | {"debug-trap-raven", "debug-sinks-raven", "unit-speed-raven"}),
    ("raven", "microbit", "raven.also := systems basepri unit-debug break",
     {f"{kind}-raven" for kind in KINDS} | {"systems-raven", "debug-basepri-raven", "unit-debug-raven", "debug-break-raven"}),
    ("raven", "atmega32u4", "", {f"{kind}-raven" for kind in KINDS} | {"unit-wide-raven", "model-small-raven"}),
    ("raven", "sm83", "", {"unit-raven", "model-raven", "model-small-raven"}),
    ("raven", "arduboy", "", {"golden-debug-raven"}),
]


def copy_of(folder):
    """A tree with the project's files, and boards/ a folder that one may add to."""
    for name in ("Makefile", "include", "port", "src", "tests"):
        os.symlink(os.path.abspath(name), os.path.join(folder, name))
    os.mkdir(os.path.join(folder, "boards"))
    for name in os.listdir("boards"):
        os.symlink(os.path.abspath(os.path.join("boards", name)), os.path.join(folder, "boards", name))
    os.remove(os.path.join(folder, "boards", "README.md"))
    shutil.copy("boards/README.md", os.path.join(folder, "boards"))


def add(folder, board, like, change):
    where = os.path.join(folder, "boards", board)
    shutil.copytree(os.path.join("boards", like), where)
    path = os.path.join(where, "board.mk")
    text = tree.read("", path)
    text = re.sub(rf"\b{re.escape(like)}(?=[./])", board, text)
    text = text.replace("$(eval $(call mps2,an386,cortex-m4))", "raven.port := cortex_m\nraven.run := qemu-system-arm -kernel")
    tree.write(path, text + change + "\n")


def make(folder, *words):
    """What make prints."""
    return subprocess.run(["make", "-s", "--no-print-directory", *words], cwd=folder, env={**os.environ, "MAKEFLAGS": ""},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout


@functools.lru_cache(maxsize=None)
def shown(folder):
    """{a variable of make: its words}"""
    lines = "; ".join(f"echo '$({name})'" for name in SHOWN)
    return dict(zip(SHOWN, (set(line.split()) for line in make(folder, "--eval", "show-it:;@" + lines, "show-it").split("\n"))))


def added(board, like, change, suites):
    """What is wrong with the suites that a new board adds."""
    before = shown(".")
    with tempfile.TemporaryDirectory() as folder:
        copy_of(folder)
        add(folder, board, like, change)
        after = shown(folder)
        make(folder, "boards-table")
        has_row = f"| {board} |" in tree.read("", os.path.join(folder, "boards", "README.md"))
    new = after["suites"] - before["suites"]
    problems = [] if new == suites else [f"suites: {sorted(new)} instead of {sorted(suites)}"]
    if (board in after["boards.with_screen"]) != (like == "arduboy"):
        problems.append(f"boards with a screen: {sorted(after['boards.with_screen'])}")
    return problems + ([] if has_row else ["it is not in the table of boards"])


def unknown_word():
    with tempfile.TemporaryDirectory() as folder:
        copy_of(folder)
        add(folder, "raven", "microbit", "raven.also := sytems")
        said = make(folder, "help")
    return [] if "`.also` has no word 'sytems'" in said and "***" in said else [said[:300]]


def listed():
    """The lines of makefiles, but for a board's own, that name several boards: a new one would be missing there."""
    boards = [os.path.basename(os.path.dirname(path)) for path in glob.glob("boards/*/board.mk")]
    pattern = re.compile(r"(?<![\w/.-])(" + "|".join(map(re.escape, boards)) + r")(?![\w-])")
    found = []
    for path in ["boards/boards.mk", "tests/tests.mk", *glob.glob("tests/*/*.mk"), *glob.glob("tests/*/*/*.mk")]:
        found += [f"{path}: {line.strip()}" for line in tree.read("", path).replace("\\\n", " ").split("\n")
                  if len(set(pattern.findall(line.partition("# ")[0]))) > 1 and not MAY_LIST.search(line)]
    return found


if __name__ == "__main__":
    sys.exit(tap_out.every([*((f"new board like {like}{' with ' + change if change else ''} is in every suite by its folder alone",
                               added(board, like, change, suites)) for board, like, change, suites in NEW),
                            ("word of `.also` that is none is refused", unknown_word()), ("no suite has a list of boards", listed())]))
