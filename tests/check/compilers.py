# SPDX-License-Identifier: MIT
# compilers.py - what the tools find: clang-format, gcc's warnings and analyzer, clang-tidy, cppcheck.

import concurrent.futures
import os
import re
import subprocess

import tree

WARNINGS = ("-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Wstrict-prototypes "
            "-Wmissing-prototypes -Wdouble-promotion -Wformat=2 -Wwrite-strings -Wvla -Werror").split()
PATHS = ["-Iinclude", "-Iport/host"]
# tests/size/row.c with every feature: the macros expand to code only where a pool is.
ALL_OF_A_POOL = ["-DCAPACITY=1000", "-DLOCK=HUTCH_LOCK_IRQ", "-DUSE_FOREACH", "-DUSE_CLAIM", "-DUSE_RUN", "-DUSE_RELEASE_IF",
                 "-DUSE_IS_LIVE", "-DUSE_COUNT", "-DUSE_CLEAR", "-DUSE_ADDRESS"]


def run(command, root):
    done = subprocess.run(command, capture_output=True, text=True, cwd=root)
    return [] if done.returncode == 0 else (done.stdout + done.stderr).strip().split("\n")


def all_of(jobs):
    """The lines of every job, run on all cores; each line once, though many files include the header it is about."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(dict.fromkeys(line for lines in pool.map(lambda job: job(), jobs) for line in lines))


def library(root):
    """[(source, extra flags)]: the files that every program may link, and a pool with all its functions."""
    sources = [path for path in tree.files(root, ".c") if path.startswith(("src/", "port/host/")) and not path.startswith("src/tools/")]
    options = [["-DHUTCH_CFG_STATS=0"], ["-DHUTCH_CFG_STATS=1"], ["-DHUTCH_CFG_CHECK=2"]]
    found = [(path, flags) for path in sources for flags in options]
    if os.path.exists(os.path.join(root, "tests/size/row.c")):
        found += [("tests/size/row.c", flags + ALL_OF_A_POOL) for flags in options]
    return found


def formatted(root):
    found = run(["clang-format", "--dry-run", "--Werror", "--style=file"] + tree.files(root, ".c", ".h"), root)
    lines = [match.groups() for match in (re.match(r"(.*?):(\d+):\d+: error", line) for line in found) if match]
    first = {path: number for path, number in reversed(lines)}
    return [f"{path}:{number}: not as clang-format -i writes it" for path, number in sorted(first.items())] or found


def warnings(root):
    return all_of([lambda path=path, flags=flags, level=level:
                   run(["gcc", "-std=c99", level, "-c", path, "-o", os.devnull] + WARNINGS + PATHS + flags, root)
                   for path, flags in library(root) for level in ("-O2", "-Og")])


def analyzer(root):
    # __OPTIMIZE__: code that is shared as in optimised builds, see src/hutch_unfolded.h; a tenth of the time.
    return all_of([lambda path=path, flags=flags:
                   run(["gcc", "-std=c99", "-O0", "-D__OPTIMIZE__", "-fanalyzer", "-Werror", "-c", path, "-o", os.devnull] +
                       PATHS + flags, root)
                   for path, flags in library(root)])


def tidy(root):
    # Its analyzer looks at a third of the paths that it would by default, in half the time.
    paths = "-Xclang -analyzer-config -Xclang max-nodes=75000".split()
    return all_of([lambda path=path, flags=flags:
                   run(["clang-tidy", "--quiet", path, "--", "-std=c99"] + paths + PATHS + flags, root)
                   for path, flags in library(root) if "-DHUTCH_CFG_STATS=0" not in flags])


def cppcheck(root):
    return run(["cppcheck", "--quiet", "--std=c99", "--enable=warning,performance,portability", "--inline-suppr",
                "--error-exitcode=1", "--suppress=missingIncludeSystem", "-j2", "-D__GNUC__=12", "-D__ATOMIC_RELEASE=3", "-DHUTCH_CFG_STATS=1"] +
               PATHS + sorted({path for path, _ in library(root)}) + ALL_OF_A_POOL, root)
