#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# arduboy_play.py - the firmware in avr8js plays the script under node: its log is the golden one, which simavr wrote, and the
# pools that are read from the chip's RAM are those that the log has. Prints TAP.
"""usage: arduboy_play.py SCRIPT GOLDEN.txt"""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tools"))
import cpu_time  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402

SECONDS = 300


def main():
    script, golden = sys.argv[1:]
    with open(golden, encoding="utf-8") as file:
        wanted = file.read()
    done = cpu_time.run(["node", "build/web/avr_play.js", "build/web/firmware.json", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        text=True, timeout=SECONDS)
    log, _, outside = done.stdout.partition("seen from outside\n")
    result(log == wanted and done.returncode == 0, "the log is the golden one", f"exit code {done.returncode}\n{log}")
    pools = re.findall(r"^(\w+) +(\d+) +(\d+) +\d+ +(\d+) +\d+  ([#.]+)$", wanted, re.M)
    result(sorted(outside.split("\n")[:-1]) == sorted(map(" ".join, pools)), "the pools read from RAM are those of the log", outside)
    return end()


if __name__ == "__main__":
    sys.exit(main())
