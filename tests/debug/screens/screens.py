#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# screens.py - compares what a console's screen shows after a fault with the picture in port/sinks. Prints TAP.
#
# usage: screens.py [--update] BOARD RUNNER PROGRAM ...     PROGRAM: screens.elf, and others of screens/BOARD.c

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path[:0] = [os.path.join(ROOT, "tests", "tools"), os.path.join(ROOT, "boards", "tools")]
import png  # noqa: E402  (of boards/tools)
from tap_out import end, result  # noqa: E402


def picture(runner, program):
    """The path of what the screen shows at the program's end."""
    path = os.path.splitext(program)[0] + ".png"
    if os.path.exists(path):
        os.remove(path)
    done = subprocess.run([runner, program, "--png", path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        print(f"# {program}: exit code {done.returncode}\n# " + "\n# ".join(done.stdout.split("\n")[-20:]))
    return path


def difference(path, other):
    if not os.path.exists(path) or not os.path.exists(other):
        return "a picture is missing"
    return png.difference(path, other)


def main():
    words = sys.argv[1:]
    is_update = words[0] == "--update"
    board, runner, *programs = words[is_update:]
    shown = {os.path.basename(program)[:-len(".elf")]: picture(runner, program) for program in programs}
    golden = os.path.join(ROOT, "port/sinks", board + ".png")
    if is_update:
        os.replace(shown["screens"], golden)
        return 0
    why = difference(shown["screens"], golden)
    result(not why, f"{board}: the last line names pool, slot and code, below a picture that is whole: port/sinks/{board}.png", why)
    why = difference(shown["screens"], shown["screens-no-fault"])
    result("rows of the picture differ" in why, f"{board}: without a fault there is no line", why or "there is one")
    if "screens-goes-on" in shown:
        why = difference(shown["screens-goes-on"], shown["screens-no-fault"])
        result(not why, f"{board}: a program that goes on paints over the line, and its picture is not shifted", why)
    return end()


if __name__ == "__main__":
    sys.exit(main())
