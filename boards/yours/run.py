#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py - runs a program of somebody's on an emulated board, and says how it ended.

usage: run.py BOARD SECONDS EMULATOR ... PROGRAM     at most so many seconds of CPU time

Each line is printed behind the board's name. The exit code is that of the program's main, from 0 to 255; 124 if it did not end."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/tools"))
import cpu_time  # noqa: E402


def main(words):
    board, seconds, command = words[0], int(words[1]), words[2:]
    try:
        done = cpu_time.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds)
        code, text, end = done.returncode, done.stdout, f"exit code {done.returncode}"
    except cpu_time.TooLong as late:
        code, text, end = 124, late.output or b"", f"did not end: it was stopped: {late.reason}"
    for line in [*text.decode("utf-8", "replace").splitlines(), end]:
        print(f"{board}: {line}", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
