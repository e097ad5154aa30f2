#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# parts.py - runs the programs that each have a part of the tests, and prints one TAP for all of them.
"""usage: parts.py EMULATOR ... -- PROGRAM ..."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)

TEST = re.compile(r"(not ok|ok) \d+ - (.*)")
PLAN = re.compile(r"1\.\.(\d+)$")
SECONDS = 60


def run(command):
    """Exit code and lines; 124 when it uses too much CPU time."""
    try:
        done = cpu_time.run(command, SECONDS, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return done.returncode, done.stdout.decode("ascii", "replace").splitlines()
    except cpu_time.TooLong:
        return 124, []


def main():
    """Returns the exit code."""
    at = sys.argv.index("--")
    emulator, programs = sys.argv[1:at], sys.argv[at + 1:]
    number = failed = 0
    for program in programs:
        part = os.path.splitext(os.path.basename(program))[0]
        code, lines = run(emulator + [program])
        ran = failed_here = 0
        plan = None
        for line in lines:
            test = TEST.match(line)
            if test:
                ran += 1
                failed_here += test.group(1) != "ok"
                print(f"{test.group(1)} {number + ran} - {test.group(2)}")
            elif line.startswith("#"):
                print(line)
            elif PLAN.match(line):
                plan = int(PLAN.match(line).group(1))
        if plan != ran or ran == 0 or (code != 0) != (failed_here != 0):
            ran += 1
            failed_here += 1
            print(f"not ok {number + ran} - {part}: exit code {code}, {ran - 1} tests of {plan}")
        number += ran
        failed += failed_here
    print(f"1..{number}")
    return 1 if failed or number == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
