#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# tap_test.py - shows that tap.py counts rightly, and that no way for a suite to go wrong counts as a success.

import os
import re
import subprocess
import sys
import tempfile

TAP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tap.py")

# a sentence, the suite as shell commands (None: it never ran), the last line and the exit code of the tally
CASES = [
    ("tests that pass are counted", "echo 'ok 1 - a'; echo 'ok 2 - b'; echo 1..2", "2 passed, 0 failed", 0),
    ("plan may come first", "echo 1..1; echo 'ok 1 - a'", "1 passed, 0 failed", 0),
    ("failed test fails the tally", "echo 'ok 1 - a'; echo 'not ok 2 - b'; echo 1..2; exit 1", "1 passed, 1 failed", 1),
    ("failed test fails the tally though the suite ends with 0", "echo 'not ok 1 - a'; echo 1..1", "0 passed, 1 failed", 1),
    ("skipped test is no passed test", "echo 'ok 1 - a'; echo 'ok 2 - b # SKIP no tool'; echo 1..2",
     "1 passed, 0 failed, 1 skipped", 0),
    ("suite that died after its plan has failed", "echo 1..1; echo 'ok 1 - a'; exit 3", "1 passed, 1 failed", 1),
    ("suite that was killed has failed", "echo 1..1; echo 'ok 1 - a'; kill -SEGV $$", "1 passed, 1 failed", 1),
    ("suite that lacks a test of its plan has failed", "echo 1..2; echo 'ok 1 - a'", "1 passed, 1 failed", 1),
    ("suite that has a test too many has failed", "echo 1..1; echo 'ok 1 - a'; echo 'ok 2 - b'", "2 passed, 1 failed", 1),
    ("suite without a plan has failed", "echo 'ok 1 - a'", "1 passed, 1 failed", 1),
    ("suite with two plans has failed", "echo 1..1; echo 'ok 1 - a'; echo 1..1", "1 passed, 1 failed", 1),
    ("suite that misses a number has failed", "echo 'ok 1 - a'; echo 'ok 3 - b'; echo 1..2", "2 passed, 1 failed", 1),
    ("suite that says nothing has failed", "true", "0 passed, 1 failed", 1),
    ("suite of no tests has failed", "echo 1..0", "0 passed, 1 failed", 1),
    ("suite that never ends has failed", "echo 1..1; echo 'ok 1 - a'; while :; do :; done", "1 passed, 1 failed", 1),
    ("suite that waits longer than its CPU time has not failed", "echo 1..1; sleep 3; echo 'ok 1 - a'", "1 passed, 0 failed", 0),
    ("suite that was not built has failed", None, "0 passed, 1 failed", 1),
    ("suite that is skipped as a whole has nothing passed", "echo '1..0 # SKIP no emulator'",
     "0 passed, 0 failed, 1 skipped", 1),
]


def call(folder, *words):
    return subprocess.run([sys.executable, TAP, *words], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)


def main():
    failed = 0
    for number, (sentence, commands, last_line, code) in enumerate(CASES, 1):
        with tempfile.TemporaryDirectory() as folder:
            if commands is not None:
                call(folder, "run", "suite", "1", "sh", "-c", commands)
            result = call(folder, "tally", "suite")
        *said, last = result.stdout.rstrip("\n").split("\n")
        reasons = ["suite: skipped: " + reason for reason in re.findall(r"# SKIP ([\w ]+)", commands or "")]
        is_right = result.returncode == code and last == last_line and [line for line in said if "skipped" in line] == reasons
        failed += not is_right
        print(f"{'ok' if is_right else 'not ok'} {number} - {sentence}")
        if not is_right:
            print(f"# exit code {result.returncode}\n# " + result.stdout.rstrip().replace("\n", "\n# "))
    print(f"1..{len(CASES)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
