#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# coverage.py - which branches and conditions of the library its tests have seen both ways: branch and MC/DC coverage by
# clang-19, over the builds of builds.py; what is missing must stand in excused.txt with its reason, and nothing else may
# stand there. Writes build/coverage, too, and tests that the table of README.md is that of now.
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


def has_table_of_now(totals):
    """Writes the reports; tests or, with --write, renews the table. Returns what is stale."""
    report.write(totals)
    makers = {"coverage": lambda _root: report.table(totals)}
    if "--write" in sys.argv:
        generated.rewrite(".", makers)
    return generated.problems(".", makers, "make coverage-table")


def main():
    totals, failed, number = report.Totals(), 0, 0
    chosen = [word for word in sys.argv[1:] if word != "--write"]
    with tempfile.TemporaryDirectory() as folder:
        for name, words in builds.builds().items():
            if chosen and name not in chosen:
                continue
            measured = measure(folder, name, words)
            number += 1
            failed += measured is None
            print(f"{'ok' if measured else 'not ok'} {number} - the tests pass in the build: {name}", flush=True)
            files, lcov = measured or ([], "")
            totals.add_files(files)
            totals.add_lines(lcov)
    totals.drop_constants()
    groups = report.excused()
    allowed = collections.Counter(row for _, rows in groups for row in rows)
    missing = totals.missing()
    if chosen:
        print("".join(f"# missing: {row}\n" for rows in missing.values() for row in sorted(rows.elements())) + f"1..{number}")
        return 1 if failed else 0
    for path, rows in sorted(missing.items()):
        expected = collections.Counter({row: count for row, count in allowed.items() if row.split(" ", 1)[0] == path})
        branches, conditions = totals.counts(path)
        number += 1
        failed += rows != expected
        print(f"{'ok' if rows == expected else 'not ok'} {number} - {path}: all but {expected.total()} of {branches} branches and "
              f"{conditions} conditions were seen both ways, and those have a reason")
        print("".join(f"# missing: {row}\n" for row in sorted((rows - expected).elements())) +
              "".join(f"# excused, but it was seen, or is no more: {row}\n" for row in sorted((expected - rows).elements())), end="")
    strangers = sorted(row for row in allowed if row.split(" ", 1)[0] not in missing)
    stale = has_table_of_now(totals)
    for problems, sentence in ((strangers, "what is excused is in the library"), (stale, "the table in tests/coverage/README.md is that of now")):
        number += 1
        failed += bool(problems)
        print(f"{'not ok' if problems else 'ok'} {number} - {sentence}\n" + "".join(f"# {row}\n" for row in problems), end="")
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
