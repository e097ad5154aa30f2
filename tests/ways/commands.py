#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# commands.py - the commands that the pages about a user's own tests show, each run as it stands there, in a clean copy.
#
# A command is a block of a page, or a span of three words or more that begins with one of TOOLS. One that is not in PAGES, because
# it is new or another now, fails; so does a page that boards/yours/README.md leads to and PAGES lacks.

import os
import re
from collections import namedtuple

import ways

TOOLS = ("make", "cmake", "ctest", "python3", "addr2line", "afl-fuzz", "gcc", "clang")
LEFT_OUT = {"tests/debug/README.md"}  # its commands renew its own tables

# before: what stands for the reader's own steps; shorter: texts, and what saves time in their place; prints: what is to be seen.
Ran = namedtuple("Ran", "prints before shorter fails", defaults=("", {}, False))
NotRun = namedtuple("NotRun", "why")

def commands(page):
    """What a page shows to be typed."""
    text = re.sub(r"<!-- begin (\w+) -->.*?<!-- end \1 -->", "", ways.tree.read(ways.ROOT, page), flags=re.S)
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.S | re.M)
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    blocks += [re.sub(r"^ {4}", "", block, flags=re.M) for block in re.findall(r"(?:^ {4}.*\n)+", text, re.M)]
    spans = [span.split() for span in re.findall(r"`([^`]+)`", text)]
    return [block.strip() for block in blocks] + [" ".join(span) for span in spans if span[0] in TOOLS and (len(span) > 2 or "test-" in span[-1])]


TWICE = "missiles_release(missile);"
BUILD_TESTS = """cd hutch/tests/recipes/testing
gcc -g -DHUTCH_CFG_CHECK=2 -no-pie -I. -I../../../include -I../../../port/host bullets_assert.c hutch_testing.c ../../../src/*.c ../../../port/host/*.c -pthread -o tests
PLACE=$(./tests double_release 2>&1 | sed -n 's/.*called from \\(0x[0-9a-f]*\\).*/\\1/p')
"""
START = "boards/yours/README.md"
TESTING = "tests/recipes/testing/README.md"
BUILD_WRONG = f"""cd my-fuzz
sed -i 's/{TWICE}/{TWICE} {TWICE}/' arena.h
{re.search("clang .*?-o fuzz", next(shown for shown in commands(TESTING) if shown.startswith("mkdir my-fuzz")), re.S).group()}
./fuzz -seed=1 -max_len=64 -runs=20000 inputs
"""

# Of each page its commands by their beginnings, which are unlike one another; in the order in which they are run.
PAGES = {
    START: {
        "cp -r hutch/boards/yours/template my-tests": Ran(("microbit: ok 5 ", "microbit: exit code 0"), "rm -rf my-tests\n", shorter={"HUTCH=../hutch": "HUTCH=../hutch BOARDS=microbit"}),
        "cmake -B build": Ran(("100% tests passed", " out of 2"), "cd my-tests\n", {"HUTCH=../hutch": "HUTCH=../hutch -DBOARDS=microbit"}),
        "make -C hutch on-boards": Ran(("microbit: exit code 0", "rv32: exit code 0"), "cp my-tests/ring.[ch] .; cp my-tests/ring_test.c test.c\n"),
        "make -B check-host": Ran(("File 'ring.c'\nLines executed:100.00%",), "cd my-tests\n"),
        "cat > race.c": Ran(("m3: ", " in work, race.c:3: ", "\n      * ", "again: "), shorter={"m0,m3,rv32,avr": "m3"}, fails=True)},
    "tests/sweep/yours/README.md": {
        "python3 tests/sweep/yours/hutch_sweep.py": Ran(("m3: ", "x86: ", ", 0 broken"), "cd hutch\n", {"m0,m3,rv32,avr,x86": "m3,x86"})},  # all: sweep-yours-m3
    TESTING: {
        "addr2line": Ran(("cases.h:", "release_twice"), BUILD_TESTS, {"0x401457": "$PLACE"}),
        "cmake --preset asan": Ran(("tests failed out of 7",), "cp -r hutch/tests/recipes/testing/host_builds .; cd host_builds\n", fails=True),
        "mkdir my-fuzz": Ran(("Done 5000 runs",), shorter={"-max_total_time=60": "-runs=5000"}),
        "./fuzz crash-*": Ran(("DOUBLE_RELEASE", "./minimized-from-", "Aborted"), BUILD_WRONG, fails=True),
        "afl-fuzz": NotRun("the page says so")},
}


def is_suite(command):
    name = command.partition("make test-")[2]
    return any(re.search(rf"^{re.escape(name)}\.run\b", ways.tree.read(ways.ROOT, f"tests/{folder}/suite.mk"), re.M)
               for folder in os.listdir(os.path.join(ways.ROOT, "tests")) if os.path.exists(os.path.join(ways.ROOT, "tests", folder, "suite.mk")))


def each_is_known(_folder):
    linked = set(re.findall(r"\]\(\.\./\.\./([^)#]*/README\.md)[^)]*\)", ways.tree.read(ways.ROOT, START)))
    ways.must_be(sorted(linked - LEFT_OUT | {START}), sorted(PAGES), "the list of pages with commands")
    for page, known in PAGES.items():
        shown = [command for command in commands(page) if not is_suite(command)]
        strange = [command for command in shown if not any(command.startswith(start) for start in known)]
        ways.must_be(strange, [], f"{page}: what nobody runs")
        ways.must_be([start for start in known if not any(command.startswith(start) for command in shown)], [], f"{page}: what it no longer shows")


def runs(page, start, how):
    def test(folder):
        command = next(command for command in commands(page) if command.startswith(start))
        for text, shorter in how.shorter.items():
            if text not in command:
                raise ways.Failure(f"no '{text}' in: {command}")
            command = command.replace(text, shorter)
        script = f"{how.before}{command}\n"
        text = ways.run(["sh", "-c", script + "test $? -ne 0"] if how.fails else ["sh", "-eu", "-c", script], folder, 120)
        ways.must_be([word for word in how.prints if word not in text], [], f"{text[-2000:]}\nmissing")
    return f"{page}: {start} ...", test


if __name__ == "__main__":
    ways.main([("each command of the pages about your own tests is run here, or is a suite", each_is_known),
               *(runs(page, start, how) for page, known in PAGES.items() for start, how in known.items() if isinstance(how, Ran))])
