#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# cpp.py - hutch.hpp: its promises in every C++ from 11 to 20, and for trivial types the code of HUTCH_POOL.

import functools
import glob
import os
import re

import ways
import compiled  # of tests/tools, by ways

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wundef", "-Werror"]
WALK_MORE_MAX = 8  # instructions of a whole range-for, more than those of HUTCH_FOREACH
PATHS = ["-Iinclude", "-Iport/auto"]
BUILDS = [f"{compiler} -std=c++{standard} {level}" for compiler in ("g++", "clang++")
          for standard, level in ((11, "-O2"), (14, "-O0"), (17, "-Os"), (20, "-O3"))]
BUILDS += ["g++ -std=c++11 -O1 -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_LATE_REUSE=0", "g++ -std=c++17 -O2 -DHUTCH_CFG_STATS=1",
           "g++ -std=c++17 -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"]
# Without section anchors, by which gcc addresses variables that are `static` and not those of a template.
SAME = ["g++ -std=c++11 -O2", "clang++ -std=c++17 -O2",
        "arm-none-eabi-g++ -std=c++11 -O2 -mthumb -mcpu=cortex-m3 -fno-section-anchors",
        "arm-none-eabi-g++ -std=c++17 -O2 -mthumb -mcpu=cortex-m0 -fno-section-anchors",
        "avr-g++ -std=gnu++11 -O2 -mmcu=atmega328p"]


def program(folder):
    hutch = os.path.join(folder, "hutch")
    if not os.path.exists(os.path.join(hutch, "cpp")):
        os.rename(ways.copy_program(folder, "cpp"), os.path.join(hutch, "cpp"))
    return hutch


@functools.cache
def library(hutch, compiler, *options):
    sources = [*glob.glob("src/*.c", root_dir=hutch), "port/auto/hutch_port.c"]
    return compiled.objects([compiler, "-std=c99", *options, *PATHS], sources, "library-" + re.sub(r"\W+", "-", compiler + " ".join(options)), hutch)


def keeps(build):
    def test(folder):
        hutch = program(folder)
        options = [word for word in build.split() if word.startswith(("-D", "-f", "-O"))]
        c = "clang" if build.startswith("clang") else "gcc"
        ways.run([*build.split(), *WARNINGS, *PATHS, "cpp/main.cpp", *library(hutch, c, *options), "-o", "cpp/program"], hutch)
        lines = os.path.join(hutch, "cpp/lines.txt")
        ways.write(lines, ways.run([os.path.join(hutch, "cpp/program")], hutch))
        ways.must_be(ways.run([os.path.join(hutch, "src/tools/hutch-trace"), lines], hutch).split("\n")[0],
                     "5 pools, 1 snapshots, 0 lines damaged", "what hutch-trace reads of the pools")
    return f"{build}: it keeps its promises, and hutch-trace reads its snapshot", test


def serves(build):
    def test(folder):
        hutch = program(folder)
        options = [word for word in build.split() if word.startswith(("-D", "-f", "-O"))]
        unit = [os.path.join(ways.ROOT, "tests/unit", name) for name in
                ("part/part.c", "unit.c", "recorder.c", "shared_pools.c", "host/board.c")]
        ways.run([*build.split(), *WARNINGS, *PATHS, f"-I{ways.ROOT}/tests/unit", f"-I{ways.ROOT}/boards", '-DPART_FILE="sizes.c"', "-DPART=sizes_tests",
                  "-x", "c++", *unit, "-x", "none", *library(hutch, "clang" if build.startswith("clang") else "gcc", *options), "-o", "sizes"], hutch)
        text = ways.run([os.path.join(hutch, "sizes")], hutch)
        ways.must_be(re.findall("^not ok .*", text, re.M), [], "what failed of tests/unit/sizes.c")
    return f"{build}: memory of several sizes does as tests/unit/sizes.c says", test


def functions(text):
    """{function: its instructions} in assembler, without the names of labels and of variables."""
    found = {}
    for name, body in re.findall(r"^(\w+):[^\n]*\n(.*?)^\s*\.size\s+\1\b", text, re.M | re.S):
        lines = [re.split(r"(?:^|\s)[#@](?=[\s@A-Z])", line)[0].strip() for line in body.split("\n")]
        found[name] = [re.sub(r"\.?L\w+|_Z\w+|c_release_\.cold|cpp_release\.cold", "X", line)
                       for line in lines if re.match(r"[a-z]\w*(\.\w+)?(\s|$)", line)]
    return found


def same(build, lock):
    def test(folder):
        found = functions(ways.run([*build.split(), *WARNINGS, *PATHS, "-fno-exceptions", "-DLOCK=" + lock, "-S", "-o", "-",
                                    "cpp/same.cpp"], program(folder)))
        for verb, c in (("acquire", "c_acquire_"), ("release", "c_release_"), ("index", "c_index_")):
            ours, theirs = found["cpp_" + verb], found[c]
            if len(ours) < 4 or ours != theirs:
                raise ways.Failure(f"{verb}:\n" + "\n".join(ours) + "\n---- in C\n" + "\n".join(theirs))
        # The loop has another shape at its ends.
        more = len(found["cpp_walk"]) - len(found["c_walk"])
        if len(found["c_walk"]) < 10 or more > WALK_MORE_MAX:
            raise ways.Failure(f"range-for has {more} instructions more than HUTCH_FOREACH")
    return f"{build} {lock}: the instructions of HUTCH_POOL", test


def named(folder):
    """avr-gcc 5 cannot cut a name: a pool's name points into the compiler's text, at the name of the type."""
    text = ways.run([*SAME[-1].split(), *PATHS, "-DHUTCH_CFG_NAMES=1", "-DLOCK=HUTCH_LOCK_NONE", "-S", "-o", "-", "cpp/same.cpp"], program(folder))
    function, at = re.search(r"\.word\s+(\w*__PRETTY_FUNCTION__\w*)\+(\d+)", text).groups()
    whole = re.search(rf'^{function}:\n\s+\.string\s+"(.*)"', text, re.M).group(1)
    ways.must_be(whole[int(at):], "rabbit]", "the name of the pool")


ways.main([keeps(build) for build in BUILDS] + [serves(build) for build in BUILDS] +
          [same(build, lock) for build in SAME for lock in ("HUTCH_LOCK_NONE", "HUTCH_LOCK_IRQ")] +
          [("avr-gcc 5: a pool is named by its type", named)])
