#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# host_builds.py - the CMake presets of tests/recipes/testing/host_builds: which of them finds which bug.
#
# usage: host_builds.py [--write]     also renews the table of tests/recipes/testing/README.md

import os
import re
import subprocess

import ways
import generated  # of tests/check, by ways

FOLDER = "tests/recipes/testing/host_builds"
PRESETS = ("release", "debug", "fence", "asan", "tsan", "valgrind")
BUGS = ("foreign_pointer", "double_release", "write_after_release", "read_after_release", "overrun", "race")
MORE = ("fence", "asan", "tsan", "valgrind")  # which find something that hutch does not report
CLANG = ("debug", "asan", "tsan")
SIGNS = ((r"^hutch: ", "hutch"), (r"ERROR: AddressSanitizer", "ASan"), (r"WARNING: ThreadSanitizer", "TSan"), (r"^==\d+== Invalid", "Valgrind"))
# ThreadSanitizer's runtime and random addresses: some kernels have more of these than it can bear.
ASLR_OFF = ["setarch", "-R"]


def built(folder, preset, compiler):
    there = os.path.join(folder, "hutch", FOLDER)
    build = os.path.join(there, "build", preset)
    ways.run(["cmake", "--preset", preset, "--fresh", "-DHUTCH=" + os.path.join(folder, "hutch"), "-DCMAKE_C_COMPILER=" + compiler], there)
    ways.must_be_silent(ways.run(["cmake", "--build", "--preset", preset], there))
    return build


def finder(build, preset, bug):
    """Who finds a bug: a word of SIGNS, 'trap', or '-'."""
    command = [*(ASLR_OFF if preset == "tsan" else []), *(["valgrind", "-q", "--error-exitcode=99"] if preset == "valgrind" else []),
               os.path.join(build, "bugs"), bug]
    done = ways.cpu_time.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=120)
    if done.returncode == 0:
        return "-"
    found = [name for sign, name in SIGNS if re.search(sign, done.stdout, re.M)]
    if not found and done.returncode > -2:
        raise ways.Failure(f"{preset}, {bug}: ends with {done.returncode}, and says not why\n{done.stdout[-1500:]}")
    return found[0] if found else "trap"


def row_of(folder, preset, compiler):
    """{bug: who finds it}"""
    build = built(folder, preset, compiler)
    ways.must_be(finder(build, preset, "none"), "-", f"{preset}: what is found in a program without a bug")
    return {bug: finder(build, preset, bug) if bug != "race" or preset == "tsan" else "" for bug in BUGS}


TABLE = {}  # preset: {bug: who}


def try_preset(preset):
    def test(folder):
        TABLE[preset] = row_of(folder, preset, "gcc")
        if preset in CLANG:
            ways.must_be(row_of(folder, preset, "clang"), TABLE[preset], f"what {preset} finds with clang")
        if preset in MORE and set(TABLE[preset].values()) <= {"-", "", "hutch"}:
            raise ways.Failure(f"{preset} finds nothing by itself: {TABLE[preset]}")
    return test


def by_ctest(folder):
    """As a user does it: of seven tests the one without a bug passes."""
    there = os.path.join(folder, "hutch", FOLDER)
    built(folder, "asan", "gcc")
    ways.must_fail(["ctest", "--preset", "asan"], "tests failed out of 7", there)
    ways.run(["ctest", "--preset", "asan", "-R", "none"], there)


def table_is_fresh(_folder):
    text = generated.table(["bug", *(f"`{preset}`" for preset in PRESETS)], [
        [bug.replace("_", " "), *(TABLE.get(preset, {}).get(bug, "?") for preset in PRESETS)] for bug in BUGS])
    stale = generated.kept(ways.ROOT, {"found": lambda _root: text}, "python3 tests/ways/host_builds.py --write")
    ways.must_be(stale, [], f"{text}what is stale")


if __name__ == "__main__":
    ways.main([*((f"preset {preset}: builds without a warning, passes what is right, and finds what its row says", try_preset(preset)) for preset in PRESETS),
               ("ctest --preset runs the tests", by_ctest), ("README.md has the table of now", table_is_fresh)])
