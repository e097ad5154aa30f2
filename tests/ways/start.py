#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# start.py - each way of the pages Start and Without malloc, literally: in an empty folder, with no files but those that the page shows.

import os
import re

import ways

OTHERS = ("devkitarm", "gbdk")  # makefiles.py runs theirs, with its stand-ins
PAGE, WITHOUT_MALLOC = (ways.tree.read(ways.ROOT, f"src/site/{name}.md") for name in ("start", "without_malloc"))
PROGRAM = re.search(r"^```c\n(.*?)^```", ways.tree.read(ways.ROOT, "README.md"), re.M | re.S).group(1)  # the page includes it


def indented(section):
    """The last block of a section that is no file: what the program prints."""
    return re.findall(r"(?:^ {4}.*\n)+", section, re.M)[-1].replace("    ", "")


SECTIONS = {re.search(r"tests/ways/(\w+)/start\.sh", section).group(1): section for section in (PAGE + WITHOUT_MALLOC).split("\n## ") if "start.sh" in section}
PRINTS = indented(PAGE.partition("## The program")[2].partition("\n## ")[0])


def must_print(wanted, printed, what):
    """Each line of the page, but for addresses; the place of a call only where the library was compiled with it."""
    for line in wanted.strip().split("\n"):
        place, text = re.fullmatch(r"((?:\w+\.\w+:\d+: )?)(.*)", line).groups()
        pattern = f"({re.escape(place)})?" + re.sub("0x[0-9a-f]+", "0x[0-9a-f]+", re.escape(text))
        ways.must_be(re.search(f"^{pattern}$", printed, re.M) is not None, True, f"that {what} prints {line!r}; there is:\n{printed}")


def runs(way, section):
    def test(folder):
        there = os.path.join(folder, "start-" + way)
        os.mkdir(there)
        ways.write(os.path.join(there, "main.c"), PROGRAM)
        for name in re.findall(rf"tests/ways/{way}/([\w.]+)", section):
            ways.write(os.path.join(there, name), ways.tree.read(ways.HERE, f"{way}/{name}"))
        printed = ways.run(["sh", "-eu", "start.sh"], there, HUTCH=ways.repository(folder))
        ways.must_be_silent(printed)
        must_print(indented(section) if "prints" in section else PRINTS, printed, way)
    return f"{way}: from an empty folder, as the site shows it, to what its program prints", test


ways.main([runs(way, section) for way, section in SECTIONS.items() if way not in OTHERS])
