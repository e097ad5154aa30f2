#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# by_hand_test.py - shows that the table of suites that CI leaves out is renewed where they were run, and nowhere else.

import os
import subprocess
import sys
import tempfile

import by_hand
import tap
import tap_out

PAGE = "# Head\n\n| suite | passed | failed | skipped | CPU seconds | commit |\n| --- |\n| `finch` | 3 | 0 | 0 | 5 | aaaaaaa |\n| `gone` | 1 | 0 | 0 | 1 | bbbbbbb |\n"
SUITES, COMMIT, SINCE = ["finch", "heron"], "ccccccc", 1000
PASSED = "1..2\nok 1 - a\nok 2 - b # SKIP c\n# seconds of CPU time: 7.4\n# exit code 0\n"
DIED = "ok 1 - a\n# exit code 3\n"
NEW, OLD = SINCE + 1, SINCE - 1

# a sentence, {suite: (its result, when it was written)}, the rows
CASES = [
    ("a suite that was not run keeps its row, a new one has no figures, one that is gone has no row", {},
     ["| `finch` | 3 | 0 | 0 | 5 | aaaaaaa |", "| `heron` | - | - | - | - | - |"]),
    ("a suite that was run has its counts, its time and the commit", {"finch": (PASSED, NEW)},
     ["| `finch` | 1 | 0 | 1 | 7 | ccccccc |", "| `heron` | - | - | - | - | - |"]),
    ("a suite that died has failed", {"heron": (DIED, NEW)},
     ["| `finch` | 3 | 0 | 0 | 5 | aaaaaaa |", "| `heron` | 1 | 1 | 0 | 0 | ccccccc |"]),
    ("a result from before the commit is not taken", {"finch": (PASSED, OLD)},
     ["| `finch` | 3 | 0 | 0 | 5 | aaaaaaa |", "| `heron` | - | - | - | - | - |"]),
]


def renewed(results):
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, tap.RESULTS))
        os.chdir(folder)
        for suite, (text, written) in results.items():
            with open(tap.path_of(suite), "w", encoding="utf-8") as file:
                file.write(text)
            os.utime(tap.path_of(suite), (written, written))
        page = by_hand.renewed(PAGE, SUITES, COMMIT, SINCE)
        os.chdir(by_hand.ROOT)
    return page


def slow_suites():
    done = subprocess.run(["make", "-s", "--no-print-directory", "-f", "-", "print"], cwd=by_hand.ROOT, capture_output=True, text=True,
                          input="include Makefile\nprint: ; @echo $(slow_suites)\n", check=True)
    return done.stdout.split()


def main():
    for sentence, results, rows in CASES:
        page = renewed(results)
        tap_out.result(page.split("\n")[4:-1] == rows and page.startswith("# Head\n\n| suite"), sentence, page)
    with open(by_hand.TABLE, encoding="utf-8") as file:
        text = file.read()
    rows = [by_hand.ROW.match(line).group(1) for line in text.split("\n") if by_hand.ROW.match(line)]
    suites = slow_suites()
    tap_out.result(rows == suites, "tests/tools/by_hand.md has a row for each suite that CI leaves out (make by-hand-table)",
                   f"rows that are missing or wrong: {sorted(set(rows) ^ set(suites))}")
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main())
