#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# on_boards.py - tests of a project that has no pool, on emulated boards, by the template of boards/yours.

import os
import re
import shutil
import sys
import xml.etree.ElementTree

import ways

BOARDS = ("microbit", "mps2-an385", "rv32", "atmega32u4")
OTHERS = ("gba", "sm83", "mps2-an386", "mps2-an505", "sifive_e")
TESTS = 5


def project(folder, name):
    there = os.path.join(folder, name)
    if not os.path.exists(there):
        shutil.copytree(os.path.join(folder, "hutch/boards/yours/template"), there)
    return there


def passed(text, boards):
    """A failure unless all tests have passed on these boards."""
    for board in boards:
        found = re.findall(rf"^{board}: ok (\d)", text, re.M)
        if len(found) != TESTS or f"{board}: exit code 0\n" not in text:
            raise ways.Failure(f"{board}: {len(found)} of {TESTS} tests have passed\n{text[-1500:]}")


def plain_make(folder):
    text = ways.run(["make", "check"], project(folder, "tests"))
    passed(text, BOARDS)
    ways.must_be(len(re.findall(r"^ok \d", text, re.M)), TESTS, "tests of this machine")
    ways.must_be_silent(text)
    others = [line for line in text.splitlines() if not re.match(r"ok \d|\S+: |  link     build/runners/", line)]
    ways.must_be([re.sub(r"/yours-\d+", "", line) for line in others],
                 [*(f"  link     build/{board}.elf" for board in BOARDS), f"{len(BOARDS)} boards, {TESTS * len(BOARDS)} tests, 0 failed"], "what else is printed")


def commands_are_shown(folder):
    text = ways.run(["make", "check", "V=1", "BOARDS=microbit"], project(folder, "shown"))
    passed(text, ("microbit",))
    ways.must_be([word for word in ("cc -O2 -Wall  ring.c ring_test.c", "arm-none-eabi-gcc", "-c src/hutch_bits.c -o") if word not in text], [], "what is not shown")


def other_boards(folder):
    passed(ways.run(["make", "check-boards", "BOARDS=" + " ".join(OTHERS)], project(folder, "tests")), OTHERS)


def cmake(folder):
    there = project(folder, "tests")
    ways.run(["cmake", "-B", "build"], there)
    ways.run(["cmake", "--build", "build"], there)
    text = ways.run(["ctest", "--test-dir", "build"], there)
    if f"100% tests passed, 0 tests failed out of {len(BOARDS) + 1}" not in text:
        raise ways.Failure(text)


def options(folder):
    """Options of your own reach each program, by make and by CMake."""
    there = changed(folder, "options", '#include "ring.h"', '#include "ring.h"\n#if GIVEN != 3 || HUTCH_CFG_CHECK != 2\n#error not given\n#endif')
    given = "YOURS_CFLAGS=-DGIVEN=3 -DHUTCH_CFG_CHECK=2"
    ways.must_fail(["make", "check-host"], "not given", there)
    ways.must_fail(["make", "check-boards", "BOARDS=rv32"], "not given", there)
    passed(ways.run(["make", "check", "BOARDS=rv32", given], there), ("rv32",))
    ways.run(["cmake", "-B", "build", "-D" + given, "-DBOARDS=rv32"], there)
    ways.run(["cmake", "--build", "build"], there)
    if "100% tests passed, 0 tests failed out of 2" not in (text := ways.run(["ctest", "--test-dir", "build"], there)):
        raise ways.Failure(text)


STRINGS = """#include <string.h>
int main(void)
{
    char text[8] = "ab";
    strcpy(text + strlen(text), "cd");
    memmove(text + 1, text, 4);
    return !(strcmp(text, "aabcd") == 0 && strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("a", "") > 0 && strlen("") == 0 &&
             strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0 && memcmp(text, "aabce", 4) == 0 && memcmp(text, "b", 1) < 0);
}
"""


def strings(folder):
    """Each board has string.h and the functions that the README names."""
    there = project(folder, "strings")
    for name in ("ring.c", "ring.h", "ring_test.c"):
        os.remove(os.path.join(there, name))
    ways.write(os.path.join(there, "strings.c"), STRINGS)
    ways.run(["make", "check-boards", "BOARDS=" + " ".join((*BOARDS, *OTHERS))], there)
    ways.write(os.path.join(there, "strings.c"), STRINGS.replace('"aabcd"', '"aabcx"'))
    ways.must_fail(["make", "check-boards", "BOARDS=rv32"], "rv32: ", there)


def not_for_the_host(folder):
    there = changed(folder, "firmware", '#include "ring.h"', '#include "ring.h"\n#ifdef __linux__\n#error only for boards\n#endif')
    passed(ways.must_fail(["make", "check"], "only for boards", there), BOARDS)


def changed(folder, name, old, new):
    """A project whose ring has this error."""
    there = project(folder, name)
    path = os.path.join(there, "ring.c")
    text = ways.tree.read("", path)
    if old not in text:
        raise ways.Failure(f"ring.c has no '{old}'")
    ways.write(path, text.replace(old, new, 1))
    return there


def wrong_ring(folder):
    there = changed(folder, "wrong", "put_count - taken_count", "put_count")
    for board in BOARDS:
        ways.must_fail(["make", "check-boards", "BOARDS=" + board], f"{board}: not ok 3 a full ring takes nothing more", there)
    text = ways.must_fail(["make", "check"], "atmega32u4: not ok 3 a full ring takes nothing more", there)  # after those that failed before it
    ways.must_be(re.findall(r"^(?:\S+: \d passed|\d boards), .*$", text, re.M),
                 [*(f"{board}: 2 passed, 3 failed" for board in BOARDS), "4 boards, 20 tests, 12 failed"], "the counts")
    suites = xml.etree.ElementTree.parse(os.path.join(there, "results", "results.xml")).getroot()
    ways.must_be([(suite.get("name"), suite.get("failures"), [case.get("name") for case in suite if len(case)][:1]) for suite in suites],
                 [(board, "3", ["a full ring takes nothing more"]) for board in BOARDS], "JUnit XML")


def hanging_ring(folder):
    there = changed(folder, "hangs", "return false;", "for (;;) {}")
    ways.must_fail(["make", "check-boards", "BOARDS=mps2-an385 atmega32u4", "YOURS_SECONDS=2"], "mps2-an385: did not end: it was stopped: ", there)
    ways.must_fail(["make", "check-boards", "BOARDS=mps2-an385", "YOURS_SECONDS=2"], "1 board, 3 tests, 1 failed", there)


def mistakes(folder):
    there, hutch = project(folder, "tests"), os.path.join(folder, "hutch")
    ways.must_fail(["make", "check-boards", "BOARDS=micro"], "There is no board 'micro'. The boards are: arduboy", there)
    ways.must_fail(["make", "on-boards", "YOURS=ring.c"], "YOURS has 'ring.c': give the paths from the root", hutch)
    ways.must_fail(["make", "on-boards", "YOURS=/nowhere/ring.c"], "YOURS names '/nowhere/ring.c', which is not there", hutch)
    ways.must_fail(["make", "on-boards"], 'Give the sources: make on-boards YOURS="', hutch)


if __name__ == "__main__":
    sys.exit(ways.main([("a Makefile of 20 lines runs five tests here and on Cortex-M0, Cortex-M3, RV32 and AVR", plain_make),
                        ("V=1 shows each command, and without it one line a board is printed besides the tests", commands_are_shown),
                        ("what does not compile here runs on all boards, and fails in the end", not_for_the_host),
                        ("options of your own reach this machine's program and the boards', by make and by CMake", options),
                        ("the same on GBA, Game Boy, Cortex-M4, Cortex-M33 and SiFive E", other_boards),
                        ("string.h is there, with the functions that the README names, on all nine boards", strings),
                        ("the same by CMake and ctest", cmake),
                        ("a wrong ring fails on each board, and its test is named, as text and as JUnit XML", wrong_ring),
                        ("a program that does not end is stopped, and the board is named", hanging_ring),
                        ("a board, a path or a file that there is not has its message", mistakes)]))
