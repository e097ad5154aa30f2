#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# sinks.py - what sinks.c says in QEMU's console by semihosting. Run from the root; prints TAP.
#
# usage: sinks.py NAME EMULATOR ...

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402


def main():
    name, *emulator = sys.argv[1:]
    done = cpu_time.run([*emulator, "-display", "none", "-monitor", "none", "-serial", "none"], stdin=subprocess.DEVNULL,
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    table = re.fullmatch(r"pool  .*\npigeons +1 +1 +4 +0 +\d+ +#\.\.\.\n", done.stdout.replace("Timer with period zero, disabling\n", ""))
    result(table is not None and done.returncode == 0, f"{name} reports by semihosting, once, and comes to its end", f"exit code {done.returncode}: {done.stdout}")
    return end()


if __name__ == "__main__":
    sys.exit(main())
