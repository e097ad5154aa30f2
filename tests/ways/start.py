#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# start.py - the commands that the site's pages show, start.sh of each way: in a copy of its program, with a clone of hutch beside it.

import glob
import os

import ways

OTHERS = ("devkitarm", "gbdk")  # makefiles.py runs theirs, with its stand-ins


def runs(way):
    def test(folder):
        there = ways.copy_program(folder, way)
        with open(os.path.join(there, "start.sh"), encoding="utf-8") as file:
            ways.must_be(file.read().split("/")[-1], "rabbits\n", "what start.sh runs at its end")
        ways.must_be_silent(ways.run(["sh", "-eu", "start.sh"], there))
    return f"{way}/start.sh, as the site shows it: builds a program, and runs it", test


FOUND = sorted(os.path.basename(os.path.dirname(path)) for path in glob.glob(os.path.join(ways.HERE, "*/start.sh")))
ways.main([runs(way) for way in FOUND if way not in OTHERS])
