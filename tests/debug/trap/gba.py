#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# gba.py - what a debug build's default handler does on an emulated Game Boy Advance. Prints TAP.
#
# usage: gba.py RUNNER PROGRAM

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir, "tools"))
from tap_out import every  # noqa: E402  (of tests/tools)

LINE = "hutch: pigeons[0]: DOUBLE_RELEASE: the slot is already free"
LAST = "hutch: stopped at a fault, see the line above"
STOPPED = 96  # of boards/runners/runner.h: the program logged a fatal line, and did not end


def main():
    done = subprocess.run(sys.argv[1:3], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    lines = done.stdout.split("\n")[:-1]
    said = f"exit code {done.returncode}\n" + "\n".join(lines)
    return every([("the default handler logs the line of the fault", "" if len(lines) > 1 and lines[0].startswith(LINE) else said),
                  ("then a fatal line, at which mGBA stops, and nothing later", "" if lines[1:] == [LAST] else said),
                  ("the program halts", "" if done.returncode == STOPPED else said)])


if __name__ == "__main__":
    sys.exit(main())
