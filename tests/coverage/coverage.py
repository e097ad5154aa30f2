#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# coverage.py - which branches and conditions of the debug layer its tests have seen both ways: branch and MC/DC coverage by
# clang-19, over several builds; what is missing must stand in excused.txt with its reason, and nothing else may stand there.
# With them and the unit tests, line and branch coverage of the whole library: build/coverage, and the table of README.md.
#
# usage: coverage.py [--write]   run from the root; prints TAP; --write renews the table

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)
import report  # noqa: E402
from report import generated  # noqa: E402

FILES = ["src/hutch_debug.c", "src/hutch_debug_notes.c", "src/hutch_debug_pool.c", "src/hutch_debug_bytes.c", "src/hutch_fault.c", "src/hutch_fault_print.c",
         "src/hutch_fault_text.c", "src/hutch_fault_default.c"]
COMPILE = ["clang-19", "-std=gnu99", "-w", "-O1", "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc",
           "-DHUTCH_CFG_LOCK_FREE=1", "-Iinclude", "-Iboards", "-Itests/unit", "-Itests/debug", "tests/unit/unit.c", "tests/unit/host/board.c"]
HOST_PORT = ["-Iport/host", "port/host/hutch_port.c"]
OWN_PORT = "-Itests/alone/port_"  # how the folder of a port begins that a build brings along
STEPPED_PORT = ["-Itests/alone/port_wait", "tests/alone/port_wait/wait_port.c"]  # instead: waits without threads
THREADED = "waiting tasks"  # what its threads meet differs from run to run, so the table is without it
PLAYED = ["-include", "tests/debug/context.h"]
SHORT_REFS = ["-DHUTCH_CFG_REF_BITS=16"]


def c_files(folder):
    return sorted(folder + "/" + name for name in os.listdir(folder) if name.endswith(".c"))


def builds():
    """{name: flags and sources}. Each shows what the others leave out: another option, another handler."""
    library = c_files("src")
    tests = library + [name for name in c_files("tests/debug") if not name.endswith("release_main.c")]
    small = ["-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_NOTES=0", "-DHUTCH_CFG_GUARD_BYTES=0", "tests/alone/small_debug.c", "tests/unit/recorder.c"]
    stops = ["-DHUTCH_CFG_CHECK=2", "tests/coverage/stops.c", *library]
    return {
        "debug": ["-DHUTCH_CFG_CHECK=2", *PLAYED, *tests],
        "lowest slot first": ["-DHUTCH_CFG_CHECK=2", *PLAYED, "-DHUTCH_CFG_LATE_REUSE=0", *tests],
        "short refs": ["-DHUTCH_CFG_CHECK=2", *PLAYED, *SHORT_REFS, *tests],
        "no interrupts known": ["-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_WORD_BITS=8", *tests],
        "damaged pools": ["-DHUTCH_CFG_CHECK=2", "-DNVALGRIND", "tests/alone/flips.c", "tests/unit/recorder.c", *library],
        "no notes, no guards": [*small, *library],
        "no notes, no guards, no poison": [*small, "-DHUTCH_CFG_POISON=0", *library],
        "faults that repeat": ["-DHUTCH_CFG_CHECK=2", OWN_PORT + "interrupt", "tests/alone/repeats.c", *library],
        THREADED: ["-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_WAIT=1", "-pthread", "tests/parallel/wait.c", "tests/unit/recorder.c", *library],
        "the default handler": stops,
        "the sanitizer's part": [*stops, "-fsanitize=address"],
        "fence mode": [*stops, "-DHUTCH_CFG_FENCE=1", "port/host/hutch_fence.c"],
        "a release build with short refs": [*SHORT_REFS, "tests/debug/release_main.c", "tests/debug/generations.c",
                                            "tests/unit/recorder.c", *library],
        "a release build": ["-O1", "tests/alone/default_handler.c", *[name for name in library if name != "src/hutch_fault.c"]],
    }


def more_builds():
    """{name: flags and sources} of what else the table counts: the unit tests, waiting, and the program that uses everything."""
    sources = [*c_files("src"), *(name for name in c_files("tests/unit") if not name.endswith("/unit.c"))]
    waiting = [*STEPPED_PORT, "-DHUTCH_CFG_WAIT=1", "tests/unit/recorder.c", *c_files("src")]
    everything = [*c_files("src"), "-Itests/compile", "tests/compile/everything.c", "tests/compile/defined.c", "tests/unit/recorder.c"]
    return {"the program that uses everything": everything, "waiting, step by step": [*waiting, "tests/alone/wait_steps.c"],
            "waiting, each way": [*waiting, "tests/alone/wait_ways.c"], **{name: [*flags, *sources] for name, flags in {
        "unit tests": ["-DHUTCH_CFG_STATS=1"],
        "unit tests, 8-bit words": ["-DHUTCH_CFG_WORD_BITS=8"],
        "unit tests, 16-bit words, advice": ["-DHUTCH_CFG_WORD_BITS=16", "-DHUTCH_CFG_STATS=2"],
        "unit tests, bare": ["-DHUTCH_CFG_CHECK=0"],
        "unit tests, no builtins": ["-DHUTCH_HOST_PORTABLE_FIRST_SET"]}.items()}}


def run(command, **environment):
    done = cpu_time.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                        timeout=120, env=dict(os.environ, **environment))
    return done.returncode, done.stdout


def measure(folder, name, words):
    """What llvm-cov exports of one build, as its files and as lcov; None when it does not build or a test in it fails."""
    program, raw, profile = (os.path.join(folder, ending) for ending in ("program", "raw", "profile"))
    port = [] if any(word.startswith(OWN_PORT) for word in words) else HOST_PORT
    code, said = run([*COMPILE, *port, *words, "-o", program])
    if code == 0:
        code, said = run([program], LLVM_PROFILE_FILE=raw, ASAN_OPTIONS="detect_leaks=0")
    if code != 0 or "\nnot ok" in said:
        print("# " + name + ": " + said.strip()[-2000:].replace("\n", "\n# "))
        return None
    run(["llvm-profdata-19", "merge", raw, "-o", profile])
    files, lcov = (subprocess.run(["llvm-cov-19", "export", "-format=" + form, program, "-instr-profile=" + profile],
                                  stdout=subprocess.PIPE, text=True, check=True).stdout for form in ("text", "lcov"))
    return json.loads(files)["data"][0]["files"], lcov


def text_at(path, line, column, end_line, end_column):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")[line - 1:end_line]
    lines[-1] = lines[-1][:end_column - 1]
    lines[0] = lines[0][column - 1:]
    return " ".join(part.strip() for part in lines)


class Seen:
    """What all builds together have seen: {(file, place): [true, false]} and {(file, place): [condition, ...]}."""
    def __init__(self):
        self.branches, self.conditions, self.functions = {}, {}, {}

    def add(self, files):
        for file in files:
            path = os.path.relpath(os.path.normpath(file["filename"]))
            if path not in FILES:
                continue
            for branch in file["branches"]:
                if branch[4] == branch[5] == 0 and text_at(path, *branch[:4]).strip("!() ").startswith("HUTCH_CFG"):
                    continue  # a constant
                seen = self.branches.setdefault((path, tuple(branch[:4])), [0, 0])
                seen[0] += branch[4]
                seen[1] += branch[5]
            for record in file["mcdc_records"]:
                seen = self.conditions.setdefault((path, tuple(record[:4])), [False] * len(record[-1]))
                self.conditions[path, tuple(record[:4])] = [was or now for was, now in zip(seen, record[-1])]

    def missing(self, path):
        """[what was not seen], each by its text: lines move."""
        found = []
        for (name, place), (true, false) in sorted(self.branches.items()):
            if name == path and not (true and false):
                text = text_at(path, *place)
                found += [f"{text}: never true"] if not true else []
                found += [f"{text}: never false"] if not false else []
        for (name, place), seen in sorted(self.conditions.items()):
            if name == path:
                text = text_at(path, *place)
                found += [f"{text}: condition {n} never decides alone" for n, was in enumerate(seen, 1) if not was]
        return found

    def count(self, path):
        branches = sum(2 for name, _ in self.branches if name == path)
        return branches, sum(len(seen) for (name, _), seen in self.conditions.items() if name == path)


def excused():
    """{(file, what is missing)}: three lines each: the reason behind #, the file, what is missing."""
    with open(os.path.join(HERE, "excused.txt"), encoding="utf-8") as file:
        rows = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return set(zip(rows[0::2], rows[1::2]))


def has_table_of_now(totals):
    """Writes the reports; tests or, with --write, renews the table. Returns what is stale."""
    totals.drop_constants(text_at)
    report.write(totals)
    with open(os.path.join(HERE, "excused.txt"), encoding="utf-8") as file:
        excused_rows = report.excuses(file.read())
    makers = {"coverage": lambda _root: report.table(totals, excused_rows)}
    if "--write" in sys.argv:
        generated.rewrite(".", makers)
    return generated.problems(".", makers, "make coverage-table")


def main():
    seen, totals, failed, number = Seen(), report.Totals(), 0, 0
    debug_builds = builds()
    with tempfile.TemporaryDirectory() as folder:
        for name, words in {**debug_builds, **more_builds()}.items():
            measured = measure(folder, name, words)
            number += 1
            failed += measured is None
            print(f"{'ok' if measured else 'not ok'} {number} - the tests pass in the build: {name}", flush=True)
            files, lcov = measured or ([], "")
            if name != THREADED:
                totals.add_branches(files)
                totals.add_lines(lcov)
            if name in debug_builds:
                seen.add(files)
    for path in FILES:
        missing = {(path, what) for what in seen.missing(path)}
        allowed = {row for row in excused() if row[0] == path}
        branches, conditions = seen.count(path)
        number += 1
        failed += missing != allowed
        print(f"{'ok' if missing == allowed else 'not ok'} {number} - {path}: all but {len(allowed)} of {branches} branches and "
              f"{conditions} conditions were seen both ways, and those have a reason")
        for _, what in sorted(missing - allowed):
            print(f"# missing: {what}")
        for _, what in sorted(allowed - missing):
            print(f"# excused, but it was seen, or is no more: {what}")
    stale = has_table_of_now(totals)
    number += 1
    failed += bool(stale)
    print(f"{'not ok' if stale else 'ok'} {number} - the table in tests/coverage/README.md is that of now")
    print("".join(f"# {row}\n" for row in stale) + f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
