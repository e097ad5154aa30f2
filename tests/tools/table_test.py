#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# table_test.py - shows that the table of boards is renewed where tests were run, and nowhere else.

import os
import subprocess
import sys
import tempfile

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "table.py")
WRITTEN = """<!-- begin results -->
| board | unit tests | model | misuse | injected misuse | game |
| --- | --- | --- | --- | --- | --- |
| finch | 11 | 4 | 9 | 27 | 2 |
| gone | 12 | - | - | - | - |
| heron | 13 | 5 | - | - | - |
| PowerPC, big-endian (QEMU's user mode) | 354 | - | - | - | - |
<!-- end results -->
"""
SUITES = ["unit-finch", "model-finch", "debug-finch", "debug-inject-finch", "unit-heron", "model-heron", "unit-ppc-w32", "unit-ppc-w8",
          "golden"]
PASSED, FAILED = "1..2\nok 1 - a\nok 2 - b\n# exit code 0\n", "1..2\nok 1 - a\nnot ok 2 - b\n# exit code 1\n"
DIED = "ok 1 - a\n# exit code 3\n"
GAME = "1..2\nok 1 - scripted game on finch: log\nnot ok 2 - scripted game on finch: picture\n# exit code 1\n"

# a sentence, {suite: its result}, boards, the rows that must be in the table, a row that must not
CASES = [
    ("nothing was run: all rows keep their figures", {}, ["finch", "heron"],
     ["| finch | 11 | 4 | 9 | 27 | 2 |", "| heron | 13 | 5 | - | - | - |", "(QEMU's user mode) | 354 |"], "not run"),
    ("one board was run: only its row changes", {"unit-heron": PASSED, "model-heron": PASSED}, ["finch", "heron"],
     ["| finch | 11 | 4 | 9 | 27 | 2 |", "| heron | 2 | 2 | - | - | - |"], "| heron | 13"),
    ("one suite was run: only its cell changes", {"model-finch": PASSED}, ["finch", "heron"],
     ["| finch | 11 | 2 | 9 | 27 | 2 |"], "not run"),
    ("tests that failed are written", {"unit-finch": FAILED}, ["finch"], ["| finch | 1, 1 failed | 4 |"], "| finch | 11"),
    ("suite that died is written", {"unit-finch": DIED}, ["finch"], ["| finch | 1, 1 failed | 4 |"], "| finch | 11"),
    ("half of a cell's suites do not make it new", {"unit-ppc-w8": PASSED}, ["finch"], ["(QEMU's user mode) | 354 |"], "not run"),
    ("game is written for its board", {"golden": GAME}, ["finch"], ["| finch | 11 | 4 | 9 | 27 | 1, 1 failed |"], "not run"),
    ("new board that was not run has no figures", {}, ["finch", "raven"], ["| raven | not run |"], "| raven | -"),
    ("board that is no more has no row", {}, ["finch"], ["| finch | 11 |"], "| gone |"),
]


def table(folder, results, boards, suites, *words):
    os.makedirs(os.path.join(folder, "build", "results"))
    os.makedirs(os.path.join(folder, "boards", "games", "horde", "golden"))
    with open(os.path.join(folder, "boards", "games", "horde", "golden", "finch.txt"), "w", encoding="utf-8"):
        pass
    for name, text in [("README.md", WRITTEN)] + [(f"build/results/{suite}.tap", text) for suite, text in results.items()]:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    return subprocess.run([sys.executable, "-B", TABLE, *words, *boards, "--", *suites], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False).stdout


def main():
    failed = 0
    for number, (sentence, results, boards, there, absent) in enumerate(CASES, 1):
        suites = SUITES + (["unit-raven"] if "raven" in boards else [])
        with tempfile.TemporaryDirectory() as folder:
            text = table(folder, results, boards, suites, "--keep", "README.md")
        is_right = all(row in text for row in there) and absent not in text
        failed += not is_right
        print(f"{'ok' if is_right else 'not ok'} {number} - {sentence}")
        if not is_right:
            print("# " + text.rstrip().replace("\n", "\n# "))
    with tempfile.TemporaryDirectory() as folder:
        text = table(folder, {"unit-finch": PASSED}, ["finch"], SUITES)
    is_right = "| finch | 2 | not run | not run | not run | not run |" in text
    failed += not is_right
    print(f"{'ok' if is_right else 'not ok'} {len(CASES) + 1} - the table after a run tells what was not run\n1..{len(CASES) + 1}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
