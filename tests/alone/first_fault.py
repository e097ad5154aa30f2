#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# first_fault.py - a first wrong call on a PC, without a handler or a sink: one line on stderr, with the caller's file and line
# where the program has debug information. Prints TAP.

import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT + "/tests/tools")
from tap_out import end, result  # noqa: E402

PROGRAM = """#include "hutch/hutch.h"
#include <stdio.h>
HUTCH_POOL(rabbits, int, 4);
static void shout(char c, void *context) { (void)context; fputc(c == 'h' ? 'H' : c, stdout); }
int main(int count, char **arguments)
{
    (void)arguments;
    if (count > 1) { hutch_debug_set_sink(count > 2 ? shout : NULL, NULL); }
    int *const rabbit = rabbits_acquire();
    rabbits_release(rabbit);
    for (int i = 0; i < 12; i++) {
        rabbits_release(rabbit); // line 12
    }
    return 0;
}
"""
LINE = r"hutch: rabbits\[0\]: DOUBLE_RELEASE: the slot is already free; address 0x[0-9a-f]+"
PLACE = r"game\.c:12: "
TEN = r"hutch: this fault came 10 times\n"
# Flags, what is printed, the exit code: a debug build stops by SIGILL or SIGTRAP, but not without a word.
BUILDS = [("gcc -O2 -g", f"{PLACE}{LINE}\n{PLACE}{LINE}\n{TEN}", {0}), ("gcc -O0 -g", f"{PLACE}{LINE}\n{PLACE}{LINE}\n{TEN}", {0}),
          ("gcc -O2 -g -static", f"{PLACE}{LINE}\n{PLACE}{LINE}\n{TEN}", {0}), ("gcc -O2 -s", f"{LINE}\n{LINE}\n{TEN}", {0}),
          ("clang -O2 -gdwarf-4", f"{PLACE}{LINE}\n{PLACE}{LINE}\n{TEN}", {0}),
          ("gcc -O1 -g -DHUTCH_CFG_CHECK=2", f"{PLACE}{LINE}; called from 0x.*\n", {-4, -5}),
          ("clang -O0 -gdwarf-4 -DHUTCH_CFG_CHECK=2", f"{PLACE}{LINE}; called from 0x.*\n", {-4, -5})]


def built(folder, flags, port):
    sources = glob.glob(ROOT + "/src/*.c") + glob.glob(f"{ROOT}/port/{port}/*.c")
    subprocess.run([*flags.split(), "-std=c99", f"-I{ROOT}/include", f"-I{ROOT}/port/{port}", "game.c", *sources, "-pthread", "-o", "game"],
                   cwd=folder, check=True)


def printed(folder, *arguments):
    done = subprocess.run(["./game", *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return done.stdout, done.stderr, done.returncode


def main():
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "game.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        for flags, wanted, codes in BUILDS:
            for port in ("auto",) if "clang" in flags or "static" in flags else ("auto", "host"):
                built(folder, flags, port)
                out, err, code = printed(folder)
                result(out == "" and re.fullmatch(wanted, err) is not None and code in codes, f"port/{port}, {flags}: the first fault is printed",
                       repr((out, err, code)))
        built(folder, "gcc -O2 -g", "host")
        result(printed(folder, "a", "sink")[0].startswith("Hutc") and
               printed(folder, "a", "sink")[1] == "", "a sink of the program's own takes its place")
        result(printed(folder, "silent") == ("", "", 0), "and NULL silences it", repr(printed(folder, "silent")))
    with tempfile.TemporaryDirectory() as folder:
        pool = '#include "hutch/hutch.h"\nHUTCH_POOL(rabbits, int, 4);\nint *born(void);\n'
        for name, text in (("other.c", pool + 'int *born(void) { return rabbits_acquire(); }\n'),
                           ("game.c", pool + 'int main(void) { return rabbits_release(born()); }\n')):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        built(folder, "gcc -O1 -DHUTCH_CFG_CHECK=2 other.c", "host")
        err = printed(folder)[1]
        result("it is of pool rabbits, too: HUTCH_POOL makes a pool for each file, use HUTCH_POOL_DECLARE" in err,
               "two pools of one name: the line says so", err)
    return end()


if __name__ == "__main__":
    sys.exit(main())
