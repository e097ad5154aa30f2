#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# coverage.py - which branches and conditions of the library its tests have seen both ways: branch and MC/DC coverage by
# clang-19, over the builds of builds.py; what is missing must stand in excused.txt with its reason, and nothing else may
# stand there. Writes build/coverage, too, and tests that the table of tests/README.md is that of now.
#
# usage: coverage.py [--write] [BUILD ...]   run from the root; prints TAP; --write renews the table
#
# With names of builds: what these alone have seen, without a verdict.

import collections
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "tools"))
import builds  # noqa: E402
import cpu_time  # noqa: E402  (of tests/tools)
import report  # noqa: E402
import tap_out  # noqa: E402
from report import generated  # noqa: E402

# Without an optimiser it compiles in a quarter of the time. It keeps calls behind `HUTCH_CFG_X && ...` of functions which such
# a build has not: nothing reaches them, so the linker need not find them.
COMPILE = ["clang-19", "-std=gnu99", "-w", "-O0", "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc", "-no-pie",
           "-Wl,--unresolved-symbols=ignore-in-object-files", "-DHUTCH_CFG_LOCK_FREE=1", "-I.", "-Iinclude", "-Iboards", "-Itests/unit",
           "tests/unit/unit.c", "tests/unit/host/board.c"]
EXPORT = ["llvm-cov-19", "export", "-skip-functions"]


def run(command, **environment):
    done = cpu_time.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                        timeout=120, env=dict(os.environ, **environment))
    return done.returncode, done.stdout


def measure(folder, name, words):
    """What llvm-cov exports of one build, as its files and as lcov; None when it does not build or a test in it fails."""
    program, raw, profile, library = (os.path.join(folder, ending) for ending in ("program", "raw", "profile", "library.c"))
    with open(library, "w", encoding="utf-8") as file:  # as one file it compiles in a quarter of the time
        file.write("".join(f'#include "{source}"\n' for source in builds.library(words)))
    code, said = run([*COMPILE, library, *words, "-o", program])
    if code == 0:
        code, said = run([program], LLVM_PROFILE_FILE=raw, ASAN_OPTIONS="detect_leaks=0")
    if code != 0 or "\nnot ok" in said:
        print("# " + name + ": " + said.strip()[-2000:].replace("\n", "\n# "))
        return None
    run(["llvm-profdata-19", "merge", raw, "-o", profile])
    files, lcov = (subprocess.run([*EXPORT, *form, program, "-instr-profile=" + profile], stdout=subprocess.PIPE, text=True,
                                  check=True).stdout for form in (["-format=text", "-skip-expansions"], ["-format=lcov"]))
    return json.loads(files)["data"][0]["files"], lcov


def cases(chosen):
    """(sentence, what speaks against it)"""
    totals = report.Totals()
    with tempfile.TemporaryDirectory() as folder:
        for name, words in builds.builds().items():
            if chosen and name not in chosen:
                continue
            measured = measure(folder, name, words)
            yield f"the tests pass in the build: {name}", [] if measured else ["as said above"]
            files, lcov = measured or ([], "")
            totals.add_files(files)
            totals.add_lines(lcov)
    totals.drop_constants()
    missing = totals.missing()
    if chosen:
        print("".join(f"# missing: {row}\n" for rows in missing.values() for row in sorted(rows.elements())), end="")
        return
    allowed = collections.Counter(row for _, rows in report.excused() for row in rows)
    for path, rows in sorted(missing.items()):
        expected = collections.Counter({row: count for row, count in allowed.items() if row.split(" ", 1)[0] == path})
        branches, conditions = totals.counts(path)
        yield (f"{path}: all but {expected.total()} of {branches} branches and {conditions} conditions were seen both ways, and those have a reason",
               [f"missing: {row}" for row in sorted((rows - expected).elements())] +
               [f"excused, but it was seen, or is no more: {row}" for row in sorted((expected - rows).elements())])
    yield "what is excused is in the library", sorted(row for row in allowed if row.split(" ", 1)[0] not in missing)
    report.write(totals)
    yield "the table in tests/README.md is that of now", generated.kept(".", {"coverage": lambda _root: report.table(totals)}, "make coverage-table")


if __name__ == "__main__":
    sys.exit(tap_out.every(cases([word for word in sys.argv[1:] if word != "--write"])))
