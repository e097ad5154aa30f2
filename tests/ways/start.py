#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# start.py - the commands that the site's pages show, start.sh of each way: in a copy of its program, with a clone of hutch beside it.

import glob
import os
import re

import ways

OTHERS = ("devkitarm", "gbdk")  # makefiles.py runs theirs, with its stand-ins
SHOWN = ("cmake", "meson", "pkgconfig", "sources")  # what main.c prints is on the page; the line of the call only where the sources are compiled


def must_show(folder, printed):
    """The page shows what its program prints, but for the address."""
    place, shown = re.search(r"^    (main\.c:\d+: )(hutch: .*)$", ways.tree.read(folder, "hutch/src/site/start.md"), re.M).groups()
    line = re.sub(r"0x[0-9a-f]+", "0x[0-9a-f]+", re.escape(shown))
    ways.must_be(re.search(f"^({place})?{line}$", printed, re.M) is not None, True, f"that {shown!r} is printed; there is:\n{printed}")


def runs(way):
    def test(folder):
        there = ways.copy_program(folder, way)
        ways.must_be(ways.tree.read(there, "start.sh").split("/")[-1], "rabbits\n", "what start.sh runs at its end")
        printed = ways.run(["sh", "-eu", "start.sh"], there)
        ways.must_be_silent(printed)
        if way in SHOWN:
            must_show(folder, printed)
    return f"{way}/start.sh, as the site shows it: builds a program, and runs it", test


FOUND = sorted(os.path.basename(os.path.dirname(path)) for path in glob.glob(os.path.join(ways.HERE, "*/start.sh")))
ways.main([runs(way) for way in FOUND if way not in OTHERS])
