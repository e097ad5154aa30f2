#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# gba.py - what a debug build's default handler does on an emulated Game Boy Advance. Prints TAP.
#
# usage: gba.py RUNNER PROGRAM

import subprocess
import sys

LINE = "hutch: pigeons[0]: DOUBLE_RELEASE: the slot is already free"
LAST = "hutch: stopped at a fault, see the line above"
STOPPED = 96  # of boards/runners/runner.h: the program logged a fatal line, and did not end


def main():
    done = subprocess.run(sys.argv[1:3], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    lines = done.stdout.split("\n")[:-1]
    results = [("the default handler logs the line of the fault", len(lines) > 1 and lines[0].startswith(LINE)),
               ("then a fatal line, at which mGBA stops, and nothing later", lines[1:] == [LAST]),
               ("the program halts", done.returncode == STOPPED)]
    print(f"1..{len(results)}")
    for number, (sentence, is_right) in enumerate(results, 1):
        print(f"{'ok' if is_right else 'not ok'} {number} - {sentence}")
    if not all(is_right for _, is_right in results):
        print(f"# exit code {done.returncode}\n# " + "\n# ".join(lines))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
